import type { AdminCall } from '../../cluster/admin/call';

const READ_AND_WRITE = 6;

/** As brokers make retry and dead-letter topics themselves, which nothing of the product does. */
export const makeTopic: AdminCall<{ readonly topic: string; readonly permission?: number }, void> = {
  ...{ code: 17, name: 'UPDATE_AND_CREATE_TOPIC', kind: 'write' },
  ask: ({ topic, permission = READ_AND_WRITE }) => ({
    fields: {
      ...{ topic, defaultTopic: 'TBW102', topicFilterType: 'SINGLE_TAG', topicSysFlag: '0', order: 'false' },
      ...{ readQueueNums: '1', writeQueueNums: '1', perm: String(permission) },
    },
  }),
  read: () => undefined,
};
