import { keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import {
  deadLetterExpire,
  deadLetterOldGroups,
  type ExpiredBatch,
  FIRST_EXPIRY,
} from '../../store/queries/dead-letter/dead-letter-expire';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

/** A batch is one transaction: it must stay far below the statement time-out whatever the messages are. */
const BATCH_LETTERS = 2000;
const BATCH_BYTES = 64 * 1024 * 1024;
/** Other pruning runs after so many. */
const BATCHES_PER_PASS = 20;

export interface ExpiredDeadLetters {
  readonly expired: number;
  /** There may be more. */
  readonly more: boolean;
}

export interface ExpireOptions {
  readonly batchLetters?: number;
  readonly batches?: number;
}

/**
 * Removes dead letters past the retention that is set, oldest first; without one, nothing. Dead letters that an open
 * re-drive has chosen stay. Safe to run in any number of processes and to be killed anywhere: a batch is there as a
 * whole (rows, events, audit) or not at all.
 */
export async function expireDeadLetters(
  ctx: BrokerContext,
  { batchLetters = BATCH_LETTERS, batches = BATCHES_PER_PASS }: ExpireOptions = {},
): Promise<ExpiredDeadLetters> {
  const { value, version } = await ctx.settings.refresh('dead-letter-retention');
  const keepMs = keepMsOf(value);
  if (keepMs === null) return { expired: 0, more: false };
  const db = ctx.store.broker;
  const now = ctx.clock.nowOrNull();
  let left = batches;
  let expired = 0;
  for (const groupId of await deadLetterOldGroups(db, now, keepMs)) {
    let after = FIRST_EXPIRY;
    for (; left > 0; left -= 1) {
      const scope = { groupId, version, keepMs, limit: batchLetters, maxBytes: BATCH_BYTES };
      const batch = await retryRolledBack(() => deadLetterExpire(db, now, scope, after));
      if (batch === null) break;
      expired += report(ctx, batch);
      after = batch.last;
    }
    if (left === 0) return { expired, more: true };
  }
  return { expired, more: false };
}

function report(ctx: BrokerContext, { group, gone }: ExpiredBatch): number {
  const expired = gone.reduce((sum, { count }) => sum + count, 0);
  if (expired === 0) return 0;
  for (const { topic, count } of gone)
    ctx.metrics.count('redrive_expired_dead_letters_total', { topic, consumer_group: group }, count);
  ctx.log.info({ group, expired }, 'dead letters removed: their retention is over');
  ctx.changes.emit({ kind: 'dead-letter', group });
  ctx.changes.emit({ kind: 'message', group });
  return expired;
}
