import { createHash } from 'node:crypto';

import { BrokerError } from '../../model/errors';
import { RESERVED_PROPERTY_KEYS } from '../../model/limits';
import type { BodyEncoding, DeliveredMessage, OutgoingMessage } from '../../model/message';
import { MESSAGE_TYPES, type MessageType } from '../../model/topic';
import { DIGEST_TYPE, ENCODING, MESSAGE_TYPE } from '../proto/codes';
import type { Message, SystemProperties, Timestamp } from '../proto/wire';
import { fromTimestamp, toDuration, toTimestamp } from './time';

const MAX_BORN_HOST_CHARS = 255;
/** Names the broker, not a machine: whichever process answers, the store is the same. */
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
    bornHost: (systemProperties.bornHost ?? '').slice(0, MAX_BORN_HOST_CHARS),
    traceContext: systemProperties.traceContext ?? null,
    deliverAt: fromDeliveryTimestamp(systemProperties.deliveryTimestamp),
    body: body ?? Buffer.alloc(0),
  };
}

function fromMessageType({ messageType = 0, messageGroup, deliveryTimestamp }: SystemProperties): MessageType {
  const named = MESSAGE_TYPES.find((name) => MESSAGE_TYPE[name] === messageType);
  // A delivery time makes it a delayed message whatever it says; a transaction stays one. Source: TopicMessageType.
  if (deliveryTimestamp !== undefined && (named === 'NORMAL' || named === 'FIFO')) return 'DELAY';
  if (named !== undefined) return named;
  if (messageType !== MESSAGE_TYPE.MESSAGE_TYPE_UNSPECIFIED) {
    throw new BrokerError('unsupported', 'messageType must be NORMAL, FIFO, DELAY or TRANSACTION.', {
      field: 'messageType',
      limit: MESSAGE_TYPES.join(', '),
      value: messageType,
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
  return {
    topic: { name: message.topic },
    userProperties: visibleProperties(message.properties),
    systemProperties: {
      ...(message.tag === null ? {} : { tag: message.tag }),
      ...(message.messageGroup === null ? {} : { messageGroup: message.messageGroup }),
      ...(message.traceContext === null ? {} : { traceContext: message.traceContext }),
      keys: message.keys,
      messageId: message.messageId,
      bodyDigest: digestOf(message.body),
      bodyEncoding: ENCODING[message.bodyEncoding],
      messageType: MESSAGE_TYPE[message.messageType],
      ...(message.deliverAt === null ? {} : { deliveryTimestamp: toTimestamp(message.deliverAt) }),
      bornTimestamp: toTimestamp(message.bornAt),
      bornHost: message.bornHost,
      storeTimestamp: toTimestamp(message.storedAt),
      storeHost: STORE_HOST,
      queueId: message.queueNo,
      queueOffset: message.offset,
      receiptHandle: message.receiptHandle,
      invisibleDuration: toDuration(message.invisibleMs),
      deliveryAttempt: message.attempt,
    },
    body: message.body,
  };
}

/** What the broker keeps among the properties for itself (names of the original) is not the application's to see. */
function visibleProperties(properties: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !RESERVED_PROPERTY_KEYS.has(key)));
}

/**
 * MD5, not CRC32: the Node client compares CRC32 as a decimal number and the Java client as hexadecimal, so no one
 * value satisfies both. Without a digest the Node client cannot receive at all.
 */
function digestOf(body: Buffer): { type: number; checksum: string } {
  return { type: DIGEST_TYPE.MD5, checksum: createHash('md5').update(body).digest('hex').toUpperCase() };
}
