import 'server-only';
import { z } from 'zod';
import { type BlockedKey, changeKey, findGroup, listBlockedKeys } from '../../broker';
import type { RetryVerb } from '../../model/retry-change';
import { type ApiRoute, defineRoute } from '../http/define-route';
import { leaseHolderShape, time } from '../schemas/shapes';

const TAG = 'Retries';
const count = z.int();
const MOST = 1000;

const keyShape = z
  .object({
    key: z.string().nullable().describe('null: a message without a message group, which holds up only itself'),
    topic: z.string(),
    queue: count,
    blockedSince: time,
    headMessageId: z.string().nullable(),
    attempt: count.describe('Deliveries of the head that the broker counted, a running one included'),
    clientAttempt: count
      .nullable()
      .describe('A push client of an ordered group retries by itself: its last attempt that it reported, or null'),
    maxAttempts: count,
    client: z.string().nullable().describe('Who has the head, or had it last'),
    withClient: z.boolean().describe('A client has the head now'),
    holder: leaseHolderShape.nullable().describe('The client that has the head now; null: none has it'),
    leaseEndsAt: time.nullable().describe('Its lease ends then unless it is renewed; null: no client has the head'),
    nextTryAt: time
      .nullable()
      .describe('When the broker delivers it again; null: its client decides, or the key is held'),
    freeAtLatest: time
      .nullable()
      .describe('The head moves to the DLQ by then if every attempt fails; null: held, or not known'),
    behind: count.describe('Messages that wait for the head'),
    errorType: z.string().nullable(),
    errorMessage: z.string().nullable(),
    held: z.object({ at: time, by: z.string(), reason: z.string() }).nullable(),
  })
  .meta({ id: 'BlockedKey' });

function toShape(row: BlockedKey): z.input<typeof keyShape> {
  return {
    key: row.key,
    topic: row.topic,
    queue: row.queueNo,
    blockedSince: row.since,
    headMessageId: row.headId,
    attempt: row.made,
    clientAttempt: row.clientAttempt,
    maxAttempts: row.maxRetries + 1,
    client: row.client,
    withClient: row.head?.leased ?? false,
    holder: row.holder,
    leaseEndsAt: row.head?.leased === true ? row.head.visibleAt : null,
    nextTryAt: row.nextAt,
    freeAtLatest: row.freeAt,
    behind: row.behind,
    errorType: row.errorType,
    errorMessage: row.errorMessage,
    held: row.hold,
  };
}

export const listKeysRoute = defineRoute({
  method: 'get',
  path: '/groups/{group}/keys',
  name: 'listBlockedKeys',
  summary: 'Keys of an ordered group that wait for their first message, or are held; longest blocked first',
  tag: TAG,
  permission: 'group:read',
  subject: { group: ({ params }) => params.group },
  params: z.strictObject({ group: z.string() }),
  answers: [
    {
      status: 200,
      description: `At most ${MOST}; total counts all`,
      schema: z.object({
        items: z.array(keyShape),
        total: z.object({ keys: count, behind: count }),
        nextCursor: z.null().describe('There are no further pages'),
      }),
    },
  ],
  run: async ({ broker }, { params: { group } }) => {
    await findGroup(broker, group);
    const { items, total } = await listBlockedKeys(broker, { group, limit: MOST });
    return { status: 200, body: { items: items.map(toShape), total, nextCursor: null } };
  },
});

const keyBody = z.strictObject({
  topic: z.string().optional().describe('Needed when the key is busy in several topics'),
  queue: count.min(0).max(32_767).optional(),
  reason: z.string().default('').describe('Kept in the audit log; required with revoke'),
});

const headBody = keyBody.extend({
  revoke: z
    .boolean()
    .default(false)
    .describe(
      'A head that a client has is taken back from it: its lease ends, and its later answer is refused with ' +
        'INVALID_RECEIPT_HANDLE. The client may still be processing the message. Without it such a head is left: 409',
    ),
  headMessageId: z.string().max(255).optional().describe('409 when another message is the head by now'),
});

function keyRoute(
  path: string,
  verb: RetryVerb,
  name: string,
  summary: string,
  body: typeof keyBody | typeof headBody = keyBody,
): ApiRoute {
  return defineRoute({
    method: 'post',
    path: `/groups/{group}/keys/{key}/${path}`,
    name,
    summary,
    tag: TAG,
    permission: 'retry:change',
    subject: { group: ({ params }) => params.group },
    params: z.strictObject({ group: z.string(), key: z.string() }),
    body,
    bodyOptional: true,
    answers: [
      {
        status: 200,
        description: 'Done; 409 when a client has the head and revoke is not given, or there is nothing to do',
        schema: z.object({
          id: z.string(),
          topic: z.string(),
          queue: count,
          headMessageId: z.string().nullable(),
          revokedFrom: z.string().nullable().describe('The client that the head was taken back from'),
        }),
      },
    ],
    run: async ({ broker, actor }, { params, body: { queue, ...input } }) => {
      const done = await changeKey(broker, verb, { ...params, ...input, queueNo: queue, actor });
      const { jobId, topic, queueNo, messageId, revokedFrom } = done;
      return { status: 200, body: { id: String(jobId), topic, queue: queueNo, headMessageId: messageId, revokedFrom } };
    },
  });
}

export const retryKeyRoute = keyRoute('retry', 'now', 'retryHead', 'Deliver the head of the key at once', headBody);
export const buryKeyRoute = keyRoute(
  'bury',
  'bury',
  'buryHead',
  'Move the head to the DLQ; the next message of the key is delivered',
  headBody,
);
export const holdKeyRoute = keyRoute('hold', 'hold', 'holdKey', 'Deliver nothing of the key until it is released');
export const releaseKeyRoute = keyRoute('release', 'release', 'releaseKey', 'Let a held key go on, in order');
