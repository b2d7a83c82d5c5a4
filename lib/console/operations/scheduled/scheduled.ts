import { z } from 'zod';
import { operation } from '../../http/operation';
import { listQuery, pageShape, reading, silent, time } from '../../schemas/shapes';

const PAGE = 50;
const tag = 'Delayed messages';

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

export const listScheduled = operation({
  name: 'listScheduled',
  summary: 'Delayed messages of a topic that are not due yet, next due first; costs brokers of a cluster many reads',
  permission: 'message:read',
  subject: { topic: ({ topic }) => topic },
  effect: 'read',
  input: z.strictObject({ topic: z.string(), ...listQuery }),
  output: pageShape(scheduledShape).extend({
    waiting: reading.nullable().describe('How many were found'),
    notes: z.array(z.string()).describe('In a cluster: what was not read, and who is late, in sentences'),
    silent,
  }),
  http: { method: 'get', path: '/scheduled', tag, answer: 'A page' },
  run: ({ engine }, asked) => engine.scheduled.page(asked),
});

export const scheduledPage = operation({
  name: 'scheduled',
  summary: 'Delayed messages of a topic, and who may recall one',
  permission: 'message:read',
  subject: { topic: ({ topic }) => topic },
  effect: 'read',
  input: z.strictObject({ topic: z.string().min(1).max(200), cursor: z.string().max(300).optional() }),
  run: async ({ engine, reasonAgainst }, { topic, cursor }) => {
    const { noRecall, ...page } = await engine.scheduled.page({ topic, cursor, limit: PAGE });
    return { ...page, topic, mayNotRecall: noRecall ?? reasonAgainst('message:recall') };
  },
});

export const recallScheduled = operation({
  name: 'recallScheduled',
  summary: 'Recall a delayed message before it is due: it is never delivered',
  permission: 'message:recall',
  subject: { topic: ({ topic }) => topic },
  effect: 'destructive',
  input: z.strictObject({
    topic: z.string(),
    messageId: z.string().describe('Message ID'),
    reason: z.string().trim().max(500).optional().describe('Kept in the audit log'),
  }),
  output: z.object({
    changed: z.boolean().describe('false: it was recalled before'),
    dueAt: time,
    recalledAt: time,
    recalledBy: z.string().nullable().describe('null: its producer'),
  }),
  http: { method: 'post', path: '/scheduled/recall', tag, answer: 'Recalled now or before' },
  run: ({ engine, actor }, change) => engine.scheduled.recall({ ...change, actor }),
});
