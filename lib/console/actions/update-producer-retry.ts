'use server';

import { z } from 'zod';
import { updateSetting } from '../../broker';
import { defineAction } from '../http/define-action';
import { reasonSchema } from '../schemas/group';
import { producerRetrySchema } from '../schemas/producer-retry';

export const updateProducerRetryAction = defineAction({
  permission: 'settings:write',
  input: producerRetrySchema.extend({
    version: z.int().min(0),
    reason: reasonSchema.min(1, 'Say why; it stays in the history.'),
  }),
  run: async ({ broker, actor }, { version, reason, ...value }) => {
    const saved = await updateSetting(broker, { name: 'producer-retry', version, value, reason, actor });
    return { version: saved.version };
  },
});
