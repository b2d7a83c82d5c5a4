import { BrokerError, type BrokerErrorCode } from '../../model/errors';
import { LIMITS, RESERVED_PROPERTY_KEYS } from '../../model/limits';
import { checkLiteTopicName } from '../../model/names';
import type { OutgoingMessage } from '../../model/message/message';
import type { Topic } from '../../model/topic/topic';

// oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;
/** Half of a pair: no text. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const SHOWN_CHARS = 64;

/**
 * Every limit of the protocol, each with its own code, before anything is stored.
 * Source: Apache RocketMQ 5 documentation, "Parameter limits", and its proxy's GrpcValidator.
 * @throws BrokerError naming field, limit and value
 */
export function validateMessage(topic: Topic, message: OutgoingMessage): void {
  validateId(message.messageId);
  if (message.messageType === 'LITE') checkLiteTopicName(message.messageGroup ?? '');
  else validateMessageGroup(message.messageGroup);
  validateContent(message);
  validateType(topic, message);
}

/** What an operator may change of a message. @throws BrokerError naming field, limit and value */
export function validateContent(message: Pick<OutgoingMessage, 'body' | 'tag' | 'keys' | 'properties'>): void {
  validateBody(message.body);
  validateTag(message.tag);
  for (const key of message.keys) validateText('illegal-key', 'keys', key);
  validateProperties(message);
}

function validateId(messageId: string): void {
  if (messageId.trim() === '') refuse('illegal-message-id', 'messageId', 'not blank', messageId, 'must not be blank');
  refuseControl('illegal-message-id', 'messageId', messageId);
  refuseLonger('illegal-message-id', 'messageId', messageId, LIMITS.messageIdBytes);
}

function validateBody(body: Buffer): void {
  if (body.length === 0) refuse('body-empty', 'body', 'at least 1 byte', 0, 'must not be empty');
  if (body.length > LIMITS.bodyBytes) {
    refuse('body-too-large', 'body', LIMITS.bodyBytes, body.length, `may have at most ${LIMITS.bodyBytes} bytes`);
  }
}

function validateTag(tag: string | null): void {
  if (tag === null) return;
  validateText('illegal-tag', 'tag', tag);
  if (tag.includes('|')) refuse('illegal-tag', 'tag', 'no "|"', tag, 'must not contain "|"');
}

function validateMessageGroup(messageGroup: string | null): void {
  if (messageGroup === null) return;
  validateText('illegal-message-group', 'messageGroup', messageGroup);
  refuseLonger('illegal-message-group', 'messageGroup', messageGroup, LIMITS.messageGroupBytes);
}

function validateProperties({ properties, tag, keys }: Pick<OutgoingMessage, 'tag' | 'keys' | 'properties'>): void {
  const entries = Object.entries(properties);
  if (entries.length > LIMITS.userProperties) {
    refuse(
      'properties-too-large',
      'properties',
      LIMITS.userProperties,
      entries.length,
      `may have at most ${LIMITS.userProperties} entries`,
    );
  }
  let bytes = Buffer.byteLength(tag ?? '') + keys.reduce((sum, key) => sum + Buffer.byteLength(key), 0);
  for (const [key, value] of entries) {
    if (key.trim() === '') refuse('illegal-property-key', 'properties', 'not blank', key, 'has a blank key');
    if (RESERVED_PROPERTY_KEYS.has(key))
      refuse('illegal-property-key', 'properties', 'not a reserved key', key, 'has a reserved key');
    refuseControl('illegal-property-key', 'properties', key);
    refuseControl('illegal-property-key', 'properties', value);
    bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  }
  if (bytes > LIMITS.propertyBytes) {
    refuse(
      'properties-too-large',
      'properties',
      LIMITS.propertyBytes,
      `${bytes} bytes`,
      `may have at most ${LIMITS.propertyBytes} bytes together with tag and keys`,
    );
  }
}

function validateType(topic: Topic, message: OutgoingMessage): void {
  if (message.messageType !== topic.messageType) {
    refuse(
      'message-type-conflict',
      'messageType',
      topic.messageType,
      message.messageType,
      `must be ${topic.messageType}, the type of topic ${topic.name}`,
    );
  }
  if (message.messageType === 'TRANSACTION') validateTransaction(message);
  if (message.messageType === 'DELAY' && message.deliverAt === null) {
    refuse('bad-request', 'deliveryTimestamp', 'a time', null, 'is required for a DELAY message');
  }
  if (message.messageType !== 'DELAY' && message.deliverAt !== null) {
    refuse(
      'message-type-conflict',
      'deliveryTimestamp',
      'empty',
      message.deliverAt.toISOString(),
      `must be empty for a ${message.messageType} message`,
    );
  }
  if (message.messageType === 'FIFO' && message.messageGroup === null) {
    refuse('illegal-message-group', 'messageGroup', 'not empty', null, 'is required for a FIFO message');
  }
  validatePriority(message);
}

/** @throws BrokerError message-type-conflict: without one it is a message of another type. Source: TopicMessageType */
function validatePriority({ messageType, messageGroup, priority }: OutgoingMessage): void {
  const isPriority = messageType === 'PRIORITY';
  if (!isPriority && priority !== undefined)
    refuse('message-type-conflict', 'priority', 'none', priority, `must not be set for a ${messageType} message`);
  if (!isPriority) return;
  if (messageGroup !== null)
    refuse('message-type-conflict', 'messageGroup', 'none', messageGroup, 'must not be set for a PRIORITY message');
  if (priority === undefined)
    refuse('message-type-conflict', 'priority', 'a number', null, 'is required for a PRIORITY message');
  if (!Number.isInteger(priority) || priority < 0 || priority > LIMITS.priority)
    refuse('bad-request', 'priority', LIMITS.priority, priority, `must be 0 to ${LIMITS.priority}`);
}

function validateTransaction({ messageGroup, recoverAfterMs }: OutgoingMessage): void {
  if (messageGroup !== null)
    refuse('message-type-conflict', 'messageGroup', 'none', messageGroup, 'must not be set for a TRANSACTION message');
  if (recoverAfterMs === undefined) return;
  if (recoverAfterMs < 0 || recoverAfterMs > LIMITS.transactionRecoveryMs) {
    refuse(
      'bad-request',
      'orphanedTransactionRecoveryDuration',
      LIMITS.transactionRecoveryMs,
      recoverAfterMs,
      `must be 0 to ${LIMITS.transactionRecoveryMs} ms`,
    );
  }
}

function validateText(code: BrokerErrorCode, field: string, text: string): void {
  if (text.trim() === '') refuse(code, field, 'not blank', text, 'must not be blank');
  refuseControl(code, field, text);
}

function refuseLonger(code: BrokerErrorCode, field: string, text: string, limitBytes: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > limitBytes) refuse(code, field, limitBytes, `${bytes} bytes`, `may have at most ${limitBytes} bytes`);
}

function refuseControl(code: BrokerErrorCode, field: string, text: string): void {
  if (CONTROL.test(text) || LONE_SURROGATE.test(text))
    refuse(code, field, 'visible characters', visible(text), 'must have visible characters only');
}

function visible(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_CHARS));
}

function refuse(
  code: BrokerErrorCode,
  field: string,
  limit: string | number,
  value: string | number | null,
  must: string,
): never {
  const shown = typeof value === 'string' ? value.slice(0, SHOWN_CHARS) : value;
  throw new BrokerError(code, `${field} ${must}; it is ${shown === null || shown === '' ? 'empty' : shown}.`, {
    field,
    limit,
    value: shown,
  });
}
