import 'server-only';
import { planTopicDelete, type TopicDeletePlan } from '../../broker';

import { topicFind } from '../../store/queries/topic/topic-find';
import { topicProducers } from '../../store/queries/topic-stats/topic-producers';
import { defineRead } from '../http/define-read';
import { topicInput } from './topic';
import { topicNotFound } from '../../model/not-found';

export type { TopicDeletePlan } from '../../broker';

/** What goes with a topic that is deleted, and what stays. */
export const topicDeletePlanRead = defineRead({
  permission: 'topic:read',
  subject: { topic: ({ topic }) => topic },
  input: topicInput,
  run: ({ broker }, { topic }): Promise<TopicDeletePlan> => planTopicDelete(broker, topic),
});

export interface ProducerView {
  readonly host: string;
  readonly messages: number;
  readonly lastAt: string;
  /** Its messages were sent from the console. */
  readonly isConsole: boolean;
}

export interface TopicProducersView {
  readonly producers: readonly ProducerView[];
  /** The newest messages, by which these are known. */
  readonly checkedCount: number;
}

/** Who sent the newest messages of a topic, on any node. */
export const topicProducersRead = defineRead({
  permission: 'topic:read',
  subject: { topic: ({ topic }) => topic },
  input: topicInput,
  run: async ({ store }, { topic: name }): Promise<TopicProducersView> => {
    const topic = await topicFind(store.console, name);
    if (topic === null) throw topicNotFound(name);
    const rows = await topicProducers(store.console, topic.topicId);
    return {
      producers: rows.map(({ host, messages, lastAt }) => ({
        host,
        messages,
        lastAt: lastAt.toISOString(),
        isConsole: host === 'console',
      })),
      checkedCount: rows[0]?.checkedCount ?? 0,
    };
  },
});
