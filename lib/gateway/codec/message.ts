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
import { DIGEST_TYPE, ENCODING, MESSAGE_TYPE, UNSUPPORTED_MESSAGE_TYPE } from '../proto/codes';
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
  return {
    messageId: systemProperties.messageId ?? '',
    messageType: fromMessageType(systemProperties),
    tag: systemProperties.tag ?? null,
    messageGroup: systemProperties.messageGroup ?? null,
    keys: systemProperties.keys ?? [],
    properties: userProperties,
    bodyEncoding: fromEncoding(systemProperties.bodyEncoding),
    bornAt: fromTimestamp(systemProperties.bornTimestamp) ?? receivedAt,
    bornHost: (systemProperties.bornHost ?? '').replaceAll('\0', '\uFFFD').slice(0, MAX_BORN_HOST_CHARS),
    traceContext: systemProperties.traceContext ?? null,
    recoverAfterMs: fromDuration(systemProperties.orphanedTransactionRecoveryDuration) ?? undefined,
    deliverAt: fromDeliveryTimestamp(systemProperties.deliveryTimestamp),
    body: body ?? Buffer.alloc(0),
  };
}

function fromMessageType({ messageType = 0, messageGroup, deliveryTimestamp }: SystemProperties): MessageType {
  const named = MESSAGE_TYPES.find((name) => MESSAGE_TYPE[name] === messageType);
  // A delivery time makes it a delayed message whatever its type says; a transaction stays one. Source:
  // TopicMessageType.
  if (deliveryTimestamp !== undefined && (named === 'NORMAL' || named === 'FIFO')) return 'DELAY';
  if (named !== undefined) return named;
  if (messageType !== MESSAGE_TYPE.MESSAGE_TYPE_UNSPECIFIED) {
    const [unsupported] = Object.entries(UNSUPPORTED_MESSAGE_TYPE).find(([, number]) => number === messageType) ?? [];
    const why = unsupported === undefined ? '' : ` ${unsupported} messages are not supported by this broker.`;
    throw new BrokerError('unsupported', `messageType must be NORMAL, FIFO, DELAY or TRANSACTION.${why}`, {
      field: 'messageType',
      limit: MESSAGE_TYPES.join(', '),
      value: unsupported ?? messageType,
    });
  }
  // As the original does for a client that leaves it out.
  if (deliveryTimestamp !== undefined) return 'DELAY';
  return messageGroup === undefined ? 'NORMAL' : 'FIFO';
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
  return {
    topic: { name: topic },
    userProperties: userProperties(message.properties),
    systemProperties: {
      tag: message.tag ?? undefined,
      messageGroup: message.messageGroup ?? undefined,
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
