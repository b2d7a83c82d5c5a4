import type { Ask } from '../cluster';
import type { GroupLag } from '../read/lag';
import { readPart } from '../read/read-part';
import { type Found, type WaitingRetry, waitingOf } from './waiting';

const MOST_OF_A_QUEUE = 64;

/** What lies in retry topics and was not fetched yet: it was due when it was stored. */
export async function readDue(ask: Ask, broker: string, { group, topics }: GroupLag): Promise<Found> {
  const items: WaitingRetry[] = [];
  let count = 0;
  let leftWhy: string | null = null;
  for (const { topic, role, queues } of topics) {
    if (role !== 'retry') continue;
    for (const { notDelivered, endOffset, queueNo } of queues.filter((queue) => queue.broker === broker)) {
      if (notDelivered.kind === 'unknown') leftWhy = `${topic} on ${broker}: ${notDelivered.reason}`;
      else if (notDelivered.value > 0) {
        count += notDelivered.value;
        const part = { topic, queueNo, from: endOffset - notDelivered.value, most: MOST_OF_A_QUEUE };
        await readPart(ask, part, (message) => {
          items.push(waitingOf(message, { broker, group, state: 'due', dueMs: message.storeTimestamp }));
        });
      }
    }
  }
  return { items, count, leftWhy };
}
