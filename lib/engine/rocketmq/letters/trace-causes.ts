import type { BrokerContext } from '../../../broker';
import { findTraces, type Traced } from '../../../cluster';
import { isBrokerError } from '../../../model/errors';
import { tracedEndOf } from '../../../model/cluster/traced-end';
import {
  type TracedEndRow,
  traceDueDrop,
  traceDueLooked,
  traceDueName,
  traceDueNext,
} from '../../../store/queries/cluster/trace-due';
import type { ClusterEngine } from '../clusters/directory';

/** When what a client traced of a death is looked for. */
export const TRACE_POLICY = {
  /** Clients trace some seconds late. */
  firstMs: 3_000,
  /** Between one look and the next; after the last it is given up. */
  waitsMs: [10_000, 60_000] as readonly number[],
  /** Searches of each broker in a round. */
  atOnce: 4,
  /** Deaths before that are not looked for: a broker that dies a lot is not searched for hours. */
  keptMs: 3_600_000,
  /** Traces of the last delivery lie so near to the death. */
  aroundMs: { before: 1_200_000, after: 120_000 },
} as const;

/**
 * Letters of 4.x clients that no application reported on get as cause what their clients traced. A report that comes
 * later takes its place. @returns how many
 */
export async function nameTraced(
  ctx: BrokerContext,
  { cluster, clusterId }: Pick<ClusterEngine, 'cluster' | 'clusterId'>,
): Promise<number> {
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull();
  await traceDueDrop(db, now, clusterId, TRACE_POLICY.keptMs);
  const due = await traceDueNext(db, now, clusterId, TRACE_POLICY.atOnce);
  if (due.length === 0) return 0;
  const ends: TracedEndRow[] = [];
  for (const { group, messageId, deadAt } of due) {
    // What is traced together comes together.
    if (ends.some((end) => end.group === group && end.messageId === messageId)) continue;
    const diedMs = deadAt.getTime();
    const { before, after } = TRACE_POLICY.aroundMs;
    const query = { key: messageId, fromMs: diedMs - before, toMs: diedMs + after };
    const found = await findTraces(cluster, query, 'background').catch((error: unknown) => {
      if (!isBrokerError(error) || error.code !== 'unavailable') throw error;
      return null;
    });
    if (found === null) return 0;
    const { answers, traced } = found;
    if (answers.silent.length === 0 && answers.parts.every(({ value }) => value === null)) {
      await traceDueDrop(db, now, clusterId, 0);
      return 0;
    }
    ends.push(...traced.flatMap(endOf));
  }
  const named = await traceDueName(db, clusterId, ends);
  await traceDueLooked(
    db,
    now,
    due.map(({ id }) => id),
    TRACE_POLICY.waitsMs,
  );
  if (named > 0) ctx.changes.emit({ kind: 'dead-letter' });
  return named;
}

function endOf(traced: Traced): TracedEndRow[] {
  const cause = traced.kind === 'delivered' && traced.end !== null ? tracedEndOf(traced.end) : null;
  if (traced.kind !== 'delivered' || cause === null) return [];
  const { group, messageId, attempt } = traced;
  return [{ group, messageId, attempt, cause }];
}
