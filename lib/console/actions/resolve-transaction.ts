'use server';

import { z } from 'zod';
import { resolveTransaction } from '../../broker';
import { RESOLUTIONS } from '../../model/half-message';
import { defineAction } from '../http/define-action';

export const resolveTransactionAction = defineAction({
  permission: 'transaction:resolve',
  subject: { topic: ({ topic }) => topic },
  input: z.strictObject({
    topic: z.string().min(1).max(200),
    messageId: z.string().min(1).max(255),
    resolution: z.enum(RESOLUTIONS),
    reason: z.string().max(500),
  }),
  run: ({ broker, actor }, input) => resolveTransaction(broker, { ...input, actor }),
});
