import 'server-only';
import { z } from 'zod';
import { findSetting, forecastDeadLetters, setDeadLetterRetention } from '../../broker';
import type { Setting } from '../../model/broker-setting';
import { reasonSchema } from '../schemas/group';
import { defineRoute } from '../http/define-route';
import { time } from '../schemas/shapes';

const TAG = 'Settings';
const keepHours = z.number().nullable().describe('Hours since the death, 1 to 87600; null: until they are re-driven');

const settingShape = z
  .object({
    keepHours,
    version: z.int().describe('0: never changed. Name it in the next change'),
    updatedBy: z.string().nullable(),
    updatedAt: time.nullable(),
  })
  .meta({ id: 'DeadLetterRetention' });

function toShape({
  value,
  version,
  updatedBy,
  updatedAt,
}: Setting<'dead-letter-retention'>): z.input<typeof settingShape> {
  return { keepHours: value.keepHours, version, updatedBy, updatedAt: updatedAt?.toISOString() ?? null };
}

export const getDeadLetterRetentionRoute = defineRoute({
  method: 'get',
  path: '/settings/dead-letter-retention',
  name: 'getDeadLetterRetention',
  summary: 'How long dead letters are kept',
  tag: TAG,
  permission: 'settings:read',
  subject: 'system',
  answers: [{ status: 200, description: 'The setting', schema: settingShape }],
  run: async ({ broker }) => ({ status: 200, body: toShape(await findSetting(broker, 'dead-letter-retention')) }),
});

export const putDeadLetterRetentionRoute = defineRoute({
  method: 'put',
  path: '/settings/dead-letter-retention',
  name: 'putDeadLetterRetention',
  summary: 'Change how long dead letters are kept, existing ones included',
  tag: TAG,
  permission: 'settings:write',
  subject: 'system',
  body: z.strictObject({
    keepHours,
    mayRemove: z
      .int()
      .min(0)
      .default(0)
      .describe('How many dead letters it may remove at once; refused with 409 and unchanged when it would be more'),
    version: z.int().min(0).describe('The version you saw; 0 when it was never changed'),
    reason: reasonSchema.optional(),
  }),
  answers: [{ status: 200, description: 'Changed, or already as asked', schema: settingShape }],
  run: async ({ broker, actor }, { body }) => ({
    status: 200,
    body: toShape(await setDeadLetterRetention(broker, { ...body, actor })),
  }),
});

const count = z.int();

export const forecastDeadLetterRetentionRoute = defineRoute({
  method: 'get',
  path: '/settings/dead-letter-retention/forecast',
  name: 'forecastDeadLetterRetention',
  summary: 'What a retention would remove; nothing is changed',
  tag: TAG,
  permission: 'settings:read',
  subject: 'system',
  query: z.strictObject({ keepHours: z.coerce.number().describe('Hours since the death') }),
  answers: [
    {
      status: 200,
      description: 'Counted now',
      schema: z.object({
        due: count.describe('Removed at once'),
        soon: count.describe('Removed within 24 hours, those at once included'),
        retained: count.describe('Dead letters there are'),
        groups: z
          .array(z.object({ group: z.string(), due: count, soon: count }))
          .describe('Groups that lose dead letters within 24 hours, most first'),
      }),
    },
  ],
  run: async ({ broker }, { query }) => {
    const { groups, ...sums } = await forecastDeadLetters(broker, query);
    return { status: 200, body: { ...sums, groups: [...groups] } };
  },
});
