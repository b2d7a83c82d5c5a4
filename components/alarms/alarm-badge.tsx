import { StateBadge } from '@/components/ui/state-badge';
import type { AlarmView } from '@/lib/console/reads/alarms';
import { WATCHES } from '@/lib/model/alarm/watch';

export function AlarmBadge({ alarm }: { readonly alarm: AlarmView }) {
  if (alarm.resolvedAt !== null) return <StateBadge state="consumed" label="Resolved" />;
  if (alarm.unknownSince !== null) return <StateBadge state="unknown" />;
  if (alarm.silencedUntil !== null) return <StateBadge state="paused" label="Silenced" />;
  const [state, label] = WATCHES[alarm.watch].badge;
  return <StateBadge state={state} label={label} />;
}
