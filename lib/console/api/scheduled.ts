import 'server-only';
import { z } from 'zod';
import { listScheduled, recallScheduled } from '../../broker';
import { defineRoute } from '../http/define-route';
import { pageOfScheduled } from '../reads/cluster-scheduled';
import { toScheduledMessage } from '../reads/scheduled';
import { listQuery, pageShape, readingShape, silent, time, toReadingShape } from '../schemas/shapes';

const scheduledShape = z
  .object({
    broker: z.string().nullable().describe('In a cluster. null: one store'),
    messageId: z.string(),
    topic: z.string(),
    dueAt: time,
    scheduledAt: time.describe('When the broker took it'),
    tag: z.string().nullable(),
    messageGroup: z.string().nullable(),
    keys: z.array(z.string()),
    bodyBytes: z.int(),
    bornAt: time,
    bornHost: z.string(),
  })
  .meta({ id: 'ScheduledMessage' });

export const listScheduledRoute = defineRoute({
  method: 'get',
  path: '/scheduled',
  name: 'listScheduled',
  summary:
    'Delayed messages that wait for their time on one topic, next due first; costs brokers of a cluster many reads',
  tag: 'Delayed messages',
  permission: 'message:read',
  subject: { topic: ({ query }) => query.topic },
  query: z.strictObject({ topic: z.string(), ...listQuery }),
  answers: [
    {
      status: 200,
      description: 'A page',
      schema: pageShape(scheduledShape).extend({
        waiting: readingShape.nullable().describe('In a cluster: how many were found. null: not counted'),
        notes: z.array(z.string()).describe('In a cluster: what was not read, and who is late, in sentences'),
        silent,
      }),
    },
  ],
  run: async ({ broker }, { query }) => {
    const { items, nextCursor } = await listScheduled(broker, query);
    const inOneStore = { waiting: null, notes: [], silent: [] };
    return { status: 200, body: { items: items.map(toScheduledMessage), nextCursor, ...inOneStore } };
  },
  runInCluster: async ({ engine }, { query }) => {
    const { items, nextCursor, waiting, notes, silent: away } = await pageOfScheduled(engine, query);
    return {
      status: 200,
      body: {
        items: items.map((item) => ({ ...item, keys: [...item.keys] })),
        ...{ nextCursor, waiting: toReadingShape(waiting), notes: [...notes], silent: [...away] },
      },
    };
  },
});

export const recallScheduledRoute = defineRoute({
  method: 'post',
  path: '/scheduled/recall',
  name: 'recallScheduled',
  summary: 'Take back a delayed message before its time: it is never delivered',
  tag: 'Delayed messages',
  permission: 'message:recall',
  subject: { topic: ({ body }) => body.topic },
  body: z.strictObject({
    topic: z.string(),
    messageId: z.string(),
    reason: z.string().max(500).optional().describe('For the audit log'),
  }),
  answers: [
    {
      status: 200,
      description: 'Recalled now or before',
      schema: z.object({
        changed: z.boolean().describe('false: it was recalled before'),
        dueAt: time,
        recalledAt: time,
        recalledBy: z.string().nullable().describe('null: its producer'),
      }),
    },
  ],
  run: async ({ broker, actor }, { body }) => {
    const { changed, dueAt, recalledAt, recalledBy } = await recallScheduled(broker, { ...body, actor });
    return {
      status: 200,
      body: { changed, dueAt: dueAt.toISOString(), recalledAt: recalledAt.toISOString(), recalledBy },
    };
  },
});
