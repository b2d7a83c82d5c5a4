import { type DisplayState, StateBadge } from '@/components/ui/state-badge';
import type { AlarmView } from '@/lib/console/reads/alarms';
import type { Watch } from '@/lib/model/alarm/rule';

const LOOKS: Readonly<Record<Watch, readonly [DisplayState, string]>> = {
  deaths: ['dead', 'Dead'],
  'dead-letters': ['dead', 'Dead letters'],
  'deaths-due': ['dead', 'Deaths due'],
  'expiring-dead-letters': ['dead', 'Expiring'],
  refused: ['throttled', 'Throttled'],
  'blocked-key': ['blocked', 'Blocked'],
  backlog: ['waiting-retry', 'Backlog'],
  'oldest-age': ['waiting-retry', 'Old'],
  'lag-growth': ['waiting-retry', 'Growing'],
  'time-to-drain': ['waiting-retry', 'Slow'],
  amplification: ['waiting-retry', 'Retried'],
  'no-consumer': ['dead', 'No consumer'],
  'broker-health': ['dead', 'Unwell'],
};

export function AlarmBadge({ alarm }: { readonly alarm: AlarmView }) {
  if (alarm.resolvedAt !== null) return <StateBadge state="consumed" label="Resolved" />;
  if (alarm.unknownSince !== null) return <StateBadge state="unknown" />;
  if (alarm.silencedUntil !== null) return <StateBadge state="paused" label="Silenced" />;
  const [state, label] = LOOKS[alarm.watch];
  return <StateBadge state={state} label={label} />;
}
