import { z } from 'zod';
import { HANDOVER, readHandover } from '../../../engine';
import { SEVERITIES } from '../../../model/alarm/rule';
import { mapReading } from '../../../model/reading';
import { operation, type OperationContext } from '../../http/operation';
import { readingOf, time } from '../../schemas/shapes';
import { problemShape, toProblemShape } from '../problems/problems';
import { redriveShape, toShape as toRedriveShape } from '../redrives/shapes';

const { longestDays, oldestDays, most, mostRedrives, mostEvents } = HANDOVER;
const text = z.string().nullable();
const newestShape = <Item extends z.ZodType>(item: Item, limit: number) =>
  z.object({ items: z.array(item), more: z.boolean().describe(`There are others: the newest ${limit} are listed`) });
export const newest = <Item extends z.ZodType>(item: Item, limit: number) =>
  readingOf(newestShape(item, limit).nullable());
const countedShape = <Item extends z.ZodType>(item: Item, limit: number) =>
  newestShape(item, limit).extend({
    total: z.int().describe('How many there are, the ones beyond the list included'),
    isAtLeast: z.boolean().describe('There are more than `total`: counting ended there'),
  });

export const alarmShape = z
  .object({
    incidentId: z.int(),
    title: z.string(),
    severity: z.enum(SEVERITIES),
    firedAt: time,
    resolvedAt: time.nullable(),
    ended: text.describe('How it ended, in words; null: it is open'),
    acknowledgedBy: text,
    path: z.string().describe('Path of its page in the console'),
    events: z
      .array(z.object({ at: time, kind: z.string(), actor: text, note: text }))
      .describe(`What people did about it in the span: the newest ${mostEvents}, the oldest of these first`),
    eventsTotal: z.int().describe('How many such events there are in the span'),
  })
  .meta({ id: 'HandoverAlarm' });

const changeShape = z
  .object({ at: time, actor: z.string(), action: z.string(), target: z.string(), reason: text })
  .meta({ id: 'HandoverChange' });

const common = {
  permission: 'group:read',
  subject: { group: ({ group }: { readonly group?: string | undefined }) => group },
  effect: 'read',
  input: z.strictObject({
    from: z
      .string()
      .max(40)
      .default('-12h')
      .describe(
        `Start: ISO 8601 time, or relative like \`-12h\`; at most ${oldestDays} days ago and ${longestDays} ` +
          'days before `to`',
      ),
    to: z.string().max(40).optional().describe('End: ISO 8601 time; default now'),
    group: z.string().min(1).max(200).optional(),
  }),
} as const;

function read({ engine, broker, kept, scope, reasonAgainst }: OperationContext, asked: z.output<typeof common.input>) {
  const mayNot = {
    alarms: reasonAgainst('alarm:read', 'all'),
    redrives: reasonAgainst('redrive:read', 'all'),
    changes: reasonAgainst('audit:read', 'all'),
  };
  return readHandover({ engine, broker, kept, scope, mayNot }, asked);
}

export const handoverPage = operation({
  ...common,
  name: 'handover',
  summary: 'What happened in a span of time, and what is open now, for the next person on call',
  run: read,
});

export const getHandover = operation({
  ...common,
  name: 'getHandover',
  summary: 'Handover notes of a period: its alarms, changes, re-drives and notes, and the problems that are open now',
  output: z
    .object({
      asOf: time,
      from: time,
      to: time,
      group: text,
      open: readingOf(
        z.object({ items: z.array(problemShape), total: z.int(), acknowledged: z.array(problemShape) }).nullable(),
      ),
      alarms: readingOf(countedShape(alarmShape, most).nullable()).describe('Open at some time of the span'),
      redrives: readingOf(countedShape(redriveShape, mostRedrives).nullable()).describe('The same'),
      changes: readingOf(
        countedShape(changeShape, most)
          .extend({
            runsLeftOut: z
              .boolean()
              .describe('Of a group with very many re-drives: changes of the oldest are left out'),
          })
          .nullable(),
      ).describe('From the audit log, with the reason of each'),
    })
    .meta({ id: 'Handover' }),
  http: {
    method: 'get',
    path: '/handover',
    tag: 'Problems',
    answer: 'The span; a part that may not be read is unknown',
  },
  run: async (ctx, asked) => {
    const { open, redrives, ...rest } = await read(ctx, asked);
    return {
      ...rest,
      open: mapReading(open, ({ items, total, acknowledged }) => ({
        ...{ items: items.map(toProblemShape), total, acknowledged: acknowledged.map(toProblemShape) },
      })),
      redrives: mapReading(redrives, ({ items, ...counts }) => ({ items: items.map(toRedriveShape), ...counts })),
    };
  },
});
