import 'server-only';
import { z } from 'zod';
import { findSetting, updateSetting } from '../../broker';
import type { Setting } from '../../model/broker-setting';
import { defineRoute } from '../http/define-route';
import { reasonSchema } from '../schemas/group';
import { maskingRuleSchema, settingSchemas } from '../schemas/setting';
import { time } from '../schemas/shapes';

const maskingShape = z
  .object({
    rules: z.array(maskingRuleSchema.meta({ id: 'MaskingRule' })),
    version: z.int().describe('0: never changed. Name it in the next change'),
    updatedBy: z.string().nullable(),
    updatedAt: time.nullable(),
  })
  .meta({ id: 'Masking' });

function toShape({ value, version, updatedBy, updatedAt }: Setting<'masking'>): z.input<typeof maskingShape> {
  const rules = value.rules.map((rule) => ({
    ...rule,
    topics: [...rule.topics],
    paths: [...rule.paths],
    properties: [...rule.properties],
  }));
  return { rules, version, updatedBy, updatedAt: updatedAt?.toISOString() ?? null };
}

export const getMaskingRoute = defineRoute({
  method: 'get',
  path: '/settings/masking',
  name: 'getMasking',
  summary: 'Which parts of messages are hidden, and from whom',
  tag: 'Settings',
  permission: 'settings:read',
  subject: 'system',
  answers: [{ status: 200, description: 'The rules', schema: maskingShape }],
  run: async ({ broker }) => ({ status: 200, body: toShape(await findSetting(broker, 'masking')) }),
});

export const putMaskingRoute = defineRoute({
  method: 'put',
  path: '/settings/masking',
  name: 'putMasking',
  summary: 'Replace all rules; they count at once',
  tag: 'Settings',
  permission: 'settings:write',
  subject: 'system',
  body: z.strictObject({
    rules: z.array(maskingRuleSchema),
    version: z.int().min(0).describe('The version you saw; 0 when it was never changed'),
    reason: reasonSchema.optional(),
  }),
  answers: [{ status: 200, description: 'Changed, or already as asked', schema: maskingShape }],
  run: async ({ broker, actor }, { body: { rules, version, reason } }) => {
    const value = settingSchemas.masking.parse({ rules });
    return {
      status: 200,
      body: toShape(await updateSetting(broker, { name: 'masking', version, value, reason, actor })),
    };
  },
});
