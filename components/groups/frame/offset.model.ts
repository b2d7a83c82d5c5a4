import { formatCount, plural } from '@/components/ui/number.model';

export type OffsetKind = 'time' | 'newest' | 'earliest';

/** The target as the server takes it; null: no time is given yet, or it cannot be read. */
export function offsetTarget(kind: OffsetKind, time: string): string | null {
  if (kind !== 'time') return kind;
  const at = Date.parse(time);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** The reason that a reset has by itself, until the operator writes another. */
export function offsetReason(to: string): string {
  if (to === 'newest') return 'Skip to the newest message';
  if (to === 'earliest') return 'Deliver again from the earliest message kept';
  return `Continue from ${to.slice(0, 16).replace('T', ' ')} UTC`;
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
  const parts = [
    ...(skipped === 0 ? [] : [`skips ${plural(skipped, 'unread message')}`]),
    ...(repeated === 0 ? [] : [`delivers ${plural(repeated, 'message')} again`]),
  ];
  return parts.length === 0 ? 'No change: the group is at this position already.' : `It ${parts.join(' and ')}.`;
}

/** Names verb and scope. */
export function offsetVerb({ skipped, repeated }: OffsetCounts): string {
  if (skipped > 0 && repeated > 0) return `Skip ${formatCount(skipped)}, repeat ${formatCount(repeated)}`;
  if (repeated > 0) return `Repeat ${formatCount(repeated)}`;
  return skipped > 0 ? `Skip ${formatCount(skipped)}` : 'Reset position';
}
