import { BrokerError } from '../../model/errors';
import type { OutgoingMessage, SendReceipt } from '../../model/message';
import type { BrokerContext } from '../context';
import { checkDeliveryTimes } from '../schedule/check-delivery-times';
import { validateMessage } from './validate-message';

export interface SendInput {
  readonly topic: string;
  readonly messages: readonly OutgoingMessage[];
}

/**
 * Stores messages of one topic; returns after the commit. Idempotent on (topic, message id): a repeat answers the
 * first one's place and stores nothing. Calls of many producers share one transaction (micro-batching).
 * A delayed message that is not due is kept apart until it is (see releaseDue).
 * @throws BrokerError topic-not-found, message-type-conflict, illegal-delivery-time, and one code per limit (see validateMessage)
 */
export async function send(ctx: BrokerContext, { topic: name, messages }: SendInput): Promise<SendReceipt[]> {
  if (messages.length === 0)
    throw new BrokerError('message-corrupted', 'messages must not be empty.', {
      field: 'messages',
      limit: 'at least 1',
      value: 0,
    });
  const topic = await ctx.topics.find(name);
  for (const message of messages) validateMessage(topic, message);
  await checkDeliveryTimes(ctx, messages);
  const receipts = await Promise.all(messages.map((message) => ctx.sends.send(topic, message)));
  const labels = { topic: topic.name, message_type: topic.messageType };
  const fresh = receipts.filter(({ duplicate }) => !duplicate).length;
  if (fresh > 0) {
    ctx.metrics.count('rocketmq_messages_in_total', labels, fresh);
    ctx.metrics.count(
      'rocketmq_throughput_in_total',
      labels,
      messages.reduce((sum, { body }) => sum + body.length, 0),
    );
    const scheduled = receipts.filter(({ duplicate, scheduledFor }) => !duplicate && scheduledFor !== undefined).length;
    if (scheduled > 0) ctx.metrics.count('rocketmq_timer_enqueue_total', { topic: topic.name }, scheduled);
    if (scheduled < fresh) ctx.wakeups.topic(topic.topicId);
    ctx.changes.emit({ kind: 'topic' });
  }
  return receipts;
}
