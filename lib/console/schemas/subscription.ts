import { z } from 'zod';
import { time } from './shapes';

const count = z.int().min(0);

const filter = {
  type: z.enum(['TAG', 'SQL']),
  expression: z.string().describe('Tags in order, or an SQL expression; at most 256 characters of it'),
};

const differentType = z.enum(['TAG', 'SQL', 'NONE']).describe('NONE: they do not subscribe to the topic (4.x clients)');

export const subscriptionShape = z.object({
  topic: z.string(),
  ...filter,
  differs: z.boolean().describe('Another connected client of the group has a different filter on this topic'),
});

export const differingShape = z
  .object({
    since: time,
    isYoung: z.boolean().describe('For less than 2 minutes: it may be a rolling deployment'),
    last10Minutes: count.nullable().describe('Messages that the filters left out; null: brokers do not count them'),
    topics: z.array(
      z.object({ topic: z.string(), filters: z.array(z.object({ ...filter, type: differentType, clients: count })) }),
    ),
  })
  .nullable()
  .describe('Connected clients have different filters on a topic, so messages are lost; null: they subscribe alike');

export const filteredShape = z
  .array(
    z.object({
      topic: z.string(),
      last10Minutes: count,
      lastHour: count,
      lastDay: count,
      lastAt: time,
      minutes: z.array(z.object({ at: time, filtered: count })).describe('Of the last hour, those with any'),
    }),
  )
  .describe(
    'By topic, messages of the last 24 h that count as consumed because the filter of the receiving client does not ' +
      'match them',
  );
