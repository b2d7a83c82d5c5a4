import { historyAdd } from '../../store/queries/history/history-add';
import { retryRolledBack } from '../../store/sql-errors';
import { isBrokerError } from '../../model/errors';
import type { BrokerContext } from '../context';
import type { Counted } from '../process/meter';

/** Adds what this process counted since the last call to the history. Nothing counted: nothing written. */
export async function flushHistory(ctx: BrokerContext): Promise<void> {
  const counted = ctx.meter.drain();
  if (counted.groups.size + counted.topics.size + counted.refusals.length + counted.filtered.length === 0) return;
  try {
    const groups = await withIds(counted.groups, async (name) => (await ctx.groups.find(name)).groupId);
    const topics = await withIds(counted.topics, async (name) => (await ctx.topics.find(name)).topicId);
    const filtered = await filteredWithIds(ctx, counted.filtered);
    await retryRolledBack(() =>
      historyAdd(ctx.store.broker, ctx.clock.nowOrNull(), { groups, topics, refusals: counted.refusals, filtered }),
    );
    // Pages that show figures over time have something new to show.
    ctx.changes.emit({ kind: 'limit' });
  } catch (error) {
    ctx.meter.restore(counted);
    throw error;
  }
}

async function filteredWithIds({ groups, topics }: BrokerContext, flows: Counted['filtered']) {
  const found: { readonly groupId: number; readonly topicId: number; readonly filtered: number }[] = [];
  for (const { group, topic, filtered } of flows) {
    const ids = await idOrNull(async () => {
      const [{ groupId }, { topicId }] = await Promise.all([groups.find(group), topics.find(topic)]);
      return { groupId, topicId, filtered };
    });
    if (ids !== null) found.push(ids);
  }
  return found;
}

async function withIds<Flow>(
  flows: ReadonlyMap<string, Flow>,
  find: (name: string) => Promise<number>,
): Promise<(Flow & { readonly id: number })[]> {
  const found: (Flow & { readonly id: number })[] = [];
  for (const [name, flow] of flows) {
    const id = await idOrNull(() => find(name));
    if (id !== null) found.push({ ...flow, id });
  }
  return found;
}

/** A name that is gone meanwhile has no history to add to. */
async function idOrNull<Id>(find: () => Promise<Id>): Promise<Id | null> {
  try {
    return await find();
  } catch (error) {
    if (isBrokerError(error)) return null;
    throw error;
  }
}
