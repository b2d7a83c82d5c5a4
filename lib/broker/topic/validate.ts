import { LIMITS, SYSTEM_TOPIC_PREFIXES, SYSTEM_TOPICS } from '../../model/limits';
import { checkName, type NameRule } from '../check-name';

const RULE: NameRule = {
  code: 'illegal-topic',
  field: 'topic',
  noun: 'topic',
  maxBytes: LIMITS.topicNameBytes,
  reserved: SYSTEM_TOPICS,
  reservedPrefixes: SYSTEM_TOPIC_PREFIXES,
};

/** A name that clients may use. @throws BrokerError illegal-topic */
export function checkTopicName(name: string): void {
  checkName(RULE, name);
}

/** A name that an operator may give: shorter than what the wire carries. @throws BrokerError illegal-topic */
export function checkNewTopicName(name: string): void {
  checkName({ ...RULE, field: 'name', maxBytes: LIMITS.consoleNameChars }, name);
}
