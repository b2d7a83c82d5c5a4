const RETRY = '%RETRY%';
const DEAD = '%DLQ%';

export function deadLetterTopic(group: string): string {
  return `${DEAD}${group}`;
}

/** Where 4.x clients send back. */
export function classicRetryTopic(group: string): string {
  return `${RETRY}${group}`;
}

/** Where messages of one topic wait that 5.x clients failed; the second name is of brokers with enableRetryTopicV2. */
export function popRetryTopics(group: string, topic: string): readonly [string, string] {
  return [`${RETRY}${group}_${topic}`, `${RETRY}${group}+${topic}`];
}

export function isRetryTopic(topic: string): boolean {
  return topic.startsWith(RETRY);
}
