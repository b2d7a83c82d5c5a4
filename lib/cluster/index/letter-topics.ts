import { topicConfigs } from '../admin/topic-configs';
import { PERMISSION } from '../admin/topic-config';
import type { Cluster } from '../cluster';
import { type Answers, mapAnswers } from '../topology/answers';
import { deadLetterGroupOf } from '../../model/classic-names';

/** The dead-letter topic of a group at one broker. */
export interface LetterTopic {
  readonly group: string;
  readonly queues: number;
  /** Brokers before 4.9 made them for writing only. */
  readonly isReadable: boolean;
}

/** Of every broker: what dead-letter topics there are. */
export async function listLetterTopics(cluster: Cluster): Promise<Answers<readonly LetterTopic[]>> {
  const answers = await cluster.askMasters(topicConfigs, undefined, 'background');
  return mapAnswers(answers, ({ topics }) =>
    topics.flatMap(({ topic, readQueues, permission }) => {
      const group = deadLetterGroupOf(topic);
      if (group === null || group === '') return [];
      return [{ group, queues: Math.max(1, readQueues), isReadable: (permission & PERMISSION.read) !== 0 }];
    }),
  );
}
