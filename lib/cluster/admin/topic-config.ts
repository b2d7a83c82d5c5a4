import type { Loose } from '../wire/loose-json';
import { flagOf, textMapOf, optional, recordOf, textOf, wholeOf } from './decode';

export const PERMISSION = { write: 2, read: 4 } as const;

export interface TopicConfig {
  readonly topic: string;
  readonly readQueues: number;
  readonly writeQueues: number;
  readonly permission: number;
  /** "message.type" is one of them. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Nothing that this console sets: written back as they were, because a write replaces them. */
  readonly kept: { readonly isOrder: boolean; readonly sysFlag: number; readonly filterType: string };
}

export function topicConfigOf(value: Loose | undefined, what: string): TopicConfig {
  const config = recordOf(value, what);
  const topic = textOf(config.topicName, `topicName of ${what}`);
  return {
    topic,
    readQueues: wholeOf(config.readQueueNums, `readQueueNums of ${topic}`),
    writeQueues: wholeOf(config.writeQueueNums, `writeQueueNums of ${topic}`),
    permission: wholeOf(config.perm, `perm of ${topic}`),
    attributes: optional(textMapOf, config.attributes, `attributes of ${topic}`) ?? {},
    kept: {
      isOrder: optional(flagOf, config.order, `order of ${topic}`) ?? false,
      sysFlag: optional(wholeOf, config.topicSysFlag, `topicSysFlag of ${topic}`) ?? 0,
      filterType: optional(textOf, config.topicFilterType, `topicFilterType of ${topic}`) ?? 'SINGLE_TAG',
    },
  };
}
