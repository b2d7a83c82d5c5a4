'use server';

import { sendTest } from '../../broker';
import { databaseNow } from '../http/database-time';
import { defineAction } from '../http/define-action';
import { testMessageSchema, toTestMessage } from '../schemas/test-message';

export const sendTestMessageAction = defineAction({
  permission: 'message:send',
  subject: { topic: ({ topic }) => topic },
  input: testMessageSchema,
  run: async ({ broker, store, actor }, input) => {
    const { messageId, queueNo, offset, scheduledFor } = await sendTest(broker, {
      ...toTestMessage(input, await databaseNow(store.console)),
      actor,
    });
    return { messageId, queueNo, offset, scheduledFor: scheduledFor?.toISOString() ?? null };
  },
});
