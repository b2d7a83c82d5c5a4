import { z } from 'zod';
import {
  createAlarmRule as create,
  deleteAlarmRule as remove,
  listAlarmRules as list,
  previewRule,
  updateAlarmRule as update,
} from '../../../broker';
import { ON_UNKNOWN, SEVERITIES } from '../../../model/alarm/rule';
import { ruleEntryName } from '../../../model/managed/managed';
import { SIGNAL_NAMES } from '../../../model/signal/signal';
import { operation, type OperationContext } from '../../http/operation';
import { reasonSchema } from '../../schemas/group';
import { ownership } from '../../schemas/ownership';
import { time } from '../../schemas/shapes';
import { alarmId, numberOrUnknown } from './shapes';

const tag = 'Alarms';
const looks = { permission: 'alarm:read', subject: 'system', effect: 'read' } as const;
const changes = { permission: 'alarm:write', subject: 'system', effect: 'change' } as const;
const reason = reasonSchema.default('').describe('Kept in the audit log');
/** Of the rule that is there. */
const nameOf = async ({ id }: { readonly id: string }, { kept }: Pick<OperationContext, 'kept'>) => {
  const rule = (await list(kept)).find(({ ruleId }) => ruleId === Number(id));
  return rule === undefined ? null : ruleEntryName(rule);
};
const one = {
  id: alarmId,
  version: z.int().describe('Version that you read; refused with 409 if it has changed since'),
};

/** Ranges are the verb's to check. */
const fields = z.strictObject({
  watch: z.enum(SIGNAL_NAMES).describe('Signal that the rule watches'),
  subject: z.string().max(255).nullable().describe('Group or topic; `null` for all without a rule of their own'),
  threshold: z.number().describe('The alarm fires at or above this value'),
  windowMs: z
    .int()
    .describe('Period in which dead letters, growth and refusals are counted, in ms; 0 for other signals'),
  forMs: z.int().describe('How long the threshold must be reached before the alarm fires, in ms'),
  clearBelow: z.number().describe('The alarm resolves below this value; at most the threshold'),
  clearForMs: z.int().describe('How long the value must stay below `clearBelow` before the alarm resolves, in ms'),
  severity: z.enum(SEVERITIES).describe('Severity of the alarm'),
  onUnknown: z
    .enum(ON_UNKNOWN)
    .describe('What to do while the value is unknown: it never counts as 0 and never resolves the alarm'),
  unknownForMs: z
    .int()
    .describe('For `onUnknown` `fire`: how long the value may be unknown before the alarm fires, in ms'),
  repeatMs: z.int().describe('Interval at which the notification is repeated, in ms; 0 to notify once'),
  channelIds: z.array(z.int()).max(50).nullable().describe('Channels to notify; `null` for all channels'),
  enabled: z.boolean().describe('Whether it is active'),
});

const ruleShape = fields
  .extend({ id: z.string(), version: z.int(), reason: z.string(), updatedBy: z.string(), updatedAt: time })
  .meta({ id: 'AlarmRule' });

function toShape({ ruleId, ...rule }: Awaited<ReturnType<typeof list>>[number]) {
  return { ...rule, id: String(ruleId) };
}

export const listAlarmRules = operation({
  ...looks,
  name: 'listAlarmRules',
  summary: 'List alarm rules',
  input: z.strictObject({}),
  output: z.object({ items: z.array(ruleShape) }),
  http: { method: 'get', path: '/alarm-rules', tag, answer: 'All of them' },
  run: async ({ kept }) => ({ items: (await list(kept)).map(toShape) }),
});

export const createAlarmRule = operation({
  ...changes,
  name: 'createAlarmRule',
  summary: 'Create an alarm rule; one for each watch and subject',
  input: fields.extend({ reason, ...ownership }),
  managed: { kind: 'alarm-rule', name: ruleEntryName },
  output: ruleShape,
  http: { method: 'post', path: '/alarm-rules', tag, created: { answer: 'Created' } },
  run: async ({ kept, actor }, { reason: why, ...rule }) => toShape(await create(kept, rule, { reason: why, actor })),
});

export const putAlarmRule = operation({
  ...changes,
  name: 'putAlarmRule',
  summary: 'Replace an alarm rule',
  input: fields.extend({ ...one, reason, ...ownership }),
  managed: { kind: 'alarm-rule', name: nameOf, nameAfter: ruleEntryName },
  output: ruleShape,
  http: { method: 'put', path: '/alarm-rules/{id}', tag, answer: 'Changed' },
  run: async ({ kept, actor }, { id, version, reason: why, ...rule }) =>
    toShape(await update(kept, Number(id), rule, { reason: why, actor, version })),
});

export const deleteAlarmRule = operation({
  ...{ ...changes, effect: 'destructive' },
  name: 'deleteAlarmRule',
  summary: 'Delete an alarm rule; its firing alarms are resolved, its history stays',
  input: z.strictObject({ ...one, reason, ...ownership }),
  managed: { kind: 'alarm-rule', name: nameOf, removes: true },
  output: z.object({ id: z.string() }),
  http: { method: 'delete', path: '/alarm-rules/{id}', hasBody: true, tag, answer: 'Removed' },
  run: async ({ kept, actor }, { id, ...input }) => {
    await remove(kept, Number(id), { ...input, actor });
    return { id };
  },
});

const firing = z.object({
  subject: z.string(),
  firedAt: time,
  resolvedAt: time.nullable(),
  peak: numberOrUnknown,
});

export const previewAlarmRule = operation({
  ...looks,
  name: 'previewAlarmRule',
  summary: 'Preview how often a rule would have fired in the last 7 days; nothing is stored',
  input: fields,
  output: z.object({
    firings: z
      .array(firing)
      .nullable()
      .describe('Oldest first; null: unknown, see reason; what was before knownFrom is not in it'),
    times: z.int().describe('How often, what is not in firings included'),
    knownFrom: time.nullable().describe('Whether it would have fired before is unknown; null: nothing is known'),
    reason: z.string().nullable(),
    subjects: z.int().describe('How many subjects were evaluated'),
    more: z.boolean().describe('There are more subjects than were evaluated'),
  }),
  http: {
    ...{ method: 'post', path: '/alarm-rules/preview', tag },
    answer: 'How often it would have fired, and the newest 500 times',
  },
  run: async ({ kept }, rule) => {
    const { firings, knownFromMs, ...preview } = await previewRule(kept, rule);
    const at = (ms: number | null) => (ms === null ? null : new Date(ms));
    const times = firings?.map(({ fromMs, untilMs, ...each }) => ({
      ...{ ...each, firedAt: new Date(fromMs) },
      resolvedAt: at(untilMs),
    }));
    return { ...preview, knownFrom: at(knownFromMs), firings: times ?? null };
  },
});

export const rulePreview = operation({
  ...looks,
  name: 'rulePreview',
  summary: 'The same with its chart, beside the form of a rule',
  input: fields,
  run: ({ kept }, rule) => previewRule(kept, rule),
});
