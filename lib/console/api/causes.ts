import 'server-only';
import { z } from 'zod';
import { type DeadLetterCause, listDeadLetterCauses, readCause, triageCause } from '../../broker';
import { CAUSE_STATES, TIDE, type Triage } from '../../model/cause';
import { defineRoute } from '../http/define-route';
import { triageShape } from '../schemas/cause';
import { time } from '../schemas/shapes';

const triage = z
  .object({
    state: z.enum([...CAUSE_STATES, 'regressed']).describe('As it is by now: regressed was resolved and fails again'),
    decided: z.enum(CAUSE_STATES).describe('As it was decided'),
    note: z.string(),
    owner: z.string().nullable(),
    ignore: z.object({ until: time.nullable(), perHour: z.int().nullable() }).nullable(),
    resolvedAt: time.nullable(),
    by: z.string().nullable(),
    at: time.nullable(),
    version: z.int(),
  })
  .meta({ id: 'CauseTriage' });

const causeShape = z
  .object({
    fingerprint: z.string().describe('For ?cause= of dead letters and re-drives'),
    group: z.string(),
    errorType: z.string().nullable().describe('null: the application reported nothing'),
    text: z.string().nullable().describe('One line without ids, numbers and quoted values'),
    topFrame: z.string().nullable().describe('Where in the application it was thrown'),
    brokerCause: z.string().nullable().describe('Of a cause that was not reported: how the broker saw it end'),
    deadLetters: z.int(),
    firstDeathAt: time.nullable(),
    lastDeathAt: time.nullable(),
    firstSeenAt: time.nullable().describe('First report of a failed delivery'),
    lastSeenAt: time.nullable(),
    trend: z.enum(['new', 'rising', 'steady', 'falling', 'stopped', 'none']),
    deaths: z
      .array(z.int())
      .describe(`Of those there now, by steps of ${TIDE.stepMs / 60_000} minutes, the last is now`),
    triage,
  })
  .meta({ id: 'Cause' });

const fingerprint = z.object({ fingerprint: z.string().max(100) });

export const listCausesRoute = defineRoute({
  method: 'get',
  path: '/causes',
  name: 'listCauses',
  summary: 'Why messages died, the cause with most dead letters first',
  tag: 'Causes',
  permission: 'dead-letter:read',
  subject: { group: ({ query }) => query.group },
  query: z.strictObject({
    group: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(500).optional().describe('100 unless given'),
  }),
  answers: [
    {
      status: 200,
      description: 'The biggest causes; `causes` and `deadLetters` count all of them',
      schema: z.object({ items: z.array(causeShape), causes: z.int(), deadLetters: z.int() }),
    },
  ],
  ofLetters: true,
  run: async ({ broker }, { query: { group, limit } }) => {
    const { items, causes, matching } = await listDeadLetterCauses(broker, { group }, limit);
    return { status: 200, body: { items: items.map(toShape), causes, deadLetters: matching } };
  },
});

const inGroup = z.strictObject({ group: z.string().optional().describe('Left out: the one with most of it') });

export const readCauseRoute = defineRoute({
  method: 'get',
  path: '/causes/{fingerprint}',
  name: 'readCause',
  summary: 'One cause of one group: what it says, how it goes on, what was decided',
  tag: 'Causes',
  permission: 'dead-letter:read',
  subject: { group: ({ query }) => query.group },
  params: fingerprint,
  query: inGroup,
  answers: [{ status: 200, description: 'The cause', schema: causeShape }],
  ofLetters: true,
  run: async ({ broker }, { params, query }) => {
    const cause = await readCause(broker, { ...params, ...query });
    return {
      status: 200,
      body: toShape({ ...cause, key: cause.fingerprint, count: cause.letters }),
    };
  },
});

export const triageCauseRoute = defineRoute({
  method: 'put',
  path: '/causes/{fingerprint}',
  name: 'triageCause',
  summary: 'Set the triage of a cause: note, owner, ignored, resolved',
  tag: 'Causes',
  permission: 'dead-letter:redrive',
  subject: { group: ({ body }) => body.group },
  params: fingerprint,
  body: z.strictObject({ ...triageShape, group: z.string(), reason: z.string().max(500).optional() }),
  answers: [{ status: 200, description: 'Kept', schema: z.object({ version: z.int() }) }],
  ofLetters: true,
  run: async ({ broker, actor }, { params, body }) => ({
    status: 200,
    body: await triageCause(broker, { ...body, ...params, actor }),
  }),
});

type Shaped = Omit<DeadLetterCause, 'firstAt' | 'lastAt' | 'groupId'> & {
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
};

function toShape(cause: Shaped): z.input<typeof causeShape> {
  return {
    ...{ fingerprint: cause.key, group: cause.group, errorType: cause.errorType, text: cause.text },
    ...{ topFrame: cause.topFrame, brokerCause: cause.brokerCause, deadLetters: cause.count, trend: cause.trend },
    firstDeathAt: cause.firstAt?.toISOString() ?? null,
    lastDeathAt: cause.lastAt?.toISOString() ?? null,
    firstSeenAt: cause.firstSeen?.toISOString() ?? null,
    lastSeenAt: cause.lastSeen?.toISOString() ?? null,
    deaths: [...cause.tide],
    triage: { ...triageOf(cause.triage), state: cause.shownState },
  };
}

function triageOf({ state, note, owner, ignoreUntil, ignorePerHour, resolvedAt, by, at, version }: Triage) {
  return {
    ...{ decided: state, note, owner, by, version },
    ignore: state === 'ignored' ? { until: ignoreUntil?.toISOString() ?? null, perHour: ignorePerHour } : null,
    resolvedAt: resolvedAt?.toISOString() ?? null,
    at: at?.toISOString() ?? null,
  };
}
