import type { Metrics } from '../../../model/metrics';
import type { Topic } from '../../../model/topic/topic';
import type { Patience } from '../batcher';
import type { Protection } from './protection';
import { throttled } from './refuse';

/** How many sends of a topic may wait for its next batch, and how long. Half messages wait as others do. */
export function sendPatience<Item extends { readonly topic: Topic }>(
  metrics: Metrics,
  { sendQueueItems, sendHeadWaitMs }: Protection,
): Patience<Item> {
  return {
    maxWaiting: sendQueueItems,
    maxWaitMs: sendHeadWaitMs,
    refuse: ({ topic }, { waitedMs, waiting }) =>
      waitedMs === 0
        ? throttled(metrics, {
            limit: 'send-queue',
            limitValue: `${sendQueueItems} requests`,
            value: `${waiting} requests`,
            says: '[OVERLOAD]system busy, start flow control for a while',
            topic: topic.name,
          })
        : throttled(metrics, {
            limit: 'send-head-wait',
            limitValue: `${sendHeadWaitMs} ms`,
            value: `${waitedMs} ms`,
            says:
              '[TIMEOUT_CLEAN_QUEUE]broker busy, start flow control for a while, period in queue: ' +
              `${waitedMs}ms, size of queue: ${waiting}`,
            topic: topic.name,
          }),
  };
}
