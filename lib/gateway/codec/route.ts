import type { ConsumerGroup } from '../../model/group/group';
import type { Topic } from '../../model/topic/topic';
import { MESSAGE_TYPE, PERMISSION } from '../proto/codes';
import type { Endpoints, MessageQueue } from '../proto/wire';

/** All processes on one database are one broker: any of them serves every queue. */
export const BROKER_NAME = 'redrive';
/** Not a queue: "the broker chooses". */
const ANY_QUEUE = -1;

/** Node clients up to 1.0.8 keep only queue 0, so ids must start there. */
export function toRoute(topic: Topic, endpoints: Endpoints): MessageQueue[] {
  return topic.queueIds.map((_, queueNo) => queueOf(topic, queueNo, endpoints));
}

/**
 * One loop per client is enough where order does not matter, and for lite topics: any receive brings those of all
 * queues. An ordered group gets one per queue, as in the original.
 */
export function toAssignments(
  topic: Topic,
  group: ConsumerGroup,
  endpoints: Endpoints,
): { messageQueue: MessageQueue }[] {
  const hasLoops = group.deliveryOrder === 'ordered' && topic.messageType !== 'LITE';
  const queues = hasLoops ? toRoute(topic, endpoints) : [queueOf(topic, ANY_QUEUE, endpoints)];
  return queues.map((messageQueue) => ({ messageQueue }));
}

function queueOf(topic: Topic, id: number, endpoints: Endpoints): MessageQueue {
  return {
    topic: { name: topic.name },
    id,
    permission: PERMISSION.READ_WRITE,
    broker: { name: BROKER_NAME, id: 0, endpoints },
    acceptMessageTypes: [MESSAGE_TYPE[topic.messageType]],
  };
}
