import { z } from 'zod';
import type { CopiesInBrokers } from '../../../engine';
import { operation } from '../../http/operation';
import { reading, silent, time } from '../../schemas/shapes';

export const listTimers = operation({
  ...{ needs: 'brokers', permission: 'group:read', subject: 'system', effect: 'read' },
  name: 'listTimers',
  summary: 'Timer of each master broker, which keeps messages with a delivery time',
  input: z.strictObject({}),
  output: z.object({
    asOf: time,
    brokers: z.array(
      z.object({
        ...{ broker: z.string(), isOn: z.boolean() },
        lateSeconds: reading.describe('How late it delivers'),
        notEntered: reading.describe('Messages stored, and not in its wheel yet'),
        inWheel: reading.describe('Scheduled messages, and records of what 5.x clients were handed out'),
        ...{ inPerSecond: reading, outPerSecond: reading },
        topics: z
          .array(z.object({ topic: z.string(), waiting: z.int() }))
          .nullable()
          .describe('Scheduled messages as the broker counts them, most first; null: unknown, see topicsWhy'),
        topicsWhy: z.string().nullable(),
      }),
    ),
    silent,
  }),
  http: { method: 'get', path: '/timers', tag: 'Clusters', answer: 'As of at most 5 s ago' },
  run: ({ engine }) => engine.brokers.timers(),
});

/** A scheduled message at one broker, and its outcome. */
export const scheduledAtBroker = z.object({
  ...{ messageId: z.string(), topic: z.string(), broker: z.string() },
  state: z.enum(['waiting', 'due', 'delivered', 'recalled']).describe('due: on its way to its topic'),
  by: z.enum(['time', 'level']).describe('With a delivery time, or by a delay level, which nothing recalls'),
  ...{ dueAt: time, scheduledAt: time, recalledAt: time.nullable() },
  ...{ tag: z.string().nullable(), messageGroup: z.string().nullable(), keys: z.array(z.string()) },
  ...{ bodyBytes: z.int(), bornAt: time, bornHost: z.string() },
});

export function asScheduled(item: CopiesInBrokers['scheduled'][number]) {
  return { ...item, keys: [...item.keys] };
}

export const findScheduled = operation({
  ...{ needs: 'brokers', permission: 'message:read', effect: 'read' },
  name: 'findScheduled',
  summary: 'One scheduled message by its ID, and its outcome',
  subject: { topic: ({ topic }) => topic },
  input: z.strictObject({
    topic: z.string().min(1).max(200),
    messageId: z.string().min(1).max(255).describe('Message ID'),
  }),
  output: z.object({
    asOf: time,
    items: z.array(scheduledAtBroker),
    silent,
  }),
  http: {
    method: 'get',
    path: '/scheduled/find',
    tag: 'Delayed messages',
    answer: 'As of now; empty: no broker has it',
  },
  run: async ({ engine }, asked) => {
    const { items, ...found } = await engine.brokers.findScheduled(asked);
    return { ...found, items: items.map(asScheduled) };
  },
});
