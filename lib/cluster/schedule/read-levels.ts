import type { RuntimeInfo } from '../admin/runtime-info';
import type { Ask } from '../cluster';
import { readPart } from '../read/read-part';
import { SCHEDULE_TOPIC } from '../redrive/tails';
import type { BrokerFacts } from '../topology/facts';
import type { StoredMessage } from '../wire/message';

/** Of one broker: its levels have the delayed messages of all topics and the retries of all groups together. */
export const MOST_OF_LEVELS = 6_400;

/**
 * What 4.x clients delayed or sent back waits by levels, each with the same wait: due when it was stored and its level
 * later. A level is read from where the broker has delivered to. @returns how many messages were not read
 */
export async function readLevels(
  ask: Ask,
  { facts, info, most = MOST_OF_LEVELS }: { readonly facts: BrokerFacts; readonly info: RuntimeInfo; most?: number },
  see: (message: StoredMessage, dueMs: number) => void,
): Promise<number> {
  let [budget, left] = [most, 0];
  for (const [index, waitMs] of facts.delayLevelsMs.entries()) {
    // "delivered,end"; a level that nothing was ever sent to is not named.
    const [, delivered, end] = /^(\d+),(\d+)$/.exec(info[`scheduleMessageOffset_${index + 1}`] ?? '') ?? [];
    if (delivered === undefined || Number(delivered) >= Number(end)) continue;
    let seen = 0;
    const part = { topic: SCHEDULE_TOPIC, queueNo: index, from: Number(delivered), most: budget };
    left += await readPart(ask, part, (message) => {
      seen += 1;
      see(message, message.storeTimestamp + waitMs);
    });
    budget = Math.max(0, budget - seen);
  }
  return left;
}
