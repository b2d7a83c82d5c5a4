import 'server-only';
import { z } from 'zod';
import { acknowledgeAlarm, silenceAlarm, unsilenceAlarm } from '../../broker';
import { type LettersBecame, RESOLVED_WHY } from '../../model/alarm/incident';
import { SEVERITIES } from '../../model/alarm/rule';
import { fingerprintOfSubject, groupOfSubject } from '../../model/alarm/subject';
import { WATCHES } from '../../model/alarm/watch';
import { readAlarm } from '../reads/alarm';
import { type AlarmView, listAlarms } from '../reads/alarms';
import { reasonSchema } from '../schemas/group';
import { defineRoute } from '../http/define-route';
import { time } from '../schemas/shapes';

const TAG = 'Alarms';
const MAX_RESOLVED = 200;
const params = z.strictObject({ id: z.string().regex(/^\d{1,9}$/, 'must be a number, in digits') });
const reason = reasonSchema.default('');
const done = z.object({ id: z.string() });
const number = z.number().nullable().describe('null: unknown');

const alarmShape = z
  .object({
    id: z.string(),
    ruleId: z.string(),
    watch: z.string(),
    subject: z.string(),
    severity: z.enum(SEVERITIES),
    state: z.enum(['firing', 'resolved']),
    value: number,
    peak: number,
    threshold: z.number(),
    firedAt: time,
    becauseUnknown: z.boolean(),
    acknowledgedBy: z.string().nullable(),
    acknowledgedAt: time.nullable(),
    silencedUntil: time.nullable(),
    resolvedAt: time.nullable(),
    resolvedWhy: z.enum(RESOLVED_WHY).nullable(),
    redriveId: z.string().nullable(),
    remaining: number.describe('About dead letters: how many are not dealt with; null: unknown, or not about them'),
    became: z
      .object({
        consumed: z.int(),
        discarded: z.int(),
        discardedBy: z.array(z.string()),
        accepted: z.int(),
        acceptedBy: z.array(z.string()),
        expired: z.int().describe('Lost'),
        elsewhere: z.int().describe('Sent to another topic, or left out by the filter of the group'),
      })
      .nullable()
      .describe('About dead letters: their outcomes since it fired; null: not known, or not about them'),
    cause: z.string().nullable().describe('Fingerprint of the cause that it is about'),
    path: z.string().describe('Path of its page in the console'),
    evidence: z.string().describe('Path of the console page that shows why'),
  })
  .meta({ id: 'Alarm' });

function toShape(alarm: AlarmView): z.input<typeof alarmShape> {
  const { watch, severity, value, peak, threshold, becauseUnknown, acknowledgedBy, resolvedWhy, remaining } = alarm;
  const { perCause } = WATCHES[watch];
  const { firedAt, acknowledgedAt, silencedUntil, resolvedAt, path, evidence } = alarm;
  return {
    subject: perCause ? groupOfSubject(alarm.subject) : alarm.subject,
    cause: perCause ? fingerprintOfSubject(alarm.subject) : null,
    became: alarm.became === null ? null : { ...alarm.became, ...namesOf(alarm.became) },
    ...{ watch, severity, value, peak, threshold, becauseUnknown, acknowledgedBy, resolvedWhy, remaining },
    ...{ firedAt, acknowledgedAt, silencedUntil, resolvedAt, path, evidence },
    id: String(alarm.incidentId),
    ruleId: String(alarm.ruleId),
    state: resolvedAt === null ? 'firing' : 'resolved',
    redriveId: alarm.redriveId === null ? null : String(alarm.redriveId),
  };
}

function namesOf({ discardedBy, acceptedBy }: LettersBecame) {
  return { discardedBy: [...discardedBy], acceptedBy: [...acceptedBy] };
}

