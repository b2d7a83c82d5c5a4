import { z } from 'zod';
import { type DeadLetterCause, listDeadLetterCauses, readCause, triageCause } from '../../../broker';
import { CAUSE_STATES, TIDE } from '../../../model/dead-letter/cause';
import { operation } from '../../http/operation';
import { time } from '../../schemas/shapes';

const tag = 'Causes';
export const looks = {
  permission: 'dead-letter:read',
  subject: { group: ({ group }: { readonly group?: string | undefined }) => group },
  effect: 'read',
} as const;
const fingerprint = z.string().max(100);

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

type Shaped = Omit<DeadLetterCause, 'firstAt' | 'lastAt' | 'groupId'> & {
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
};

function toShape({
  key,
  count,
  firstAt,
  lastAt,
  firstSeen,
  lastSeen,
  tide,
  shownState,
  triage: given,
  ...row
}: Shaped) {
  const { state: decided, ignoreUntil: until, ignorePerHour: perHour, ...rest } = given;
  return {
    ...{ ...row, fingerprint: key, deadLetters: count, deaths: tide },
    ...{ firstDeathAt: firstAt, lastDeathAt: lastAt, firstSeenAt: firstSeen, lastSeenAt: lastSeen },
    triage: { ...rest, decided, state: shownState, ignore: decided === 'ignored' ? { until, perHour } : null },
  };
}

export const listCauses = operation({
  ...looks,
  name: 'listCauses',
  summary: 'Causes of dead letters, the cause with the most dead letters first',
  input: z.strictObject({
    group: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(500).optional().describe('Maximum number of causes, default 100'),
  }),
  output: z.object({ items: z.array(causeShape), causes: z.int(), deadLetters: z.int() }),
  http: {
    ...{ method: 'get', path: '/causes', tag },
    answer: 'The biggest causes; `causes` and `deadLetters` count all of them',
  },
  run: async ({ kept }, { group, limit }) => {
    const { items, causes, matching } = await listDeadLetterCauses(kept, { group }, limit);
    return { items: items.map(toShape), causes, deadLetters: matching };
  },
});

export const getCause = operation({
  ...looks,
  name: 'readCause',
  summary: 'One cause of a group: its error, its trend and its triage',
  input: z.strictObject({
    fingerprint,
    group: z.string().optional().describe('Group; omit for the group with the most dead letters of this cause'),
  }),
  output: causeShape,
  http: { method: 'get', path: '/causes/{fingerprint}', tag, answer: 'The cause' },
  run: async ({ kept }, asked) => {
    const cause = await readCause(kept, asked);
    return toShape({ ...cause, key: cause.fingerprint, count: cause.letters });
  },
});

export const decideCause = operation({
  name: 'triageCause',
  summary: 'Set the triage of a cause: note, owner, ignored, resolved',
  permission: 'dead-letter:redrive',
  subject: { group: ({ group }) => group },
  effect: 'change',
  input: z.strictObject({
    fingerprint,
    group: z.string().describe('Group that has the cause'),
    state: z.enum(CAUSE_STATES).describe('New state of the cause'),
    note: z.string().optional().describe('At most 2,000 characters; omit to keep the current note'),
    owner: z
      .string()
      .nullable()
      .optional()
      .describe('Person or team in charge; `null` for none, omit to keep the current one'),
    ignore: z
      .strictObject({
        until: z.iso
          .datetime({ offset: true })
          .transform((text) => new Date(text))
          .optional()
          .describe('Opens again at this time'),
        perHour: z.number().optional().describe('Opens while more messages than this move to the DLQ within 1 h'),
      })
      .optional()
      .describe('When an ignored cause opens again; omit to ignore it until an operator changes it'),
    version: z.number().int().min(0).optional().describe('Version that you read; refused if it has changed since'),
    reason: z.string().max(500).optional().describe('Kept in the audit log'),
  }),
  output: z.object({ version: z.int() }),
  http: { method: 'put', path: '/causes/{fingerprint}', tag, answer: 'Kept' },
  run: ({ kept, actor }, change) => triageCause(kept, { ...change, actor }),
});
