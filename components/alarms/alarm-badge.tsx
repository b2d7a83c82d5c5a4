import { StateBadge } from '@/components/ui/state-badge';
import type { AlarmView } from '@/lib/console/reads/alarms';
import { WATCHES } from '@/lib/model/alarm/watch';

export function AlarmBadge({ alarm }: { readonly alarm: AlarmView }) {
  if (alarm.resolvedAt !== null) return <EndBadge alarm={alarm} />;
  if (alarm.unknownSince !== null) return <StateBadge state="unknown" />;
  if (alarm.silencedUntil !== null) return <StateBadge state="paused" label="Silenced" />;
  const [state, label] = WATCHES[alarm.watch].badge;
  return <StateBadge state={state} label={label} />;
}

/** Green only when all was consumed, or the value is fine again: never for what was lost or left. */
function EndBadge({ alarm: { resolvedWhy, watch, remaining } }: { readonly alarm: AlarmView }) {
  if (resolvedWhy === 'expired') return <StateBadge state="dead" label="Lost" />;
  if (resolvedWhy === 'redriven') return <StateBadge state="consumed" label="Resolved" />;
  if (resolvedWhy === 'dealt-with') return <StateBadge state="ready" label="Dealt with" />;
  const { ofDeadLetters, perCause } = WATCHES[watch];
  const isFine = resolvedWhy === 'cleared' && (!ofDeadLetters || (remaining === 0 && !perCause));
  return isFine ? <StateBadge state="consumed" label="Resolved" /> : <StateBadge state="stale" label="Ended" />;
}
