import { msg, t } from './language/t';

/**
 * What a topic name of Apache RocketMQ's own stands for. Source: its MixAll, KeyBuilder, TopicValidator,
 * TimerMessageStore.
 */
export type ClassicName =
  | { readonly kind: 'dead-letters'; readonly group: string }
  /** Most likely first: group and topic may both have the separator in them, only the list of groups decides. */
  | { readonly kind: 'retries'; readonly readings: readonly RetryTopicReading[] }
  | { readonly kind: 'scheduled' }
  | { readonly kind: 'transactions' };

export interface RetryTopicReading {
  readonly group: string;
  /** Null: of every topic. */
  readonly topic: string | null;
}

const DEAD_LETTER_PREFIX = '%DLQ%';
const RETRY_PREFIX = '%RETRY%';
const SCHEDULED: ReadonlySet<string> = new Set([
  'SCHEDULE_TOPIC_XXXX',
  'SCHEDULE_TOPIC_XXXX_V2',
  'rmq_sys_wheel_timer',
]);
const TRANSACTIONS: ReadonlySet<string> = new Set([
  'RMQ_SYS_TRANS_HALF_TOPIC',
  'RMQ_SYS_TRANS_OP_HALF_TOPIC',
  'TRANS_CHECK_MAX_TIME_TOPIC',
]);

/** The group whose dead letters a topic name stands for; null: not such a name. Source: MixAll.getDLQTopic. */
export function deadLetterGroupOf(topicName: string): string | null {
  return topicName.startsWith(DEAD_LETTER_PREFIX) ? topicName.slice(DEAD_LETTER_PREFIX.length) : null;
}

export function deadLetterTopicOf(groupName: string): string {
  return `${DEAD_LETTER_PREFIX}${groupName}`;
}

/** Null: an ordinary name, or one that stands for nothing here. */
export function parseClassicName(text: string): ClassicName | null {
  if (SCHEDULED.has(text)) return { kind: 'scheduled' };
  if (TRANSACTIONS.has(text)) return { kind: 'transactions' };
  const group = deadLetterGroupOf(text);
  if (group !== null) return group === '' ? null : { kind: 'dead-letters', group };
  if (!text.startsWith(RETRY_PREFIX) || text === RETRY_PREFIX) return null;
  return { kind: 'retries', readings: readRetryTopic(text.slice(RETRY_PREFIX.length)) };
}

/** `group`, `group_topic` (pop retry topic, version 1) or `group+topic` (version 2). The longest group first. */
function readRetryTopic(rest: string): RetryTopicReading[] {
  const readings: RetryTopicReading[] = [{ group: rest, topic: null }];
  for (let at = rest.length - 2; at > 0; at -= 1) {
    if (rest[at] === '_' || rest[at] === '+') readings.push({ group: rest.slice(0, at), topic: rest.slice(at + 1) });
  }
  return readings;
}

export interface NamedClassic {
  readonly label: string;
  readonly name: string;
}

/** What Apache RocketMQ calls the two topics of a group. */
export function classicNamesOf(group: string): readonly NamedClassic[] {
  return [
    { label: msg('Retry topic'), name: `${RETRY_PREFIX}${group}` },
    { label: msg('Dead-letter topic'), name: deadLetterTopicOf(group) },
  ];
}

/** One sentence or two for the page that a name leads to. */
export function explainClassicName(classic: ClassicName): string {
  switch (classic.kind) {
    case 'dead-letters':
      return t(
        `Apache RocketMQ keeps the dead letters of a group in this topic. Here they are listed below, and consumers can
        subscribe to the topic in the same way.`,
      );
    case 'retries':
      return t(
        `Apache RocketMQ moves failed messages of a group to this topic until they are retried. Here they stay in
        their own topic; waiting messages are listed below.`,
      );
    case 'scheduled':
      return t(
        `Apache RocketMQ keeps scheduled messages of all topics in this topic until they are due. Here each topic of
        type DELAY keeps its own.`,
      );
    case 'transactions':
      return t(
        `Apache RocketMQ keeps half messages of all topics in this topic until their transaction ends. Here each
        topic of type TRANSACTION keeps its own.`,
      );
  }
}

/** The page, and the name it is asked to explain. */
export function classicHref({ page, name }: { readonly page: string; readonly name: string }): string {
  return `${page}${page.includes('?') ? '&' : '?'}name=${encodeURIComponent(name)}`;
}
