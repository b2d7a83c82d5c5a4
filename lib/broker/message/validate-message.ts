import { type Told, told } from '../../model/language/t';
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
  if (messageId.trim() === '')
    refuse('illegal-message-id', 'messageId', 'not blank', messageId, told('must not be blank'));
  refuseControl('illegal-message-id', 'messageId', messageId);
  refuseLonger('illegal-message-id', 'messageId', messageId, LIMITS.messageIdBytes);
}

function validateBody(body: Buffer): void {
  if (body.length === 0) refuse('body-empty', 'body', 'at least 1 byte', 0, told('must not be empty'));
  if (body.length > LIMITS.bodyBytes) {
    refuse('body-too-large', 'body', LIMITS.bodyBytes, body.length, mostBytes(LIMITS.bodyBytes));
  }
}

function validateTag(tag: string | null): void {
  if (tag === null) return;
  validateText('illegal-tag', 'tag', tag);
  if (tag.includes('|')) refuse('illegal-tag', 'tag', 'no "|"', tag, told('must not contain "|"'));
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
      told('may have at most {most} entries', { most: LIMITS.userProperties }),
    );
  }
  let bytes = Buffer.byteLength(tag ?? '') + keys.reduce((sum, key) => sum + Buffer.byteLength(key), 0);
  for (const [key, value] of entries) {
    if (key.trim() === '') refuse('illegal-property-key', 'properties', 'not blank', key, told('has a blank key'));
    if (RESERVED_PROPERTY_KEYS.has(key))
      refuse('illegal-property-key', 'properties', 'not a reserved key', key, told('has a reserved key'));
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
      told('may have at most {most} bytes together with tag and keys', { most: LIMITS.propertyBytes }),
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
      told('must be {type}, the type of topic {topic}', { type: topic.messageType, topic: topic.name }),
    );
  }
  if (message.messageType === 'TRANSACTION') validateTransaction(message);
  if (message.messageType === 'DELAY' && message.deliverAt === null) {
    refuse('bad-request', 'deliveryTimestamp', 'a time', null, neededBy('DELAY'));
  }
  if (message.messageType !== 'DELAY' && message.deliverAt !== null) {
    refuse(
      'message-type-conflict',
      'deliveryTimestamp',
      'empty',
      message.deliverAt.toISOString(),
      told('must be empty for a {type} message', { type: message.messageType }),
    );
  }
  if (message.messageType === 'FIFO' && message.messageGroup === null) {
    refuse('illegal-message-group', 'messageGroup', 'not empty', null, neededBy('FIFO'));
  }
  validatePriority(message);
}

/** @throws BrokerError message-type-conflict: without one it is a message of another type. Source: TopicMessageType */
function validatePriority({ messageType, messageGroup, priority }: OutgoingMessage): void {
  const isPriority = messageType === 'PRIORITY';
  if (!isPriority && priority !== undefined)
    refuse('message-type-conflict', 'priority', 'none', priority, notWith(messageType));
  if (!isPriority) return;
  if (messageGroup !== null) refuse('message-type-conflict', 'messageGroup', 'none', messageGroup, notWith('PRIORITY'));
  if (priority === undefined) refuse('message-type-conflict', 'priority', 'a number', null, neededBy('PRIORITY'));
  if (!Number.isInteger(priority) || priority < 0 || priority > LIMITS.priority)
    refuse(
      'bad-request',
      'priority',
      LIMITS.priority,
      priority,
      told('must be 0 to {most}', { most: LIMITS.priority }),
    );
}

function validateTransaction({ messageGroup, recoverAfterMs }: OutgoingMessage): void {
  if (messageGroup !== null)
    refuse('message-type-conflict', 'messageGroup', 'none', messageGroup, notWith('TRANSACTION'));
  if (recoverAfterMs === undefined) return;
  if (recoverAfterMs < 0 || recoverAfterMs > LIMITS.transactionRecoveryMs) {
    refuse(
      'bad-request',
      'orphanedTransactionRecoveryDuration',
      LIMITS.transactionRecoveryMs,
      recoverAfterMs,
      told('must be 0 to {most} ms', { most: LIMITS.transactionRecoveryMs }),
    );
  }
}

function validateText(code: BrokerErrorCode, field: string, text: string): void {
  if (text.trim() === '') refuse(code, field, 'not blank', text, told('must not be blank'));
  refuseControl(code, field, text);
}

function refuseLonger(code: BrokerErrorCode, field: string, text: string, limitBytes: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > limitBytes) refuse(code, field, limitBytes, `${bytes} bytes`, mostBytes(limitBytes));
}

function refuseControl(code: BrokerErrorCode, field: string, text: string): void {
  if (CONTROL.test(text) || LONE_SURROGATE.test(text))
    refuse(code, field, 'visible characters', visible(text), told('must have visible characters only'));
}

function visible(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_CHARS));
}

const mostBytes = (most: number): Told => told('may have at most {most} bytes', { most });
const neededBy = (type: string): Told => told('is required for a {type} message', { type });
const notWith = (type: string): Told => told('must not be set for a {type} message', { type });

function refuse(
  code: BrokerErrorCode,
  field: string,
  limit: string | number,
  value: string | number | null,
  must: Told,
): never {
  const shown = typeof value === 'string' ? value.slice(0, SHOWN_CHARS) : value;
  const said = shown === null || shown === '' ? told('empty') : String(shown);
  throw new BrokerError(code, told('{field} {must}; it is {value}.', { field, must, value: said }), {
    field,
    limit,
    value: shown,
  });
}
