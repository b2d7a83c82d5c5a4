import type { Topic } from '../../../model/topic/topic';

/** FNV-1a, 32 bit: stable over processes and versions, which is all that queue choice needs. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}

/**
 * Each queue of a PRIORITY topic is one priority, the last one all that are higher: as Apache RocketMQ chooses it.
 * Claims begin with the last queue (delivery_claim).
 */
export function queueOfPriority(topic: Topic, priority: number): number {
  return Math.min(priority, topic.queueCount - 1);
}

/** All messages of one message group are on one queue; the number of queues of a FIFO topic never changes. */
export function queueOfMessageGroup(topic: Topic, messageGroup: string): number {
  return hash(messageGroup) % topic.queueCount;
}
