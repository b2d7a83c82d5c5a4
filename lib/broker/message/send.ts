import { BrokerError, isBrokerError } from '../../model/errors';
import { bytesOf, type OutgoingMessage, type SendReceipt } from '../../model/message/message';
import type { Topic } from '../../model/topic/topic';
import type { BrokerContext } from '../context';
import { checkDeliveryTimes } from '../schedule/check-delivery-times';
import { batchesOf } from '../process/send/batches-of';
import { validateMessage } from './validate-message';

export interface SendInput {
  /** The sender: for limits, for the list of refused clients, and for the checks of an unfinished half message. */
  readonly clientId?: string;
  readonly accessKey?: string | null;
  readonly topic: string;
  readonly messages: readonly OutgoingMessage[];
}

/**
 * Stores messages of one topic; returns after the commit. Idempotent on (topic, message id): a repeat answers the first
 * one's place and stores nothing. Calls of many producers share one transaction (micro-batching); a call of up to 1,000
 * messages and 4 MiB is stored whole or not at all. A delayed message that is not due is kept apart until it is (see
 * releaseDue); a message of a TRANSACTION topic is stored as half message: no consumer sees it before its transaction
 * is committed.
 * @throws BrokerError topic-not-found, too-many-requests, message-type-conflict, illegal-delivery-time, and one code
 * per limit (see validateMessage)
 */
export async function send(ctx: BrokerContext, input: SendInput): Promise<SendReceipt[]> {
  const { topic: name, messages, clientId = '' } = input;
  if (messages.length === 0)
    throw new BrokerError('message-corrupted', 'messages must not be empty.', {
      field: 'messages',
      limit: 'at least 1',
      value: 0,
    });
  // An unknown name must not become a label of a counter.
  if (ctx.topics.knows(name)) ctx.throttle.checkSend(input);
  const topic = await ctx.topics.find(name);
  for (const message of messages) validateMessage(topic, message);
  await checkDeliveryTimes(ctx, messages);
  const bytes = messages.reduce((sum, message) => sum + bytesOf(message), 0);
  const caller = { ...input, topic: topic.name };
  ctx.throttle.admitSend(caller, { messages: messages.length, bytes });
  const half = topic.messageType === 'TRANSACTION';
  const storing = half ? ctx.halves.store(topic, messages, clientId) : ctx.sends.send(topic, messages);
  const receipts = await storing.catch((error: unknown) => {
    // Refused by the queue as a whole: the limits must not count it as accepted.
    if (isBrokerError(error) && error.code === 'too-many-requests' && batchesOf(messages).length === 1)
      ctx.throttle.refund(caller, { messages: messages.length, bytes });
    if (ctx.databaseHealth.note(error)?.kind === 'disk-full') throw ctx.throttle.diskRefusal(caller);
    throw error;
  });
  const fresh = receipts.filter(({ duplicate }) => !duplicate).length;
  if (fresh > 0) {
    countIn(ctx, topic, messages, receipts);
    ctx.changes.emit({ kind: 'topic' });
  }
  return receipts;
}

/** Counts what is new among them. */
function countIn(
  { metrics }: BrokerContext,
  topic: Topic,
  messages: readonly OutgoingMessage[],
  receipts: readonly SendReceipt[],
): void {
  // Named as Apache RocketMQ does: "normal", "fifo", "delay", "transaction".
  const labels = { topic: topic.name, message_type: topic.messageType.toLowerCase() };
  let [stored, storedBytes] = [0, 0];
  for (const [index, message] of messages.entries()) {
    const receipt = receipts[index];
    if (receipt === undefined || receipt.duplicate) continue;
    stored += 1;
    storedBytes += bytesOf(message);
    metrics.observe('rocketmq_message_size', labels, message.body.length);
    if (receipt.scheduledFor === undefined) continue;
    metrics.count('rocketmq_timer_enqueue_total', { topic: topic.name });
    const waitMs = receipt.scheduledFor.getTime() - message.bornAt.getTime();
    metrics.observe('rocketmq_delay_message_latency', { topic: topic.name }, Math.max(0, waitMs) / 1000);
  }
  metrics.count('rocketmq_messages_in_total', labels, stored);
  metrics.count('rocketmq_throughput_in_total', labels, storedBytes);
}
