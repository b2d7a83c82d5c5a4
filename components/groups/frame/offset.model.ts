import { t } from '@/lib/model/language/t';

export type OffsetKind = 'time' | 'newest' | 'earliest';

/** The target as the server takes it; null: no time is given yet, or it cannot be read. */
export function offsetTarget(kind: OffsetKind, time: string): string | null {
  if (kind !== 'time') return kind;
  const at = Date.parse(time);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** The reason that a reset has by itself, until the operator writes another. */
export function offsetReason(to: string): string {
  if (to === 'newest') return t('Skip to the newest message');
  if (to === 'earliest') return t('Deliver again from the earliest message kept');
  return t('Continue from {time} UTC', { time: to.slice(0, 16).replace('T', ' ') });
}

/** The topic that a reset is for at first: the one that was asked for, whatever the last sample has. */
export function firstTopic(topics: readonly string[], skip: string | null): string {
  return skip ?? topics[0] ?? '';
}

/** The chosen one stays among them, also where a sample lacks it. */
export function topicChoices(topics: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || topics.includes(chosen) ? topics : [chosen, ...topics];
}

interface OffsetCounts {
  readonly skipped: number;
  readonly repeated: number;
  readonly waiting: number;
  readonly dead: number;
}

/** What a reset does, as one sentence. */
export function offsetSays({ skipped, repeated }: OffsetCounts): string {
  if (skipped > 0 && repeated > 0)
    return t(
      `Skips {skipped, plural, one {# message that was} other {# messages that were}} not consumed and delivers
      {repeated, plural, one {# message} other {# messages}} again.`,
      { skipped, repeated },
    );
  if (skipped > 0)
    return t('Skips {skipped, plural, one {# message that was} other {# messages that were}} not consumed.', {
      skipped,
    });
  if (repeated > 0) return t('Delivers {repeated, plural, one {# message} other {# messages}} again.', { repeated });
  return t('No change: the group is already at this offset.');
}

/** Names verb and scope. */
export function offsetVerb({ skipped, repeated }: OffsetCounts): string {
  if (skipped > 0 && repeated > 0) return t('Skip {skipped, number}, repeat {repeated, number}', { skipped, repeated });
  if (repeated > 0) return t('Repeat {repeated, number}', { repeated });
  return skipped > 0 ? t('Skip {skipped, number}', { skipped }) : t('Reset offset');
}
