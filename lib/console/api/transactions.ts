import 'server-only';
import { z } from 'zod';
import { type HalfMessage, listTransactions, resolveTransaction, TRANSACTION_FILTERS } from '../../broker';
import { RESOLUTIONS } from '../../model/half-message';
import { defineRoute } from '../http/define-route';
import { listQuery, pageShape, time } from '../schemas/shapes';

export const transactionShape = z
  .object({
    topic: z.string(),
    messageId: z.string(),
    state: z
      .string()
      .describe('pending, committed, rolled-back, or given-up: rolled back because its producer did not resolve it'),
    producer: z.string().describe('Client id'),
    tag: z.string().nullable(),
    keys: z.array(z.string()),
    bodyBytes: z.int(),
    bornAt: time,
    bornHost: z.string(),
    storedAt: time,
    checks: z.int().describe('How often a producer was checked'),
    maxChecks: z.int(),
    lastCheckAt: time.nullable(),
    nextCheckAt: time.nullable().describe('null: resolved, or no check is left'),
    givesUpAt: time.nullable().describe('Rolled back then unless resolved; null: resolved'),
    resolvedAt: time.nullable(),
    resolvedBy: z.string().nullable().describe('client, server-check, operator, check-limit or lifetime'),
    resolver: z.string().nullable().describe('Client id or operator; null: the broker gave up'),
  })
  .meta({ id: 'Transaction' });

export function toTransactionShape(half: HalfMessage, maxChecks: number): z.input<typeof transactionShape> {
  return {
    topic: half.topic,
    messageId: half.messageId,
    state: half.state,
    producer: half.producer,
    tag: half.tag,
    keys: half.keys ?? [],
    bodyBytes: half.bodyBytes,
    bornAt: half.bornAt.toISOString(),
    bornHost: half.bornHost,
    storedAt: half.storedAt.toISOString(),
    checks: half.checks,
    maxChecks,
    lastCheckAt: half.lastCheckAt?.toISOString() ?? null,
    nextCheckAt: half.nextCheckAt?.toISOString() ?? null,
    givesUpAt: half.state === 'pending' ? half.givesUpAt.toISOString() : null,
    resolvedAt: half.resolvedAt?.toISOString() ?? null,
    resolvedBy: half.resolvedBy,
    resolver: half.resolver,
  };
}

export const listTransactionsRoute = defineRoute({
  method: 'get',
  path: '/transactions',
  name: 'listTransactions',
  summary: 'Half messages of a topic: waiting ones, the oldest first, or resolved ones, the newest first',
  tag: 'Transactions',
  permission: 'message:read',
  subject: { topic: ({ query }) => query.topic },
  query: z.strictObject({
    topic: z.string().min(1).max(200),
    state: z.enum(TRANSACTION_FILTERS).describe('resolved: any but pending').default('pending'),
    ...listQuery,
  }),
  answers: [{ status: 200, description: 'A page', schema: pageShape(transactionShape) }],
  run: async ({ broker }, { query }) => {
    const { items, nextCursor } = await listTransactions(broker, query);
    const { maxChecks } = broker.transactions;
    return { status: 200, body: { items: items.map((half) => toTransactionShape(half, maxChecks)), nextCursor } };
  },
});

export const resolveTransactionRoute = defineRoute({
  method: 'post',
  path: '/transactions/resolve',
  name: 'resolveTransaction',
  summary: "Commit or roll back a half message in its producer's place; repeating it changes nothing",
  tag: 'Transactions',
  permission: 'transaction:resolve',
  subject: { topic: ({ body }) => body.topic },
  body: z.strictObject({
    topic: z.string().min(1).max(200),
    messageId: z.string().min(1).max(255),
    resolution: z.enum(RESOLUTIONS),
    reason: z.string().min(1).max(500).describe('Kept in the audit log'),
  }),
  answers: [
    {
      status: 200,
      description: 'Resolved so; `changed` false: it was before',
      schema: z.object({ state: z.string(), changed: z.boolean() }),
    },
  ],
  run: async ({ broker, actor }, { body }) => {
    const { state, changed } = await resolveTransaction(broker, { ...body, actor });
    return { status: 200, body: { state, changed } };
  },
});
