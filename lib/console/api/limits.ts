import 'server-only';
import { z } from 'zod';
import { databaseNow } from '../../engine';
import { limitSettings } from '../schemas/limit-shape';
import { type LimitView, readLimits } from '../reads/limits';
import { LIMIT_STATES } from '../../model/throttle/limit-state';
import { defineRoute } from '../http/define-route';
import { readingShape, time, toReadingShape } from '../schemas/shapes';

const limitStateShape = z
  .object({
    ...limitSettings,
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
