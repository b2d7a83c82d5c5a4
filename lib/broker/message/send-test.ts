import { randomBytes } from 'node:crypto';
import { told } from '../../model/language/t';
import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { topicNotFound } from '../../model/not-found';
import { bytesOf, type OutgoingMessage } from '../../model/message/message';
import type { Topic } from '../../model/topic/topic';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { messageSend, type MessageSendRow } from '../../store/queries/message/message-send';
import { scheduledSend } from '../../store/queries/schedule/scheduled-send';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import { aboutNow } from '../about-now';
import type { BrokerContext } from '../context';
import { checkDeliveryTimes } from '../schedule/check-delivery-times';
import { queueOfMessageGroup, queueOfPriority } from '../process/send/choose-queue';
import { validateMessage } from './validate-message';

/** The property that every test message has: its value names who sent it. */
export const TEST_PROPERTY = 'redrive-test';

export interface SendTestInput {
  readonly topic: string;
  readonly body: Buffer;
  readonly tag?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, string>> | undefined;
  /** FIFO topics need one; of LITE topics the name of the lite topic. */
  readonly messageGroup?: string | undefined;
  /** PRIORITY topics need one. */
  readonly priority?: number | undefined;
  /** DELAY topics: when it is delivered; absent: at once. */
  readonly deliverAt?: Date | undefined;
  readonly reason?: string | undefined;
  readonly actor: Actor;
}

export interface TestReceipt {
  readonly messageId: string;
  readonly topic: string;
  readonly queueNo: number;
  /** Null: it waits for its delivery time. */
  readonly offset: number | null;
  readonly scheduledFor: Date | null;
}

/**
 * Sends one message on behalf of an operator: every group that reads the topic gets it, like any other. It is marked by
 * a property, and on record. One of a TRANSACTION topic is stored as if its transaction was committed.
 * @throws BrokerError topic-not-found, too-many-requests, and one code per limit (see validateMessage)
 */
export async function sendTest(ctx: BrokerContext, input: SendTestInput): Promise<TestReceipt> {
  const { actor } = input;
  if (input.topic.startsWith('%'))
    throw new BrokerError(
      'illegal-topic',
      told('Topic {topic} is filled by the broker and takes no test message.', { topic: input.topic }),
      {
        field: 'topic',
        value: input.topic,
      },
    );
  const topic = await ctx.topics.find(input.topic);
  const message = toMessage(topic, input, aboutNow(ctx));
  validateMessage(topic, message);
  await checkDeliveryTimes(ctx, [message]);
  const sender = { topic: topic.name, messages: [message], clientId: `console ${actor.name}`, accessKey: null };
  ctx.throttle.checkSend(sender);
  ctx.throttle.admitSend(sender, { messages: 1, bytes: bytesOf(message) });
  const queueNo =
    message.messageGroup !== null
      ? queueOfMessageGroup(topic, message.messageGroup)
      : message.priority === undefined
        ? randomBytes(1).readUInt8() % topic.queueCount
        : queueOfPriority(topic, message.priority);
  if (topic.messageType === 'LITE') await ctx.sends.enterNames(topic, [message]);
  const row = await retryRolledBack(() => store(ctx, topic, queueNo, message, input));
  ctx.wakeups.topic(topic.topicId);
  ctx.changes.emit({ kind: 'topic' });
  ctx.changes.emit({ kind: 'message', messageId: message.messageId });
  return {
    messageId: message.messageId,
    topic: topic.name,
    queueNo: topic.queueIds.indexOf(row.queueId),
    offset: row.dueAt == null ? row.off : null,
    scheduledFor: row.dueAt ?? null,
  };
}

async function store(
  ctx: BrokerContext,
  topic: Topic,
  queueNo: number,
  message: OutgoingMessage,
  { actor, reason }: SendTestInput,
): Promise<MessageSendRow> {
  const queueId = topic.queueIds[queueNo] ?? 0;
  const now = ctx.clock.nowOrNull();
  return await withTransaction(ctx.store.broker, async (db) => {
    const rows =
      topic.messageType === 'DELAY'
        ? await scheduledSend(db, now, topic.topicId, [{ queueId, message }])
        : await messageSend(db, now, [{ queueId, message }]);
    const [row] = rows;
    if (row === undefined) throw topicNotFound(topic.name);
    const { messageId, tag, keys, messageGroup, priority, deliverAt } = message;
    await appendAudit(db, {
      actor,
      action: 'message.send-test',
      target: topic.name,
      reason,
      after: { messageId, tag, keys, messageGroup, priority, deliverAt, bodyBytes: message.body.length },
    });
    return row;
  });
}

function toMessage(topic: Topic, input: SendTestInput, now: Date): OutgoingMessage {
  const { actor, body, tag, keys = [], properties = {}, messageGroup, priority, deliverAt } = input;
  return {
    messageId: `TEST${randomBytes(14).toString('hex').toUpperCase()}`,
    messageType: topic.messageType,
    tag: tag === undefined || tag === '' ? null : tag,
    messageGroup: messageGroup === undefined || messageGroup === '' ? null : messageGroup,
    keys,
    properties: { ...properties, [TEST_PROPERTY]: actor.name },
    bodyEncoding: 'IDENTITY',
    bornAt: now,
    bornHost: 'console',
    traceContext: null,
    priority,
    deliverAt: topic.messageType === 'DELAY' ? (deliverAt ?? new Date(0)) : (deliverAt ?? null),
    body,
  };
}
