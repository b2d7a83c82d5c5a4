import { z } from 'zod';
import { type BrokerContext, type HalfMessage, TRANSACTION_FILTERS } from '../../../broker';
import { RESOLUTIONS } from '../../../model/message/half-message';
import { plain } from '../../../model/plain';
import { operation } from '../../http/operation';
import { shownProperties } from '../../http/shown-parts';
import { listQuery, pageShape, time } from '../../schemas/shapes';

const PAGE = 50;
const tag = 'Transactions';
const topic = z.string().min(1).max(200);
const state = z.enum(TRANSACTION_FILTERS).describe('`resolved` is every state except `pending`').default('pending');
const ofTopic = {
  subject: { topic: ({ topic }: { readonly topic: string }) => topic },
  needs: 'transactions',
} as const;

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
    hasBody: z.boolean().describe('It can be committed: pending, or given up and kept until the retention is over'),
  })
  .meta({ id: 'Transaction' });

export function toTransactionShape(half: HalfMessage, maxChecks: number) {
  const { givesUpAt, ...rest } = withoutParts(half);
  return transactionShape.parse(plain({ ...rest, maxChecks, givesUpAt: half.state === 'pending' ? givesUpAt : null }));
}

/** A half message for pages, without its body; what is hidden from the caller is hidden. `at` names its body. */
export function toHalfMessageView(broker: Pick<BrokerContext, 'masks'>, half: HalfMessage) {
  const properties = Object.entries(shownProperties(broker, half));
  return { ...withoutParts(half), at: `half-${half.queueId}`, properties };
}

/** Its properties only leave through the masks of a caller. */
function withoutParts({
  queueId: _queueId,
  properties: _all,
  encoding: _encoding,
  orderAt: _order,
  ...half
}: HalfMessage) {
  return { ...half, keys: half.keys ?? [] };
}

export const listTransactions = operation({
  ...ofTopic,
  name: 'listTransactions',
  summary: 'Half messages of a topic: waiting messages, oldest first, or resolved messages, newest first',
  permission: 'message:read',
  effect: 'read',
  input: z.strictObject({ topic, state, ...listQuery }),
  output: pageShape(transactionShape),
  http: { method: 'get', path: '/transactions', tag, answer: 'A page' },
  run: async ({ engine: { transactions } }, asked) => {
    const { items, nextCursor } = await transactions.page(asked);
    const { maxChecks } = transactions.policy();
    return { items: items.map((half) => toTransactionShape(half, maxChecks)), nextCursor };
  },
});

export const transactionsPage = operation({
  ...ofTopic,
  name: 'transactions',
  summary: 'Half messages of a topic, how many wait, and who may resolve one',
  permission: 'message:read',
  effect: 'read',
  input: z.strictObject({ topic, state, cursor: z.string().max(300).optional() }),
  run: async ({ engine: { transactions }, broker, reasonAgainst }, asked) => {
    const { items, nextCursor } = await transactions.page({ ...asked, limit: PAGE });
    return {
      topic: asked.topic,
      state: asked.state,
      policy: transactions.policy(),
      items: items.map((half) => toHalfMessageView(broker, half)),
      nextCursor,
      pending: await transactions.pending(asked.topic),
      resolveNotAllowed: reasonAgainst('transaction:resolve'),
    };
  },
});

export const resolveTransaction = operation({
  ...ofTopic,
  name: 'resolveTransaction',
  summary:
    'Commit or roll back a half message, also an abandoned one, in place of its producer; repeating it changes nothing',
  permission: 'transaction:resolve',
  effect: 'destructive',
  input: z.strictObject({
    topic,
    messageId: z.string().min(1).max(255).describe('ID of the half message'),
    resolution: z.enum(RESOLUTIONS).describe('Outcome of the transaction'),
    reason: z.string().min(1).max(500).describe('Kept in the audit log'),
  }),
  output: z.object({ state: z.string(), changed: z.boolean() }),
  http: { method: 'post', path: '/transactions/resolve', tag, answer: 'Resolved so; `changed` false: it was before' },
  run: ({ engine, actor }, change) => engine.transactions.resolve({ ...change, actor }),
});
