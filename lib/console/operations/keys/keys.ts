import { z } from 'zod';
import type { BlockedKey } from '../../../broker';
import { RETRY_VERBS, type RetryVerb } from '../../../model/delivery/retry-change';
import { operation } from '../../http/operation';
import { reasonSchema } from '../../schemas/group';
import { leaseHolderShape, time } from '../../schemas/shapes';

const tag = 'Retries';
const count = z.int();
const MOST = 1000;
const PAGE = 200;
/** So many of the messages behind a head are shown one by one. */
const LANE = 3;
const name = z.string().max(200);
export const looks = { needs: 'blocked-keys', permission: 'group:read', effect: 'read' } as const;
export const changes = { needs: 'blocked-keys', permission: 'retry:change', effect: 'change' } as const;
const subject = { group: ({ group }: { readonly group: string }) => group };

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
    suspended: z
      .boolean()
      .describe('Its client suspended this lite topic until nextTryAt: not blocked, and not in total.keys'),
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
    cause: z.string().nullable().describe('Fingerprint of the last reported failure of the head'),
    errorType: z.string().nullable(),
    errorMessage: z.string().nullable(),
    held: z.object({ at: time, by: z.string(), reason: z.string() }).nullable(),
  })
  .meta({ id: 'BlockedKey' });

function toShape({ queueNo, since, headId, made, maxRetries, head, nextAt, freeAt, hold, ...row }: BlockedKey) {
  return {
    ...row,
    queue: queueNo,
    blockedSince: since,
    headMessageId: headId,
    attempt: made,
    maxAttempts: maxRetries + 1,
    withClient: head?.leased ?? false,
    leaseEndsAt: head?.leased === true ? head.visibleAt : null,
    nextTryAt: nextAt,
    freeAtLatest: freeAt,
    held: hold,
  };
}

export const listKeys = operation({
  ...{ ...looks, subject },
  name: 'listBlockedKeys',
  summary:
    'Blocked and held keys of an ordered group, longest blocked first; then lite topics that their clients suspended',
  input: z.strictObject({ group: z.string() }),
  output: z.object({
    items: z.array(keyShape),
    total: z.object({ keys: count, behind: count, suspended: count.describe('Lite topics that are suspended') }),
    nextCursor: z.null().describe('There are no further pages'),
  }),
  http: { method: 'get', path: '/groups/{group}/keys', tag, answer: `At most ${MOST}; total counts all` },
  run: async ({ engine }, { group }) => {
    const { items, total } = await engine.keys.list({ group, limit: MOST });
    return { items: items.map(toShape), total, nextCursor: null };
  },
});

export const blockedKeysPage = operation({
  ...looks,
  name: 'blockedKeys',
  summary: 'Blocked keys of a group or of all, and who may act',
  subject: { group: ({ group }) => group },
  input: z.strictObject({ group: name.optional() }),
  run: async ({ engine, reasonAgainst }, { group }) => ({
    // The frame of a group has counted what waits behind all of its keys.
    ...(await engine.keys.list({ group, limit: PAGE, countsUnlisted: group === undefined })),
    notAllowed: reasonAgainst('retry:change'),
  }),
});

export const keyLane = operation({
  ...{ ...looks, subject },
  name: 'keyLane',
  summary: 'The first messages behind the head of one key',
  input: z.strictObject({
    ...{ group: name, topic: name, key: name },
    queueNo: z.coerce.number().int().nonnegative(),
    after: z.coerce.number().int().min(-1),
  }),
  run: ({ engine }, of) => engine.keys.lane({ ...of, limit: LANE }),
});

/** A key of an ordered group: its head, or the key as a whole. */
export const changeKey = operation({
  ...{ ...changes, subject },
  name: 'changeKey',
  summary: 'Retry, move to the DLQ, hold or release what blocks a key',
  input: z.strictObject({
    group: name,
    /** Null: a message without a key, named by its offset. */
    key: name.nullable(),
    headOff: z.int().nonnegative().nullable(),
    topic: name,
    queueNo: z.int().nonnegative(),
    verb: z.enum(RETRY_VERBS),
    reason: reasonSchema,
    /** A head that a client has is taken back from it. */
    revoke: z.boolean().optional(),
    headMessageId: z.string().max(255).optional(),
  }),
  run: ({ engine, actor }, { key, headOff, verb, ...input }) =>
    engine.keys.change(verb, { ...input, key: key ?? { off: headOff ?? 0 }, actor }),
});

const keyInput = z.strictObject({
  group: z.string(),
  key: z.string(),
  topic: z.string().optional().describe('Required if the key exists in several topics'),
  queue: count.min(0).max(32_767).optional().describe('Required if the key exists in several queues of the topic'),
  reason: z.string().default('').describe('Kept in the audit log; required with `revoke`'),
});

const headInput = keyInput.extend({
  revoke: z
    .boolean()
    .default(false)
    .describe(
      'Also take the message from the client that has it: the lease ends, and the later answer of the client is ' +
        'refused with INVALID_RECEIPT_HANDLE. The client may still be processing the message. Without `revoke`, ' +
        'a message that a client has is refused with 409',
    ),
  headMessageId: z
    .string()
    .max(255)
    .optional()
    .describe('Expected first message; refused with 409 if another message is first by now'),
});

function ofKey(
  path: string,
  verb: RetryVerb,
  operationName: string,
  summary: string,
  input: typeof keyInput | typeof headInput = keyInput,
) {
  return operation({
    ...{ ...changes, subject, summary, input },
    name: operationName,
    output: z.object({
      id: z.string(),
      topic: z.string(),
      queue: count,
      headMessageId: z.string().nullable(),
      revokedFrom: z.string().nullable().describe('The client that the head was taken back from'),
    }),
    http: {
      ...{ method: 'post', path: `/groups/{group}/keys/{key}/${path}`, tag, bodyOptional: true },
      answer: 'Done; 409 when a client has the head and revoke is not given, or there is nothing to do',
    },
    run: async ({ engine, actor }, { queue, ...asked }) => {
      const { jobId, queueNo, messageId, ...done } = await engine.keys.change(verb, {
        ...asked,
        queueNo: queue,
        actor,
      });
      return { ...done, id: String(jobId), queue: queueNo, headMessageId: messageId };
    },
  });
}

export const retryHead = ofKey('retry', 'now', 'retryHead', 'Retry the first message of a blocked key now', headInput);
export const buryHead = ofKey(
  'bury',
  'bury',
  'buryHead',
  'Move the first message of a blocked key to the DLQ; the next message of the key is delivered',
  headInput,
);
export const holdKey = ofKey(
  'hold',
  'hold',
  'holdKey',
  'Hold a key: no message of the key is delivered until it is released',
);
export const releaseKey = ofKey(
  'release',
  'release',
  'releaseKey',
  'Release a held key: its messages are delivered in order',
);