export const getAlarmRoute = defineRoute({
  method: 'get',
  path: '/alarms/{id}',
  name: 'getAlarm',
  summary: 'Read one alarm: its state, the outcome of its dead letters, its re-drives and its history',
  tag: TAG,
  permission: 'alarm:read',
  subject: { alarm: ({ params }) => Number(params.id) },
  params,
  answers: [
    {
      status: 200,
      description: 'The alarm',
      schema: alarmShape.extend({
        redrives: z.array(z.string()).describe('Newest first'),
        events: z
          .array(z.object({ at: time, kind: z.string(), actor: z.string().nullable(), note: z.string().nullable() }))
          .describe('Oldest first'),
      }),
    },
  ],
  ofLetters: true,
  run: async (ctx, { params: { id } }) => {
    const { alarm, events, redrives } = await readAlarm(ctx, { id });
    return {
      status: 200,
      body: {
        ...toShape(alarm),
        redrives: redrives.map(({ redriveId }) => String(redriveId)),
        events: events.map(({ at, kind, actor, note }) => ({ at, kind, actor, note })),
      },
    };
  },
});

export const listAlarmsRoute = defineRoute({
  method: 'get',
  path: '/alarms',
  name: 'listAlarms',
  summary: 'List alarms: firing ones, then the ones resolved in the last 7 days, newest first',
  tag: TAG,
  permission: 'alarm:read',
  subject: 'listed',
  answers: [
    {
      status: 200,
      description: `All that fire and at most ${MAX_RESOLVED} resolved ones`,
      schema: z.object({ items: z.array(alarmShape) }),
    },
  ],
  ofLetters: true,
  run: async (ctx) => ({ status: 200, body: { items: (await listAlarms(ctx, MAX_RESOLVED)).map(toShape) } }),
});

export const acknowledgeAlarmRoute = defineRoute({
  method: 'post',
  path: '/alarms/{id}/acknowledge',
  name: 'acknowledgeAlarm',
  summary: 'Acknowledge a firing alarm: its notifications are not repeated',
  tag: TAG,
  permission: 'alarm:acknowledge',
  subject: { alarm: ({ params }) => Number(params.id) },
  params,
  body: z.strictObject({ reason }),
  bodyOptional: true,
  answers: [{ status: 200, description: 'Acknowledged', schema: done }],
  ofLetters: true,
  run: async ({ broker, actor }, { params: { id }, body }) => {
    await acknowledgeAlarm(broker, { incidentId: Number(id), reason: body.reason, actor });
    return { status: 200, body: { id } };
  },
});

export const silenceAlarmRoute = defineRoute({
  method: 'post',
  path: '/alarms/{id}/silence',
  name: 'silenceAlarm',
  summary: 'Send no notifications about this subject of this rule for a time, even if it fires again',
  tag: TAG,
  permission: 'alarm:silence',
  subject: { alarm: ({ params }) => Number(params.id) },
  params,
  body: z.strictObject({ forMs: z.int().describe('1 minute to 30 days'), reason: reasonSchema }),
  answers: [{ status: 200, description: 'Silenced', schema: done.extend({ silencedUntil: time }) }],
  ofLetters: true,
  run: async ({ broker, actor }, { params: { id }, body }) => {
    const until = await silenceAlarm(broker, { incidentId: Number(id), actor, ...body });
    return { status: 200, body: { id, silencedUntil: until.toISOString() } };
  },
});

export const unsilenceAlarmRoute = defineRoute({
  method: 'post',
  path: '/alarms/{id}/unsilence',
  name: 'unsilenceAlarm',
  summary: 'End a silence',
  tag: TAG,
  permission: 'alarm:silence',
  subject: { alarm: ({ params }) => Number(params.id) },
  params,
  body: z.strictObject({ reason }),
  bodyOptional: true,
  answers: [{ status: 200, description: 'Notifications are sent again', schema: done }],
  ofLetters: true,
  run: async ({ broker, actor }, { params: { id }, body }) => {
    await unsilenceAlarm(broker, { incidentId: Number(id), reason: body.reason, actor });
    return { status: 200, body: { id } };
  },
});
