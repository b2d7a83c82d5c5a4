import 'server-only';
import { z } from 'zod';
import { removeLimit, setLimit } from '../../broker';
import { BrokerError } from '../../model/errors';
import { limitName } from '../../model/throttle/limit';
import { LIMIT_KINDS } from '../../model/throttle/limit-kind';
import { databaseNow } from '../../engine';
import { limitFieldsSchema, limitKeySchema } from '../schemas/limit';
import { findLimit, type LimitView, readLimits } from '../reads/limits';
import { LIMIT_STATES } from '../../model/throttle/limit-state';
import { defineRoute } from '../http/define-route';
import { readingShape, time, toReadingShape } from '../schemas/shapes';

const settingsShape = {
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
const limitShape = z.object(settingsShape).meta({ id: 'LimitSettings' });
const limitStateShape = z
  .object({
    ...settingsShape,
    name: z.string().describe('As refusals name it'),
    state: z.enum(LIMIT_STATES),
    used: readingShape.describe('Rates: per second, mean of 10 s through all nodes; levels: as last read'),
    line: z
      .number()
      .describe('What used is measured against: of a rate, the whole limit, or the shares of the nodes that report'),
    refusedIn15Minutes: readingShape,
    lastRefusedAt: time.nullable(),
  })
  .meta({ id: 'Limit' });

function toStateShape(view: LimitView): z.input<typeof limitStateShape> {
  const { name, kind, scope, subject, unit, hard, softShare, burstMs, enabled, version, reason, updatedBy } = view;
  const { updatedAt, state, line, lastRefusedAt, used, refused } = view;
  return {
    ...{ name, kind, scope, subject, unit, hard, softShare, burstMs, enabled, version, reason, updatedBy, updatedAt },
    ...{ state, line, lastRefusedAt },
    used: toReadingShape(used),
    refusedIn15Minutes: toReadingShape(refused),
  };
}

export const listLimitsRoute = defineRoute({
  method: 'get',
  path: '/limits',
  name: 'listLimits',
  summary: 'Limits that operators set, with what they are at and whom they refused',
  tag: 'Limits',
  permission: 'limit:read',
  subject: 'system',
  answers: [{ status: 200, description: 'All limits', schema: z.object({ items: z.array(limitStateShape) }) }],
  run: async ({ broker, store }) => {
    const limits = await readLimits(broker, await databaseNow(store.console));
    return { status: 200, body: { items: limits.map(toStateShape) } };
  },
});

export const putLimitRoute = defineRoute({
  method: 'put',
  path: '/limits',
  name: 'putLimit',
  summary: 'Set a limit: make it, or change the one at the named version',
  tag: 'Limits',
  permission: 'limit:write',
  subject: 'system',
  body: limitKeySchema.extend({
    ...limitFieldsSchema.shape,
    version: z.int().min(0).default(0).describe('The version you saw; leave out (or 0) to make it'),
    reason: z.string().max(1000).default('').describe('Kept in the audit log'),
  }),
  answers: [{ status: 200, description: 'Counts from now on', schema: limitShape }],
  run: async ({ broker, actor }, { body }) => {
    const limit = await setLimit(broker, { ...body, actor });
    const { kind, scope, subject, hard, softShare, burstMs, enabled, version, reason, updatedBy, updatedAt } = limit;
    const settings = { kind, scope, subject, hard, softShare, burstMs, enabled, version, reason, updatedBy };
    return { status: 200, body: { ...settings, unit: LIMIT_KINDS[kind].unit, updatedAt: updatedAt.toISOString() } };
  },
});

export const deleteLimitRoute = defineRoute({
  method: 'delete',
  path: '/limits',
  name: 'deleteLimit',
  summary: 'Remove a limit',
  tag: 'Limits',
  permission: 'limit:write',
  subject: 'system',
  query: limitKeySchema.extend({
    version: z.coerce.number().int().min(1).optional().describe('The version you saw; leave out: whichever it is'),
    reason: z.string().max(1000).default('').describe('Kept in the audit log'),
  }),
  answers: [{ status: 200, description: 'Removed', schema: z.object({ removed: z.string() }) }],
  run: async ({ broker, actor }, { query }) => {
    const name = limitName(query);
    const current = await findLimit(broker, name);
    if (current === null) throw new BrokerError('not-found', `There is no limit ${name}.`, { field: 'limit' });
    await removeLimit(broker, { ...query, version: query.version ?? current.version, actor });
    return { status: 200, body: { removed: name } };
  },
});
