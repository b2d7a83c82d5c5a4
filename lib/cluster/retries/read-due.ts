import { type Reason, told } from '../../model/language/t';
import type { Ask } from '../cluster';
import type { GroupLag } from '../read/lag';
import { readPart } from '../read/read-part';
import { classicRetryTopic } from '../read/retry-topic';
import { type Found, type WaitingRetry, waitingOf } from './waiting';

const MOST_OF_A_QUEUE = 64;

/** What lies in retry topics and was not fetched yet: it was due when it was stored. */
export async function readDue(ask: Ask, broker: string, { group, topics }: GroupLag): Promise<Found> {
  const items: WaitingRetry[] = [];
  let [count, unopened] = [0, 0];
  let leftWhy: Reason | null = null;
  for (const { topic, role, queues } of topics) {
    if (role !== 'retry') continue;
    const limit = topic === classicRetryTopic(group) ? 'client' : 'group';
    for (const { notDelivered, endOffset, queueNo } of queues.filter((queue) => queue.broker === broker)) {
      if (notDelivered.kind === 'unknown')
        leftWhy = told('{topic} on {broker}: {reason}', { topic, broker, reason: notDelivered.reason });
      else if (notDelivered.value > 0) {
        count += notDelivered.value;
        const part = { topic, queueNo, from: endOffset - notDelivered.value, most: MOST_OF_A_QUEUE };
        const before = items.length;
        await readPart(ask, part, (message) => {
          items.push(waitingOf(message, { broker, group, state: 'due', limit, dueMs: message.storeTimestamp }));
        });
        if (limit === 'group') unopened += Math.max(0, notDelivered.value - (items.length - before));
      }
    }
  }
  return { items, count, unopened, leftWhy };
}
