import { createHash } from 'node:crypto';

import type { TransactionCheck } from '../../broker';
import { BrokerError } from '../../model/errors';
import {
  type BodyEncoding,
  type DeliveredMessage,
  originOfDeadLetter,
  type OutgoingMessage,
  userProperties,
} from '../../model/message';
import { MESSAGE_TYPES, type MessageType } from '../../model/topic';
import { DIGEST_TYPE, ENCODING, MESSAGE_TYPE } from '../proto/codes';
import type { Message, SystemProperties } from '../proto/wire';
import { fromDuration, fromTimestamp, toDuration, toTimestamp } from './time';

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
    recoverAfterMs: fromDuration(systemProperties.orphanedTransactionRecoveryDuration) ?? undefined,
    body: body ?? Buffer.alloc(0),
  };
}

function fromMessageType({ messageType = 0, messageGroup, deliveryTimestamp }: SystemProperties): MessageType {
  const named = MESSAGE_TYPES.find((name) => MESSAGE_TYPE[name] === messageType);
  if (named !== undefined) return named;
  if (messageType !== MESSAGE_TYPE.MESSAGE_TYPE_UNSPECIFIED) {
    throw new BrokerError('unsupported', 'messageType must be NORMAL, FIFO, DELAY or TRANSACTION.', {
      field: 'messageType',
      limit: MESSAGE_TYPES.join(', '),
      value: messageType,
    });
  }
  // As the original does for a client that leaves it out.
  if (messageGroup !== undefined) return 'FIFO';
  return deliveryTimestamp === undefined ? 'NORMAL' : 'DELAY';
}

function fromEncoding(encoding: number | undefined): BodyEncoding {
  return encoding === ENCODING.GZIP ? 'GZIP' : 'IDENTITY';
}

export function toMessage(message: DeliveredMessage): Message {
  const { systemProperties, ...rest } = toStoredMessage(message, message);
  return {
    ...rest,
    systemProperties: {
      ...systemProperties,
      queueOffset: message.offset,
      receiptHandle: message.receiptHandle,
      invisibleDuration: toDuration(message.invisibleMs),
      deliveryAttempt: message.attempt,
    },
  };
}

/** As the application sent it: its checker decides by what is in it. */
export function toHalfMessage(check: TransactionCheck): Message {
  return toStoredMessage(check.message, check);
}

function toStoredMessage(
  message: OutgoingMessage,
  { topic, queueNo, storedAt }: Pick<DeliveredMessage, 'topic' | 'queueNo' | 'storedAt'>,
): Message {
  const origin = originOfDeadLetter(message.properties);
  return {
    topic: { name: topic },
    userProperties: userProperties(message.properties),
    systemProperties: {
      ...(message.tag === null ? {} : { tag: message.tag }),
      ...(message.messageGroup === null ? {} : { messageGroup: message.messageGroup }),
      ...(message.traceContext === null ? {} : { traceContext: message.traceContext }),
      ...(origin === null ? {} : { deadLetterQueue: origin }),
      keys: message.keys,
      messageId: message.messageId,
      bodyDigest: digestOf(message.body),
      bodyEncoding: ENCODING[message.bodyEncoding],
      messageType: MESSAGE_TYPE[message.messageType],
      bornTimestamp: toTimestamp(message.bornAt),
      bornHost: message.bornHost,
      storeTimestamp: toTimestamp(storedAt),
      storeHost: STORE_HOST,
      queueId: queueNo,
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
