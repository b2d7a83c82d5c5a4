import type { MessageType } from '../../../lib/model/topic/topic';
import type { Party } from './party';
import type { Stage } from './stage';
import type { GroupOptions } from './target';

export interface Scene {
  readonly topic: string;
  readonly group: string;
  readonly producer: Party;
  readonly consumer: Party;
}

/** A topic of one queue, a group, a producer and a consumer that know both. */
export async function setScene(
  stage: Stage,
  kind: 'PUSH_CONSUMER' | 'SIMPLE_CONSUMER',
  options: GroupOptions = {},
  messageType: MessageType = 'NORMAL',
): Promise<Scene> {
  const [topic, group] = await Promise.all([stage.topic(messageType), stage.group(options)]);
  const [producer, consumer] = await Promise.all([
    stage.party({ kind: 'PRODUCER', topics: [topic] }),
    stage.party({ kind, group, topics: [topic] }),
  ]);
  return { topic, group, producer, consumer };
}
