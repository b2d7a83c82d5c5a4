import { enumerated } from '../language/list';
import { t } from '../language/t';

/**
 * How a dead letter of a cluster comes back. pop-retry: the group's retry topic of 5.x clients. classic-retry: the one
 * of 4.x clients. send-back: as an ordered 4.x client sends back. topic: through it, to every group that reads it.
 */
export const REDRIVE_WAYS = ['pop-retry', 'classic-retry', 'send-back', 'topic'] as const;
export type RedriveWay = (typeof REDRIVE_WAYS)[number];

/** The property of each copy that stays with it over retries and death: "<lineage of the run>.<number in the run>". */
export const LINEAGE_PROPERTY = 'REDRIVE_ID';

export function lineageOf(lineage: string, ord: number): string {
  return `${lineage}.${ord}`;
}

/** The number in the run; null: not of this run. */
export function ordOf(lineage: string, value: string | undefined): number | null {
  if (value?.startsWith(`${lineage}.`) !== true) return null;
  const digits = value.slice(lineage.length + 1);
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** How the copies of a run come to its group, and who else got one. */
export function wayWords(way: RedriveWay, others: readonly string[], unanswered: number): string {
  const words = {
    'pop-retry': () => t('through the retry topic of 5.x clients'),
    'classic-retry': () => t('through the retry topic of 4.x clients'),
    'send-back': () => t('sent back through a private topic'),
    topic: () =>
      others.length === 0
        ? t('through the topic')
        : t('through the topic, also to {groups}', { groups: enumerated(others) }),
  }[way]();
  return unanswered === 0
    ? words
    : enumerated([words, t('{unanswered, number} sent without a response, being checked', { unanswered })]);
}
