import type { Clock } from '../../model/clock';
import type { Store } from '../../store/client';
import { groupFind } from '../../store/queries/group/group-find';
import {
  deadLetterTopicFill,
  deadLetterTopicMake,
  deadLetterTopicsFilling,
} from '../../store/queries/topic/dead-letter-topic';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

/** A step is one transaction: it must stay far below the statement time-out whatever the messages are. */
const STEP_LETTERS = 500;
const STEP_BYTES = 16 * 1024 * 1024;

/**
 * Makes `%DLQ%<group>` when a client asks for it for the first time, with the oldest dead letters in it; the rest
 * follow by `fillDeadLetterTopics`. Not before: until a group reads it, a dead letter costs no second copy.
 * @returns false: no such group
 */
export async function openDeadLetterTopic(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  groupName: string,
): Promise<boolean> {
  const group = await groupFind(store.broker, { name: groupName });
  if (group === null) return false;
  const now = clock.nowOrNull();
  const made = await retryRolledBack(() => deadLetterTopicMake(store.broker, now, group.groupId));
  if (made === null) return false;
  await retryRolledBack(() => deadLetterTopicFill(store.broker, now, group.groupId, STEP_LETTERS, STEP_BYTES));
  return true;
}

/**
 * Copies what is missing of the dead letters that are older than their topic, one step per topic. Safe to run by any
 * number of processes. @returns whether there may be more
 */
export async function fillDeadLetterTopics(ctx: BrokerContext): Promise<boolean> {
  let more = false;
  for (const groupId of await deadLetterTopicsFilling(ctx.store.broker)) {
    const filled = await retryRolledBack(() =>
      deadLetterTopicFill(ctx.store.broker, ctx.clock.nowOrNull(), groupId, STEP_LETTERS, STEP_BYTES),
    );
    if (filled) await ctx.deaths.wakeReaders(groupId);
    more ||= filled;
  }
  return more;
}
