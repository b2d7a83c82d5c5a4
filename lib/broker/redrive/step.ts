import {
  redriveBudget,
  redriveRunning,
  redriveStep,
  type RunningRedrive,
} from '../../store/queries/redrive/redrive-step';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';

/** Small transactions: each holds row locks of an ordered group's queues. */
const MOST_PER_TRANSACTION = 200;
const TRANSACTIONS_PER_PASS = 5;

/**
 * Releases what running re-drives may release now. Safe to run in any number of processes: one works on a re-drive at a
 * time, and rate and progress are in the rows. @returns messages put back to their groups
 */
export async function stepRedrives(ctx: BrokerContext): Promise<number> {
  let moved = 0;
  for (const job of await redriveRunning(ctx.store.broker)) moved += await stepOne(ctx, job);
  return moved;
}

async function stepOne(ctx: BrokerContext, { redriveId, groupId }: RunningRedrive): Promise<number> {
  let moved = 0;
  let touched = false;
  for (let pass = 0; pass < TRANSACTIONS_PER_PASS; pass += 1) {
    const stepped = await retryRolledBack(() =>
      withTransaction(ctx.store.broker, async (db) => {
        const now = ctx.clock.nowOrNull();
        const budget = await redriveBudget(db, now, redriveId, MOST_PER_TRANSACTION);
        const result = budget === null || budget === 0 ? null : await redriveStep(db, now, redriveId, budget);
        // less than a full transaction: the rate allows no more in this pass
        return result === null ? null : { ...result, last: result.remaining === 0 || budget !== MOST_PER_TRANSACTION };
      }),
    );
    if (stepped === null) break;
    moved += stepped.moved;
    touched = true;
    if (stepped.last) break;
  }
  if (touched) await announce(ctx, redriveId, groupId, moved);
  return moved;
}

async function announce(ctx: BrokerContext, redriveId: number, groupId: number, moved: number): Promise<void> {
  if (moved > 0) ctx.wakeups.group(groupId);
  const { name } = await ctx.groups.byId(groupId);
  ctx.metrics.count('redrive_redriven_messages_total', { consumer_group: name }, moved);
  ctx.changes.emit({ kind: 'redrive', group: name, redriveId: String(redriveId) });
  ctx.changes.emit({ kind: 'dead-letter', group: name });
  ctx.changes.emit({ kind: 'message', group: name });
}
