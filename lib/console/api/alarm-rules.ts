import 'server-only';
import { z } from 'zod';
import { createAlarmRule, deleteAlarmRule, previewRule, updateAlarmRule } from '../../broker';
import { listAlarmRules } from '../reads/alarms';
import { alarmRuleSchema } from '../schemas/alarm';
import { reasonSchema } from '../schemas/group';
import { defineRoute } from '../http/define-route';
import { time } from '../schemas/shapes';

const TAG = 'Alarms';
const params = z.strictObject({ id: z.string().regex(/^\d{1,9}$/, 'must be a number, in digits') });
const reason = reasonSchema.default('').describe('Kept in the audit log');
const version = z.int().describe('Refused with 409 when the rule is at another one');

const ruleShape = alarmRuleSchema
  .extend({ id: z.string(), version: z.int(), reason: z.string(), updatedBy: z.string(), updatedAt: time })
  .meta({ id: 'AlarmRule' });

function toShape({
  ruleId,
  updatedAt,
  ...rule
}: Awaited<ReturnType<typeof listAlarmRules>>[number]): z.input<typeof ruleShape> {
  const channelIds = rule.channelIds === null ? null : [...rule.channelIds];
  return { ...rule, channelIds, id: String(ruleId), updatedAt: updatedAt.toISOString() };
}

export const listAlarmRulesRoute = defineRoute({
  method: 'get',
  path: '/alarm-rules',
  name: 'listAlarmRules',
  summary: 'List alarm rules',
  tag: TAG,
  permission: 'alarm:read',
  subject: 'system',
  answers: [{ status: 200, description: 'All of them', schema: z.object({ items: z.array(ruleShape) }) }],
  ofLetters: true,
  run: async (ctx) => ({ status: 200, body: { items: (await listAlarmRules(ctx)).map(toShape) } }),
});

export const createAlarmRuleRoute = defineRoute({
  method: 'post',
  path: '/alarm-rules',
  name: 'createAlarmRule',
  summary: 'Create an alarm rule; one for each watch and subject',
  tag: TAG,
  permission: 'alarm:write',
  subject: 'system',
  body: alarmRuleSchema.extend({ reason }),
  answers: [{ status: 201, description: 'Created', schema: ruleShape }],
  ofLetters: true,
  run: async ({ broker, actor }, { body: { reason: why, ...fields } }) => ({
    status: 201,
    body: toShape(await createAlarmRule(broker, fields, { reason: why, actor })),
  }),
});

export const putAlarmRuleRoute = defineRoute({
  method: 'put',
  path: '/alarm-rules/{id}',
  name: 'putAlarmRule',
  summary: 'Replace an alarm rule',
  tag: TAG,
  permission: 'alarm:write',
  subject: 'system',
  params,
  body: alarmRuleSchema.extend({ reason, version }),
  answers: [{ status: 200, description: 'Changed', schema: ruleShape }],
  ofLetters: true,
  run: async ({ broker, actor }, { params: { id }, body: { reason: why, version: seen, ...fields } }) => ({
    status: 200,
    body: toShape(await updateAlarmRule(broker, Number(id), fields, { reason: why, actor, version: seen })),
  }),
});

export const deleteAlarmRuleRoute = defineRoute({
  method: 'delete',
  path: '/alarm-rules/{id}',
  name: 'deleteAlarmRule',
  summary: 'Remove an alarm rule; what it fired is resolved, its history stays',
  tag: TAG,
  permission: 'alarm:write',
  subject: 'system',
  params,
  body: z.strictObject({ reason, version }),
  answers: [{ status: 200, description: 'Removed', schema: z.object({ id: z.string() }) }],
  ofLetters: true,
  run: async ({ broker, actor }, { params: { id }, body: { reason: why, version: seen } }) => {
    await deleteAlarmRule(broker, Number(id), { reason: why, actor, version: seen });
    return { status: 200, body: { id } };
  },
});

const number = z.number().nullable().describe('null: unknown');

export const previewAlarmRuleRoute = defineRoute({
  method: 'post',
  path: '/alarm-rules/preview',
  name: 'previewAlarmRule',
  summary: 'How often a rule would have fired in the last seven days; nothing is stored',
  tag: TAG,
  permission: 'alarm:read',
  subject: 'system',
  body: alarmRuleSchema,
  answers: [
    {
      status: 200,
      description: 'How often it would have fired, and the newest 500 times',
      schema: z.object({
        firings: z
          .array(z.object({ subject: z.string(), firedAt: time, resolvedAt: time.nullable(), peak: number }))
          .nullable()
          .describe('Oldest first; null: unknown, see reason; what was before knownFrom is not in it'),
        times: z.int().describe('How often, what is not in firings included'),
        knownFrom: time.nullable().describe('Whether it would have fired before is unknown; null: nothing is known'),
        reason: z.string().nullable(),
        subjects: z.int().describe('How many subjects were evaluated'),
        more: z.boolean().describe('There are more subjects than were evaluated'),
      }),
    },
  ],
  ofLetters: true,
  run: async ({ broker }, { body }) => {
    const { firings, times, reason: why, knownFromMs, subjects, more } = await previewRule(broker, body);
    const iso = (ms: number): string => new Date(ms).toISOString();
    const items = firings?.map(({ subject, fromMs, untilMs, peak }) => ({
      ...{ subject, peak, firedAt: iso(fromMs) },
      resolvedAt: untilMs === null ? null : iso(untilMs),
    }));
    const knownFrom = knownFromMs === null ? null : iso(knownFromMs);
    return { status: 200, body: { firings: items ?? null, times, knownFrom, reason: why, subjects, more } };
  },
});
