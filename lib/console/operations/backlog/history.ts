import { z } from 'zod';
import { HISTORY_SCOPES, readHistory } from '../../../engine';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import { type AnswerOf, operation } from '../../http/operation';
import { time } from '../../schemas/shapes';

const historyShape = z
  .object({
    from: time,
    to: time,
    since: time.nullable().describe('When the group or topic was made: nothing is known before it'),
    stepSeconds: z.int(),
    points: z.array(z.object({ at: time, values: z.record(z.string(), z.number().nullable()) })),
  })
  .meta({ id: 'History' });

export const getHistory = operation({
  name: 'getHistory',
  summary: 'Figures over time: every 10 s for a day, every minute for 14 days. A missing point is unknown, not 0',
  permission: 'group:read',
  subject: {
    /** Of the broker as a whole teams see nothing. */
    names: ({ scope, name = '' }) => {
      if (scope !== 'broker') return [{ kind: scope, name, field: 'name' }];
      throw new BrokerError(
        'forbidden',
        told('scope must be group or topic: teams do not see the broker as a whole.'),
        {
          ...{ field: 'scope', limit: 'group or topic', value: scope },
        },
      );
    },
  },
  effect: 'read',
  input: z.strictObject({
    scope: z.enum(HISTORY_SCOPES).describe('What the figures are about'),
    name: z.string().max(255).optional().describe('Name of the group or topic'),
    from: z
      .string()
      .max(40)
      .default('-1h')
      .describe('Start: ISO 8601 time, or relative like `-6h`; at most 14 days ago'),
    to: z.string().max(40).optional().describe('End: ISO 8601 time; default now'),
    step: z.coerce
      .number()
      .int()
      .min(10)
      .max(86_400)
      .optional()
      .describe('Seconds per point: a multiple of 10 in the last 24 hours, of 60 before; omit to choose automatically'),
  }),
  output: historyShape,
  http: { method: 'get', path: '/history', tag: 'History', answer: 'Points, oldest first' },
  run: ({ kept }, asked) => readHistory(kept, asked),
});

export type HistoryView = AnswerOf<typeof getHistory>;
