import type { BrokerContext } from '../../../broker';
import type { Verdict, Watch, Watched } from '../../../cluster';
import type { OpenClusterRedrive } from '../../../store/queries/cluster-redrive/open';
import { putBack } from '../../../store/queries/cluster-redrive/send';
import { noteSeen, type SeenItem, watchedItems, type WatchedRow } from '../../../store/queries/cluster-redrive/watch';
import type { RedrivePolicy } from './policy';

const STATES = {
  waiting: 'sent',
  delivered: 'delivered',
  retrying: 'retrying',
  consumed: 'consumed',
  died: 'died',
  'not-failed': 'bound',
} as const satisfies Record<Verdict['state'], SeenItem['state']>;

/**
 * One look at the outcome of a run's copies. What was sent perhaps is sent when the topics have it, and has its turn
 * again when they were read to their ends, again and again and long after it could have come, without it.
 * @returns whether anything is new
 */
export async function observe(
  ctx: BrokerContext,
  { redriveId, way }: OpenClusterRedrive,
  watch: Watch,
  { lateMs, settleMs }: Pick<RedrivePolicy, 'lateMs' | 'settleMs'>,
): Promise<boolean> {
  const db = ctx.store.console;
  const rows = await watchedItems(db, redriveId, lateMs);
  for (const { ord, broker, topic, sentQueue, sentOff } of rows) {
    // The place of one that was sent back is where it waited to be.
    const place =
      way === 'send-back' || sentQueue === null || sentOff === null ? null : { queueNo: sentQueue, offset: sentOff };
    watch.add({ ord, broker, topic, place });
  }
  if (rows.length === 0) return false;
  const { items, wholeForMs } = await watch.round();
  const found = new Map(items.map((item) => [item.ord, item]));
  const seen: SeenItem[] = [];
  const gone: number[] = [];
  for (const row of rows) {
    const item = found.get(row.ord);
    if (item === undefined) continue;
    if (row.state !== 'sending' || item.isStored) {
      const now = seenOf(row, item);
      if (isNews(row, now)) seen.push(now);
    } else if (row.isLate && (wholeForMs.get(row.broker) ?? -1) >= settleMs) gone.push(row.ord);
  }
  const changed = seen.length === 0 ? 0 : await noteSeen(db, redriveId, seen);
  if (gone.length > 0) await putBack(db, redriveId, gone);
  for (const ord of gone) watch.drop(ord);
  for (const { ord, state } of seen) if (state === 'consumed' || state === 'died') watch.drop(ord);
  return changed + gone.length > 0;
}

function seenOf(row: WatchedRow, { verdict, place, attempt: newest }: Watched): SeenItem {
  // between two looks it may have failed more than once
  const attempt = 'attempt' in verdict ? verdict.attempt : Math.max(row.attempt, newest);
  return {
    ord: row.ord,
    state: STATES[verdict.state],
    attempt,
    dueAt: verdict.state === 'retrying' && verdict.dueMs !== null ? new Date(verdict.dueMs) : null,
    firstFailed: firstOf(verdict),
    queueNo: place?.queueNo ?? null,
    offset: place?.offset ?? null,
  };
}

/** A longer lease and a failure look the same until the next copy is there: so long nothing is said to have failed. */
function firstOf(verdict: Verdict): boolean | null {
  if (verdict.state === 'died') return true;
  if (verdict.state === 'waiting') return null;
  if (verdict.attempt > 0) return true;
  return verdict.state === 'consumed' || verdict.state === 'not-failed' ? false : null;
}

function isNews(row: WatchedRow, { state, attempt }: SeenItem): boolean {
  return row.state !== state || row.attempt !== attempt;
}
