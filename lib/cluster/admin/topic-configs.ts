import type { AdminCall } from './call';
import { dataVersionOf, type DataVersion } from './data-version';
import { jsonOf, recordOf, requireWholeTable } from './decode';
import { type TopicConfig, topicConfigOf } from './topic-config';
import { readOnce } from './same-body';

export interface TopicConfigs {
  readonly topics: readonly TopicConfig[];
  readonly version: DataVersion;
}

/** 21: every topic of a broker, those of the system, of retries and of dead letters among them. */
export const topicConfigs: AdminCall<void, TopicConfigs> = {
  code: 21,
  name: 'GET_ALL_TOPIC_CONFIG',
  kind: 'read',
  timeoutMs: 15_000,
  ask: () => ({ fields: {} }),
  read: ({ body, fields }) => {
    const configs = readTable(body);
    requireWholeTable(fields, 'totalTopicNum', configs.topics.length);
    return configs;
  },
};

const readTable = readOnce((body): TopicConfigs => {
  const answer = recordOf(jsonOf(body), 'the topics');
  const table = recordOf(answer.topicConfigTable, 'topicConfigTable');
  return {
    topics: Object.entries(table).map(([name, config]) => topicConfigOf(config, name)),
    version: dataVersionOf(answer.dataVersion),
  };
});
