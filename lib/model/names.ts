import { byteLength } from './byte-length';
import { deadLetterGroupOf } from './classic-names';
import { tooManyBytes, tooManyCharacters } from './check-number';
import { BrokerError } from './errors';
import { told } from './language/t';
import {
  LIMITS,
  LITE_TOPIC_PATTERN,
  NAME_PATTERN,
  SYSTEM_GROUP_PREFIXES,
  SYSTEM_GROUPS,
  SYSTEM_TOPIC_PREFIXES,
  SYSTEM_TOPICS,
} from './limits';

/**
 * Checks a topic name as the wire does. @throws BrokerError illegal-topic
 * Source: Apache RocketMQ 5 documentation, "Parameter limits"; its TopicValidator.
 */
export function checkTopicName(name: string): void {
  checkName('illegal-topic', 'topic', name, LIMITS.topicNameBytes);
  if (SYSTEM_TOPICS.has(name) || SYSTEM_TOPIC_PREFIXES.some((prefix) => name.startsWith(prefix))) {
    throw new BrokerError('illegal-topic', told('topic must not be a system topic (got {name}).', { name }), {
      field: 'topic',
      limit: 'not a system topic',
      value: name,
    });
  }
}

/** Checks the name of a group's dead-letter topic as a client gives it. @throws BrokerError illegal-topic */
export function checkDeadLetterTopicName(name: string): void {
  checkName('illegal-topic', 'topic', name, LIMITS.topicNameBytes);
  checkName('illegal-topic', 'topic', deadLetterGroupOf(name) ?? '', LIMITS.groupNameBytes);
}

/** Checks a consumer group name as the wire does. @throws BrokerError illegal-group */
export function checkGroupName(name: string): void {
  checkName('illegal-group', 'group', name, LIMITS.groupNameBytes);
  if (SYSTEM_GROUPS.has(name) || SYSTEM_GROUP_PREFIXES.some((prefix) => name.startsWith(prefix))) {
    throw new BrokerError('illegal-group', told('group must not be a system consumer group (got {name}).', { name }), {
      field: 'group',
      limit: 'not a system group',
      value: name,
    });
  }
}

/** Checks the name of a lite topic. Source: the proxy's GrpcValidator. @throws BrokerError illegal-lite-topic */
export function checkLiteTopicName(name: string): void {
  const bytes = byteLength(name);
  if (bytes > LIMITS.liteTopicBytes)
    throw new BrokerError(
      'illegal-lite-topic',
      `liteTopic may have at most ${LIMITS.liteTopicBytes} bytes; it has ${bytes}.`,
      { field: 'liteTopic', limit: LIMITS.liteTopicBytes, value: bytes },
    );
  if (LITE_TOPIC_PATTERN.test(name)) return;
  throw new BrokerError(
    'illegal-lite-topic',
    'liteTopic must have letters, digits, "-" and "_" only, and at least one of them.',
    { field: 'liteTopic', limit: 'letters, digits, - and _', value: name },
  );
}

/** @throws BrokerError illegal-topic */
export function checkNewTopicName(name: string): void {
  // The tighter limit first: it is the one that the form names.
  checkNewNameLength('illegal-topic', name);
  checkTopicName(name);
}

/** @throws BrokerError illegal-group */
export function checkNewGroupName(name: string): void {
  checkNewNameLength('illegal-group', name);
  checkGroupName(name);
}

/** Names made here keep to the documented 64 characters, so that they also fit an Apache RocketMQ cluster. */
function checkNewNameLength(code: 'illegal-topic' | 'illegal-group', name: string): void {
  if (name.length > LIMITS.consoleNameChars) {
    throw tooManyCharacters('name', LIMITS.consoleNameChars, name.length, code);
  }
}

function checkName(code: 'illegal-topic' | 'illegal-group', field: string, name: string, limitBytes: number): void {
  if (name === '')
    throw new BrokerError(code, told('{field} must not be empty.', { field }), {
      field,
      limit: 'at least 1 character',
      value: '',
    });
  if (byteLength(name) > limitBytes) {
    throw tooManyBytes(field, limitBytes, byteLength(name), code);
  }
  if (!NAME_PATTERN.test(name)) {
    const shown = JSON.stringify(name.slice(0, 64));
    throw new BrokerError(
      code,
      told('{field} may have letters, digits, % | - and _ only (got {shown}).', { field, shown }),
      {
        field,
        limit: 'letters, digits, % | - _',
        value: shown,
      },
    );
  }
}
