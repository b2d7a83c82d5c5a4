import { type BrokerContext, createGroup, createTopic } from '../broker';
import type { Actor } from '../model/audit/actor';
import { isBrokerError } from '../model/errors';
import { PRACTICE_GROUPS, PRACTICE_TOPICS } from './scenario';

const REASON = 'practice incident';

/**
 * Topics and groups of the practice incident, through the same verbs as an operator's; existing ones stay as they are.
 */
export async function preparePractice(ctx: BrokerContext, actor: Actor): Promise<void> {
  for (const topic of PRACTICE_TOPICS)
    await unlessItExists(() => createTopic(ctx, { ...topic, actor, reason: REASON }));
  for (const group of PRACTICE_GROUPS)
    await unlessItExists(() => createGroup(ctx, { ...group, actor, reason: REASON }));
}

async function unlessItExists(create: () => Promise<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!isBrokerError(error) || error.code !== 'already-exists') throw error;
  }
}
