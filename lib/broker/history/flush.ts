import { historyAdd } from '../../store/queries/history/history-add';
import { retryRolledBack } from '../../store/sql-errors';
import { isBrokerError } from '../../model/errors';
import type { BrokerContext } from '../context';

/** Adds what this process counted since the last call to the history. Nothing counted: nothing written. */
export async function flushHistory(ctx: BrokerContext): Promise<void> {
  const counted = ctx.meter.drain();
  if (counted.groups.size + counted.topics.size + counted.refusals.length === 0) return;
  try {
    const groups = await withIds(counted.groups, async (name) => (await ctx.groups.find(name)).groupId);
    const topics = await withIds(counted.topics, async (name) => (await ctx.topics.find(name)).topicId);
    await retryRolledBack(() =>
      historyAdd(ctx.store.broker, ctx.clock.nowOrNull(), { groups, topics, refusals: counted.refusals }),
    );
    // Pages that show figures over time have something new to show.
    ctx.changes.emit({ kind: 'limit' });
  } catch (error) {
    ctx.meter.restore(counted);
    throw error;
  }
}

/** A name that is gone meanwhile has no history to add to. */
async function withIds<Flow>(
  flows: ReadonlyMap<string, Flow>,
  find: (name: string) => Promise<number>,
): Promise<(Flow & { readonly id: number })[]> {
  const found: (Flow & { readonly id: number })[] = [];
  for (const [name, flow] of flows) {
    try {
      found.push({ ...flow, id: await find(name) });
    } catch (error) {
      if (!isBrokerError(error)) throw error;
    }
  }
  return found;
}
