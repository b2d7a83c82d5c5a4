'use server';

import { updateClusterTopic } from '../../engine';
import { defineAction } from '../http/define-action';
import { clusterTopicSchema } from '../schemas/topic';

/** The same queues and type on every broker of a cluster. */
export const updateTopicAction = defineAction({
  permission: 'topic:write',
  subject: 'system',
  input: clusterTopicSchema,
  runInCluster: async ({ broker, engine, actor }, input) => {
    const { brokers } = await updateClusterTopic(broker, engine, { ...input, actor });
    return { brokers: brokers.map(({ broker: name }) => name) };
  },
});
