import { Bell } from 'lucide-react';
import { StateBadge } from '@/components/ui/state-badge';
import type { AlarmView } from '@/lib/console/operations/alarms/views';
import { SIGNALS } from '@/lib/model/signal/signal';
import { enumerated } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

/** In a list: what kind of trouble it is. */
export function AlarmBadge({ alarm }: { readonly alarm: AlarmView }) {
  if (alarm.resolvedAt !== null) return <EndBadge alarm={alarm} />;
  if (alarm.unknownSince !== null) return <StateBadge state="unknown" />;
  if (alarm.silencedUntil !== null) return <StateBadge state="paused" label={t('Silenced')} />;
  const [state, label] = SIGNALS[alarm.watch].badge;
  return <StateBadge state={state} label={t(label)} />;
}

/** On its own page, whose title says what it is: how it stands. */
export function AlarmStateBadge({ alarm }: { readonly alarm: AlarmView }) {
  if (alarm.resolvedAt !== null) return <EndBadge alarm={alarm} />;
  const parts = [
    t('Firing'),
    alarm.unknownSince === null ? null : t('value unknown'),
    alarm.silencedUntil === null ? null : t('silenced'),
    alarm.acknowledgedBy === null ? null : t('acknowledged by a person'),
  ];
  return <StateBadge state="dead" icon={Bell} label={enumerated(parts.filter((part) => part !== null))} />;
}

/** Green only when all was consumed, or the value is fine again: never for what was lost or left. */
function EndBadge({ alarm: { resolvedWhy, watch, remaining } }: { readonly alarm: AlarmView }) {
  if (resolvedWhy === 'expired') return <StateBadge state="dead" label={t('Lost')} />;
  if (resolvedWhy === 'redriven') return <StateBadge state="consumed" label={t('Resolved')} />;
  if (resolvedWhy === 'dealt-with') return <StateBadge state="ready" label={t('Handled')} />;
  const { ofDeadLetters, perCause } = SIGNALS[watch];
  const isFine = resolvedWhy === 'cleared' && (!ofDeadLetters || (remaining === 0 && !perCause));
  return isFine ? (
    <StateBadge state="consumed" label={t('Resolved')} />
  ) : (
    <StateBadge state="stale" label={t('Ended')} />
  );
}
