import { createHash } from 'node:crypto';

import type { TransactionCheck } from '../../broker';
import { BrokerError } from '../../model/errors';
import {
  type BodyEncoding,
  type DeliveredMessage,
  originOfDeadLetter,
  type OutgoingMessage,
  userProperties,
} from '../../model/message/message';
import { MESSAGE_TYPES, type MessageType } from '../../model/topic/topic';
import { DIGEST_TYPE, ENCODING, MESSAGE_TYPE } from '../proto/codes';
import type { Message, SystemProperties, Timestamp } from '../proto/wire';
import { fromDuration, fromTimestamp, toDuration, toTimestamp } from './time';

const MAX_BORN_HOST_CHARS = 255;
/** The name of the broker, not of a machine: all processes share one store. */
const STORE_HOST = 'redrive';

export interface OutgoingMessages {
  readonly topic: string;
  readonly messages: readonly OutgoingMessage[];
}

/**
 * Messages of one send.
 * @throws BrokerError message-corrupted when there are none or several topics (40016)
 */
export function fromMessages(messages: readonly Message[], receivedAt: Date): OutgoingMessages {
  const topics = new Set(messages.map(({ topic }) => topic?.name ?? ''));
  const [topic] = topics;
  if (topic === undefined || topics.size > 1) {
    throw new BrokerError('message-corrupted', `messages must be of one topic; there are ${topics.size} topics.`, {
      field: 'messages',
      limit: 1,
      value: topics.size,
    });
  }
  return { topic, messages: messages.map((message) => fromMessage(message, receivedAt)) };
}

function fromMessage({ systemProperties = {}, userProperties = {}, body }: Message, receivedAt: Date): OutgoingMessage {
  const messageType = fromMessageType(systemProperties);
  return {
    messageId: systemProperties.messageId ?? '',
    messageType,
    tag: systemProperties.tag ?? null,
    messageGroup: (messageType === 'LITE' ? systemProperties.liteTopic : systemProperties.messageGroup) ?? null,
    keys: systemProperties.keys ?? [],
    properties: userProperties,
    bodyEncoding: fromEncoding(systemProperties.bodyEncoding),
    bornAt: fromTimestamp(systemProperties.bornTimestamp) ?? receivedAt,
    bornHost: (systemProperties.bornHost ?? '').replaceAll('\0', '\uFFFD').slice(0, MAX_BORN_HOST_CHARS),
    traceContext: systemProperties.traceContext ?? null,
    recoverAfterMs: fromDuration(systemProperties.orphanedTransactionRecoveryDuration) ?? undefined,
    deliverAt: fromDeliveryTimestamp(systemProperties.deliveryTimestamp),
    // As the original: a message of another type loses it.
    priority: messageType === 'PRIORITY' ? systemProperties.priority : undefined,
    body: body ?? Buffer.alloc(0),
  };
}

/**
 * A transaction stays one. Otherwise what is set decides, whatever type the client names: a delivery time, a message
 * group, a priority, a lite topic, in this order. Source: TopicMessageType of the original.
 */
function fromMessageType(properties: SystemProperties): MessageType {
  const { messageType = 0, messageGroup, deliveryTimestamp, priority, liteTopic } = properties;
  const named = MESSAGE_TYPES.find((name) => MESSAGE_TYPE[name] === messageType);
  if (named === undefined && messageType !== MESSAGE_TYPE.MESSAGE_TYPE_UNSPECIFIED) {
    throw new BrokerError('unsupported', `messageType must be one of ${MESSAGE_TYPES.join(', ')}.`, {
      ...{ field: 'messageType', limit: MESSAGE_TYPES.join(', '), value: messageType },
    });
  }
  if (named === 'TRANSACTION') return named;
  if (deliveryTimestamp !== undefined) return 'DELAY';
  const isPlain = priority === undefined && liteTopic === undefined;
  if (named === 'DELAY' || named === 'FIFO' || (named === 'NORMAL' && isPlain)) return named;
  if (messageGroup !== undefined) return 'FIFO';
  if (priority !== undefined) return 'PRIORITY';
  return liteTopic === undefined && named !== 'LITE' ? 'NORMAL' : 'LITE';
}

/** @throws BrokerError illegal-delivery-time when no clock can show it */
function fromDeliveryTimestamp(timestamp: Timestamp | undefined): Date | null {
  const deliverAt = fromTimestamp(timestamp);
  if (timestamp === undefined || deliverAt !== null) return deliverAt;
  throw new BrokerError('illegal-delivery-time', `deliveryTimestamp is not a time: ${timestamp.seconds} s.`, {
    field: 'deliveryTimestamp',
    limit: 'at most 24 h ahead',
    value: timestamp.seconds ?? null,
  });
}

function fromEncoding(encoding: number | undefined): BodyEncoding {
  return encoding === ENCODING.GZIP ? 'GZIP' : 'IDENTITY';
}

export function toMessage(message: DeliveredMessage): Message {
  return toStoredMessage(message, message, message);
}

/** As the application sent it: its checker decides by what is in it. */
export function toHalfMessage(check: TransactionCheck): Message {
  return toStoredMessage(check.message, check, null);
}

/** @param delivery null: it is not handed out */
function toStoredMessage(
  message: OutgoingMessage,
  { topic, queueNo, storedAt }: Pick<DeliveredMessage, 'topic' | 'queueNo' | 'storedAt'>,
  delivery: DeliveredMessage | null,
): Message {
  const isLite = message.messageType === 'LITE';
  return {
    topic: { name: topic },
    userProperties: userProperties(message.properties),
    systemProperties: {
      tag: message.tag ?? undefined,
      messageGroup: isLite ? undefined : (message.messageGroup ?? undefined),
      liteTopic: isLite ? (message.messageGroup ?? undefined) : undefined,
      traceContext: message.traceContext ?? undefined,
      deadLetterQueue: originOfDeadLetter(message.properties) ?? undefined,
      keys: message.keys,
      messageId: message.messageId,
      bodyDigest: digestOf(message.body),
      bodyEncoding: ENCODING[message.bodyEncoding],
      messageType: MESSAGE_TYPE[message.messageType],
      deliveryTimestamp: message.deliverAt === null ? undefined : toTimestamp(message.deliverAt),
      bornTimestamp: toTimestamp(message.bornAt),
      bornHost: message.bornHost,
      storeTimestamp: toTimestamp(storedAt),
      storeHost: STORE_HOST,
      queueId: queueNo,
      queueOffset: delivery?.offset,
      receiptHandle: delivery?.receiptHandle,
      invisibleDuration: delivery === null ? undefined : toDuration(delivery.invisibleMs),
      deliveryAttempt: delivery?.attempt,
      priority: message.priority,
    },
    body: message.body,
  };
}

/**
 * MD5, not CRC32: the Node client compares CRC32 as a decimal number and the Java client as hexadecimal, so no one
 * value satisfies both. Without a digest the Node client cannot receive at all.
 */
function digestOf(body: Buffer): { type: number; checksum: string } {
  return { type: DIGEST_TYPE.MD5, checksum: createHash('md5').update(body).digest('hex').toUpperCase() };
}
