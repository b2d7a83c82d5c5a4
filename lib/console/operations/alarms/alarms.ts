import { z } from 'zod';
import {
  acknowledgeAlarm as acknowledge,
  readAlarmSeries,
  requireAlarm,
  silenceAlarm as silence,
  unsilenceAlarm as unsilence,
} from '../../../broker';
import { type AlarmView, listAlarms as list, readAlarm, readAlarms } from '../../../engine';
import { RESOLVED_WHY } from '../../../model/alarm/incident';
import { SEVERITIES } from '../../../model/alarm/rule';
import { fingerprintOfSubject, groupOfSubject } from '../../../model/alarm/subject';
import { SIGNALS } from '../../../model/signal/signal';
import { operation } from '../../http/operation';
import { reasonSchema } from '../../schemas/group';
import { time } from '../../schemas/shapes';
import { alarmId, numberOrUnknown } from './shapes';

const tag = 'Alarms';
const MAX_RESOLVED = 200;
const looks = { permission: 'alarm:read', effect: 'read' } as const;
const subject = { alarm: ({ id }: { readonly id: string }) => Number(id) };
const input = z.strictObject({ id: alarmId });
const done = z.object({ id: z.string() });

const alarmShape = z
  .object({
    id: z.string(),
    ruleId: z.string(),
    watch: z.string(),
    subject: z.string(),
    severity: z.enum(SEVERITIES),
    state: z.enum(['firing', 'resolved']),
    value: numberOrUnknown,
    peak: numberOrUnknown,
    threshold: z.number(),
    firedAt: time,
    becauseUnknown: z.boolean(),
    acknowledgedBy: z.string().nullable(),
    acknowledgedAt: time.nullable(),
    silencedUntil: time.nullable(),
    resolvedAt: time.nullable(),
    resolvedWhy: z.enum(RESOLVED_WHY).nullable(),
    redriveId: z.string().nullable(),
    remaining: numberOrUnknown.describe(
      'About dead letters: how many are not dealt with; null: unknown, or not about them',
    ),
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

function toShape({ incidentId, ruleId, redriveId, ...alarm }: AlarmView) {
  const { perCause } = SIGNALS[alarm.watch];
  return {
    ...alarm,
    id: String(incidentId),
    ruleId: String(ruleId),
    redriveId: redriveId === null ? null : String(redriveId),
    subject: perCause ? groupOfSubject(alarm.subject) : alarm.subject,
    cause: perCause ? fingerprintOfSubject(alarm.subject) : null,
    state: alarm.resolvedAt === null ? ('firing' as const) : ('resolved' as const),
  };
}

export const listAlarms = operation({
  ...{ ...looks, subject: 'listed' },
  name: 'listAlarms',
  summary: 'List alarms: firing alarms, then alarms resolved in the last 7 days, newest first',
  input: z.strictObject({}),
  output: z.object({ items: z.array(alarmShape) }),
  http: {
    ...{ method: 'get', path: '/alarms', tag },
    answer: `All that fire and at most ${MAX_RESOLVED} resolved ones`,
  },
  run: async ({ kept }) => ({ items: (await list(kept, MAX_RESOLVED)).map(toShape) }),
});

export const alarmsPage = operation({
  ...{ ...looks, subject: 'listed' },
  name: 'alarms',
  summary: 'What fires, what was resolved in the last 7 days, the rules, and what they can name',
  input: z.object({}),
  run: ({ kept }) => readAlarms(kept),
});

export const getAlarm = operation({
  ...{ ...looks, subject, input },
  name: 'getAlarm',
  summary: 'Read one alarm: its state, the outcome of its dead letters, its re-drives and its history',
  output: alarmShape.extend({
    redrives: z.array(z.string()).describe('Newest first'),
    events: z
      .array(z.object({ at: time, kind: z.string(), actor: z.string().nullable(), note: z.string().nullable() }))
      .describe('Oldest first'),
  }),
  http: { method: 'get', path: '/alarms/{id}', tag, answer: 'The alarm' },
  run: async ({ kept }, { id }) => {
    const { alarm, events, redrives } = await readAlarm(kept, Number(id));
    return { ...toShape(alarm), events, redrives: redrives.map(({ redriveId }) => String(redriveId)) };
  },
});

export const alarmPage = operation({
  ...{ ...looks, subject, input },
  name: 'alarm',
  summary: 'State, history and re-drives of one alarm',
  run: ({ kept }, { id }) => readAlarm(kept, Number(id)),
});

export const alarmSeries = operation({
  ...{ ...looks, subject, input },
  name: 'alarmSeries',
  summary: 'The chart of an alarm',
  run: async ({ kept }, { id }) => readAlarmSeries(kept, await requireAlarm(kept, Number(id))),
});

export const acknowledgeAlarm = operation({
  ...{ permission: 'alarm:acknowledge', effect: 'change', subject },
  name: 'acknowledgeAlarm',
  summary: 'Acknowledge a firing alarm: its notifications are not repeated',
  input: input.extend({ reason: reasonSchema.default('') }),
  output: done,
  http: { method: 'post', path: '/alarms/{id}/acknowledge', tag, bodyOptional: true, answer: 'Acknowledged' },
  run: async ({ kept, actor }, { id, reason }) => {
    await acknowledge(kept, { incidentId: Number(id), reason, actor });
    return { id };
  },
});

export const silenceAlarm = operation({
  ...{ permission: 'alarm:silence', effect: 'change', subject },
  name: 'silenceAlarm',
  summary: 'Silence a rule for one subject for a time, even if it fires again',
  input: input.extend({
    forMs: z.int().describe('How long to silence the alarm, in ms: 1 minute to 30 days'),
    reason: reasonSchema,
  }),
  output: done.extend({ silencedUntil: time }),
  http: { method: 'post', path: '/alarms/{id}/silence', tag, answer: 'Silenced' },
  run: async ({ kept, actor }, { id, ...asked }) => ({
    id,
    silencedUntil: await silence(kept, { ...asked, incidentId: Number(id), actor }),
  }),
});

export const unsilenceAlarm = operation({
  ...{ permission: 'alarm:silence', effect: 'change', subject },
  name: 'unsilenceAlarm',
  summary: 'End a silence',
  input: input.extend({ reason: reasonSchema.default('') }),
  output: done,
  http: {
    ...{ method: 'post', path: '/alarms/{id}/unsilence', tag, bodyOptional: true },
    answer: 'Notifications are sent again',
  },
  run: async ({ kept, actor }, { id, reason }) => {
    await unsilence(kept, { incidentId: Number(id), reason, actor });
    return { id };
  },
});
