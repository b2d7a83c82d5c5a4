import 'server-only';
import { z } from 'zod';
import { findSetting, updateSetting } from '../../broker';
import type { Setting } from '../../model/broker-setting';
import { producerWaits } from '../../model/producer-retry';
import { reasonSchema } from '../schemas/group';
import { producerRetrySchema } from '../schemas/setting';
import { defineRoute } from '../http/define-route';
import { time } from '../schemas/shapes';

const SHOWN_WAITS = 8;

const settingShape = producerRetrySchema
  .extend({
    version: z.int().describe('0: never changed, as documented. Name it in the next change'),
    updatedBy: z.string().nullable(),
    updatedAt: time.nullable(),
    waits: z
      .array(
        z.object({
          attempt: z.int().describe('The try that follows the wait'),
          documentedMs: z.number(),
          jitterMs: z.number().describe('How far the documented jitter may move it'),
          sdkMs: z.number().describe('What SDKs do: no jitter'),
          nodeMs: z.number().describe('Node.js SDK up to 1.0.8'),
        }),
      )
      .describe('What a producer waits after each refusal (42900)'),
  })
  .meta({ id: 'ProducerRetry' });

function toShape({ value, version, updatedBy, updatedAt }: Setting<'producer-retry'>): z.input<typeof settingShape> {
  return {
    ...value,
    version,
    updatedBy,
    updatedAt: updatedAt?.toISOString() ?? null,
    waits: producerWaits(value, SHOWN_WAITS),
  };
}

export const getProducerRetryRoute = defineRoute({
  method: 'get',
  path: '/settings/producer-retry',
  name: 'getProducerRetry',
  summary: 'How producers wait when the broker is too busy',
  tag: 'Settings',
  permission: 'settings:read',
  subject: 'system',
  answers: [{ status: 200, description: 'The setting', schema: settingShape }],
  run: async ({ broker }) => ({ status: 200, body: toShape(await findSetting(broker, 'producer-retry')) }),
});

export const putProducerRetryRoute = defineRoute({
  method: 'put',
  path: '/settings/producer-retry',
  name: 'putProducerRetry',
  summary: 'Change the named fields; connected producers get them at once',
  tag: 'Settings',
  permission: 'settings:write',
  subject: 'system',
  body: producerRetrySchema.partial().extend({
    version: z.int().min(0).describe('The version you saw; 0 when it was never changed'),
    reason: reasonSchema.optional(),
  }),
  answers: [{ status: 200, description: 'Changed, or already as asked', schema: settingShape }],
  run: async ({ broker, actor }, { body: { version, reason, ...change } }) => {
    // Of another version than the one named, the verb refuses the whole.
    const { name, value } = await findSetting(broker, 'producer-retry');
    const named = Object.fromEntries(Object.entries(change).filter(([, field]) => field !== undefined));
    return {
      status: 200,
      body: toShape(await updateSetting(broker, { name, version, value: { ...value, ...named }, reason, actor })),
    };
  },
});
