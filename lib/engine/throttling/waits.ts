import { t } from '../../model/language/t';
import type { RefusalWait } from '../../broker';
import { known, type Reading, unknown } from '../../model/reading';

/** How long refused clients waited until they were taken. */
export type WaitView = Omit<RefusalWait, 'limit' | 'topic' | 'group' | 'client'>;

/** Of the clients that match: a history row without a client stands for all of its limit. */
export function waitOf(
  waits: readonly RefusalWait[] | null,
  of: { readonly limit?: string; readonly topic?: string; readonly group?: string; readonly client?: string },
  asOf: string,
): Reading<WaitView> {
  if (waits === null) return unknown(t('waits are kept in memory, of the last 15 minutes'));
  const own = waits.filter(
    ({ limit, topic, group, client }) =>
      limit === (of.limit ?? limit) &&
      topic === (of.topic ?? topic) &&
      group === (of.group ?? group) &&
      client === (of.client || client),
  );
  if (own.length === 0) return unknown(t('this node refused none of them since it started'));
  const sum = (read: (wait: WaitView) => number): number => own.reduce((total, wait) => total + read(wait), 0);
  const most = (read: (wait: WaitView) => number | null): number | null =>
    own.reduce<number | null>(
      (found, wait) => (read(wait) === null ? found : Math.max(found ?? 0, read(wait) ?? 0)),
      null,
    );
  return known(
    {
      through: sum(({ through }) => through),
      longestMs: most(({ longestMs }) => longestMs),
      waiting: sum(({ waiting }) => waiting),
      waitingMs: most(({ waitingMs }) => waitingMs),
      gone: sum(({ gone }) => gone),
      mostInARow: most(({ mostInARow }) => mostInARow) ?? 0,
      lostSight: sum(({ lostSight }) => lostSight),
    },
    asOf,
  );
}
