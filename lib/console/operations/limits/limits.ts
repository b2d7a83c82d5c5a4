import { z } from 'zod';
import { limitSubjects, limitWhatIf, removeLimit, setLimit } from '../../../broker';
import { CHART_RANGES, databaseNow, readLimits, readThrottling } from '../../../engine';
import { limitName } from '../../../model/throttle/limit';
import { LIMIT_KINDS } from '../../../model/throttle/limit-kind';
import { LIMIT_STATES } from '../../../model/throttle/limit-state';
import { limitEntryName } from '../../../model/managed/managed';
import { operation } from '../../http/operation';
import { pressureNow } from '../../http/process-now';
import { limitFieldsSchema, limitKeySchema } from '../../schemas/limit';
import { ownership } from '../../schemas/ownership';
import { reading, time } from '../../schemas/shapes';
import { msg } from '../../../model/language/t';

const tag = 'Limits';
const looks = { needs: 'installation', permission: 'limit:read', subject: 'system', effect: 'read' } as const;
const changes = { needs: 'installation', permission: 'limit:write', subject: 'system', effect: 'change' } as const;
const kept = z.string().max(1000).default('').describe('Kept in the audit log');
/** People say why. */
const said = z.string().trim().min(1, msg('Enter a reason. It is kept in the history.')).max(500);
const settings = limitKeySchema.extend({ ...limitFieldsSchema.shape, ...ownership });
const managed = { kind: 'limit', name: limitEntryName } as const;

const limitSettings = {
  kind: limitKeySchema.shape.kind,
  scope: limitKeySchema.shape.scope,
  subject: z.string().describe('Topic, group or access key; empty for the broker'),
  hard: z.number().describe('Refuses at it, in the unit of the kind'),
  unit: z.string(),
  softShare: z.number().describe('Warns from this share of hard on; a closed level opens again below it'),
  burstMs: z.int().describe('Rates: how much unused time may be caught up'),
  enabled: z.boolean(),
  version: z.int().describe('Name it in the next change'),
  reason: z.string(),
  updatedBy: z.string(),
  updatedAt: time,
};
const limitShape = z.object(limitSettings).meta({ id: 'LimitSettings' });

const limitStateShape = z
  .object({
    ...limitSettings,
    name: z.string().describe('As refusals name it'),
    state: z.enum(LIMIT_STATES),
    used: reading.describe('Rates: per second, mean of 10 s through all nodes; levels: as last read'),
    line: z
      .number()
      .describe('What used is measured against: of a rate, the whole limit, or the shares of the nodes that report'),
    refusedIn15Minutes: reading,
    lastRefusedAt: time.nullable(),
  })
  .meta({ id: 'Limit' });

export const listLimits = operation({
  ...looks,
  name: 'listLimits',
  summary: 'Limits set by operators, with their current values and the clients that were throttled',
  input: z.strictObject({}),
  output: z.object({ items: z.array(limitStateShape) }),
  http: { method: 'get', path: '/limits', tag, answer: 'All limits' },
  run: async ({ broker }) => {
    const limits = await readLimits(broker, await pressureNow(), await databaseNow(broker.store.console));
    return { items: limits.map(({ refused, ...limit }) => ({ ...limit, refusedIn15Minutes: refused })) };
  },
});

export const throttlingPage = operation({
  ...looks,
  name: 'throttling',
  summary: 'What is refused and why, over time: limits, protections, throttled topics, refused clients',
  input: z.object({
    topic: z.string().max(255).optional(),
    range: z.enum(CHART_RANGES).catch('1h'),
    until: z.string().max(40).optional(),
    who: z.string().max(200).default(''),
    refused: z.enum(['first', 'all']).catch('first'),
  }),
  run: async ({ broker }, { topic, until, ...asked }) =>
    readThrottling(broker, await pressureNow(), { ...asked, topic, until }),
});

export const putLimit = operation({
  ...changes,
  name: 'putLimit',
  summary: 'Create a limit, or change the one at the named version',
  input: settings.extend({
    version: z.int().min(0).default(0).describe('Version that you read; omit or 0 to create'),
    reason: kept,
  }),
  managed,
  output: limitShape,
  http: { method: 'put', path: '/limits', tag, answer: 'Counts from now on' },
  run: async ({ broker, actor }, input) => {
    const limit = await setLimit(broker, { ...input, actor });
    return { ...limit, unit: LIMIT_KINDS[limit.kind].unit };
  },
});

export const deleteLimit = operation({
  ...changes,
  name: 'deleteLimit',
  summary: 'Delete a limit',
  input: limitKeySchema.extend({
    version: z.int().min(1).optional().describe('Version that you read; omit to accept any version'),
    reason: kept,
    ...ownership,
  }),
  managed: { ...managed, removes: true },
  output: z.object({ removed: z.string() }),
  http: { method: 'delete', path: '/limits', tag, answer: 'Removed' },
  run: async ({ broker, actor }, input) => {
    await removeLimit(broker, { ...input, actor });
    return { removed: limitName(input) };
  },
});

export const changeLimit = operation({
  ...changes,
  name: 'setLimit',
  summary: 'Set a limit on the page, with a reason',
  input: settings.extend({ version: z.int().min(0), reason: said }),
  managed,
  run: async ({ broker, actor }, input) => ({ version: (await setLimit(broker, { ...input, actor })).version }),
});

export const dropLimit = operation({
  ...changes,
  name: 'removeLimit',
  summary: 'Remove a limit on the page, with a reason',
  input: limitKeySchema.extend({ version: z.int().min(1), reason: said, ...ownership }),
  managed: { ...managed, removes: true },
  run: ({ broker, actor }, input) => removeLimit(broker, { ...input, actor }),
});

export const limitSubjectsPage = operation({
  ...looks,
  name: 'limitSubjects',
  summary: 'Names that a limit can be about, to choose from while typing',
  input: z.object({}),
  run: ({ broker }) => limitSubjects(broker),
});

export const limitWhatIfPage = operation({
  ...looks,
  name: 'limitWhatIf',
  summary: 'What a limit would have done to the last hour',
  input: z.object({
    ...limitKeySchema.shape,
    hard: z.coerce.number().positive(),
    softShare: z.coerce.number().min(0).max(1).default(0.8),
    burstMs: z.coerce.number().min(0).default(1000),
  }),
  run: ({ broker }, input) => limitWhatIf(broker, input),
});
