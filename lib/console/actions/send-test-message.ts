'use server';

import { sendTest } from '../../broker';
import { sendClusterTest } from '../../engine';
import { databaseNow } from '../../engine';
import { defineAction } from '../http/define-action';
import { testMessageSchema, toTestMessage } from '../schemas/test-message';

interface SentTest {
  readonly messageId: string;
  /** Of a cluster the broker that stored it; null: one store. */
  readonly broker: string | null;
  readonly queueNo: number;
  /** Null: it waits for its delivery time. */
  readonly offset: number | null;
  readonly scheduledFor: string | null;
}

export const sendTestMessageAction = defineAction({
  permission: 'message:send',
  subject: { topic: ({ topic }) => topic },
  input: testMessageSchema,
  run: async ({ broker, store, actor }, input): Promise<SentTest> => {
    const { messageId, queueNo, offset, scheduledFor } = await sendTest(broker, {
      ...toTestMessage(input, await databaseNow(store.console)),
      actor,
    });
    return { messageId, broker: null, queueNo, offset, scheduledFor: scheduledFor?.toISOString() ?? null };
  },
  runInCluster: async ({ broker, store, actor, engine }, input) => {
    const message = toTestMessage(input, await databaseNow(store.console));
    const { scheduledFor, ...sent } = await sendClusterTest(broker, engine, { ...message, actor });
    return { ...sent, scheduledFor: scheduledFor?.toISOString() ?? null };
  },
});
