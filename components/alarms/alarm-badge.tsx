import { Bell } from 'lucide-react';
import { StateBadge } from '@/components/ui/state-badge';
import type { AlarmView } from '@/lib/console/operations/alarms/views';
import { SIGNALS } from '@/lib/model/signal/signal';

/** In a list: what kind of trouble it is. */
export function AlarmBadge({ alarm }: { readonly alarm: AlarmView }) {
  if (alarm.resolvedAt !== null) return <EndBadge alarm={alarm} />;
  if (alarm.unknownSince !== null) return <StateBadge state="unknown" />;
  if (alarm.silencedUntil !== null) return <StateBadge state="paused" label="Silenced" />;
  const [state, label] = SIGNALS[alarm.watch].badge;
  return <StateBadge state={state} label={label} />;
}

/** On its own page, whose title says what it is: how it stands. */
export function AlarmStateBadge({ alarm }: { readonly alarm: AlarmView }) {
  if (alarm.resolvedAt !== null) return <EndBadge alarm={alarm} />;
  const parts = [
    'Firing',
    alarm.unknownSince === null ? null : 'value unknown',
    alarm.silencedUntil === null ? null : 'silenced',
    alarm.acknowledgedBy === null ? null : 'acknowledged',
  ];
  return <StateBadge state="dead" icon={Bell} label={parts.filter((part) => part !== null).join(', ')} />;
}

/** Green only when all was consumed, or the value is fine again: never for what was lost or left. */
function EndBadge({ alarm: { resolvedWhy, watch, remaining } }: { readonly alarm: AlarmView }) {
  if (resolvedWhy === 'expired') return <StateBadge state="dead" label="Lost" />;
  if (resolvedWhy === 'redriven') return <StateBadge state="consumed" label="Resolved" />;
  if (resolvedWhy === 'dealt-with') return <StateBadge state="ready" label="Dealt with" />;
  const { ofDeadLetters, perCause } = SIGNALS[watch];
  const isFine = resolvedWhy === 'cleared' && (!ofDeadLetters || (remaining === 0 && !perCause));
  return isFine ? <StateBadge state="consumed" label="Resolved" /> : <StateBadge state="stale" label="Ended" />;
}
