import type { RuntimeInfo } from '../admin/runtime-info';
import type { Ask } from '../cluster';
import { classicRetryTopic } from '../read/retry-topic';
import { SCHEDULE_TOPIC } from '../redrive/tails';
import type { BrokerFacts } from '../topology/facts';
import { readPart } from './read-part';
import { type Found, type WaitingRetry, waitingOf } from './waiting';

/** Of one broker: its levels have the retries of all groups together. */
const MOST = 6_400;

/**
 * What 4.x clients sent back waits by levels, each with the same wait: due when it was stored and its level later.
 * A level is read from where the broker has delivered to.
 */
export async function readScheduled(
  ask: Ask,
  { broker, group, facts, info }: { broker: string; group: string; facts: BrokerFacts; info: RuntimeInfo },
): Promise<Found> {
  const items: WaitingRetry[] = [];
  let [budget, left] = [MOST, 0];
  for (const [index, waitMs] of facts.delayLevelsMs.entries()) {
    // "delivered,end"; a level that nothing was ever sent to is not named.
    const [, delivered, end] = /^(\d+),(\d+)$/.exec(info[`scheduleMessageOffset_${index + 1}`] ?? '') ?? [];
    if (delivered === undefined || Number(delivered) >= Number(end)) continue;
    let seen = 0;
    const part = { topic: SCHEDULE_TOPIC, queueNo: index, from: Number(delivered), most: budget };
    left += await readPart(ask, part, (message) => {
      seen += 1;
      if (message.properties['REAL_TOPIC'] !== classicRetryTopic(group)) return;
      const dueMs = message.storeTimestamp + waitMs;
      items.push(waitingOf(message, { broker, group, state: 'waits', limit: 'client', dueMs }));
    });
    budget = Math.max(0, budget - seen);
  }
  const leftWhy = left === 0 ? null : `${left} scheduled messages of all groups on ${broker} were not read`;
  return { items, count: items.length, unopened: 0, leftWhy };
}
