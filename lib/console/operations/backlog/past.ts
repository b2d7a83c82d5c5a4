import { z } from 'zod';
import { readPast } from '../../../engine';
import { type AnswerOf, operation } from '../../http/operation';
import { time } from '../../schemas/shapes';
import { alarmShape, newest } from '../handover/handover';

const count = z.number().nullable();

/** Of a page that shows the past, and of the API. */
export const getPast = operation({
  name: 'getPast',
  summary: 'State of the groups at a moment of the last 14 days, and the alarms that were open then',
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  effect: 'read',
  input: z.strictObject({
    asOf: z.string().min(1).max(40).describe('ISO 8601 time, milliseconds since 1970, or relative like `-6h`'),
    group: z.string().min(1).max(200).optional(),
  }),
  output: z
    .object({
      asOf: time,
      stepSeconds: z.int().describe('How far apart samples of that time are'),
      groups: z
        .object({
          items: z.array(
            z.object({
              name: z.string(),
              at: time
                .nullable()
                .describe(
                  'When the step of its sample began; the step had ended at `asOf`. null: none was written about then',
                ),
              ...{ ready: count, inFlight: count, waiting: count, dead: count, blockedKeys: count, consumers: count },
              oldestReadyAt: time.nullable(),
              deathsDue: count.describe('Messages that could move to the DLQ within the next hour'),
            }),
          ),
          more: z.boolean(),
        })
        .describe('null: not recorded, which is not 0. Groups that were deleted since are not there'),
      alarms: newest(alarmShape.omit({ events: true, eventsTotal: true }), 200).describe('Open at that moment'),
    })
    .meta({ id: 'GroupsThen' }),
  http: { method: 'get', path: '/history/groups', tag: 'History', answer: 'The groups, by name' },
  run: ({ kept, reasonAgainst }, asked) => readPast(kept, asked, reasonAgainst('alarm:read', 'all')),
});

export type PastView = AnswerOf<typeof getPast>;
