import 'server-only';
import { z } from 'zod';
import { changeRetries, listRetries, planRetries, type WaitingRetry } from '../../broker';
import { RETRY_CHANGE_LIMITS, type RetryVerb } from '../../model/retry-change';
import { type ApiRoute, defineRoute } from '../http/define-route';
import { answersOfChange } from './set-change';
import { leaseHolderShape, listQuery, pageShape, time } from '../schemas/shapes';

const TAG = 'Retries';
const count = z.int();
const moment = z.iso.datetime({ offset: true }).transform((given) => new Date(given));
const flag = z.enum(['true', 'false']).transform((given) => given === 'true');

const conditions = {
  attemptsFrom: z.coerce.number().int().min(0).optional().describe('Deliveries made so far, at least'),
  attemptsTo: z.coerce.number().int().min(0).optional(),
  cause: z.string().optional().describe('Of the last failure: a fingerprint, an error type, or a cause of the broker'),
  key: z.string().optional().describe('One of the keys of the message, or its message group'),
  storedBefore: moment.optional(),
  dueFrom: moment.optional().describe('Next try at this moment or later'),
  dueTo: moment.optional().describe('Next try before this moment'),
  diesBefore: moment.optional().describe('Dead by then if every try fails; needs a group'),
};

const retryShape = z
  .object({
    messageId: z.string(),
    group: z.string(),
    topic: z.string(),
    keys: z.array(z.string()),
    messageGroup: z.string().nullable(),
    attempt: count.describe('Deliveries made so far'),
    maxAttempts: count.describe('Deliveries that the group allows'),
    lastTry: z.boolean().describe('The next delivery is the last one'),
    dueAt: time.nullable().describe('Its next try; in the past: ready. null: held'),
    diesAt: time.nullable().describe('If every try fails as those before did; null: held'),
    firstTriedAt: time.nullable(),
    storedAt: time,
    lastClient: z.string().nullable(),
    cause: z.string().nullable().describe('Key of the cause of its last failure'),
    errorType: z.string().nullable(),
    errorMessage: z.string().nullable(),
    held: z
      .object({ at: time, by: z.string(), reason: z.string() })
      .nullable()
      .describe('Not delivered, and does not die, until it is released'),
  })
  .meta({ id: 'WaitingRetry' });

function toShape(row: WaitingRetry): z.input<typeof retryShape> {
  return {
    messageId: row.messageId,
    group: row.group,
    topic: row.topic,
    keys: row.keys ?? [],
    messageGroup: row.messageGroup,
    attempt: row.attempt,
    maxAttempts: row.maxRetries + 1,
    lastTry: row.lastTry,
    dueAt: row.dueAt?.toISOString() ?? null,
    diesAt: row.diesAt?.toISOString() ?? null,
    firstTriedAt: row.firstTriedAt?.toISOString() ?? null,
    storedAt: row.storedAt.toISOString(),
    lastClient: row.lastClient,
    cause: row.cause,
    errorType: row.errorType,
    errorMessage: row.errorMessage,
    held:
      row.heldAt === null ? null : { at: row.heldAt.toISOString(), by: row.heldBy ?? '', reason: row.holdReason ?? '' },
  };
}

export const listRetriesRoute = defineRoute({
  method: 'get',
  path: '/retries',
  name: 'listRetries',
  summary: 'Messages that failed and wait, by their next try; held ones last',
  tag: TAG,
  permission: 'group:read',
  subject: { group: ({ query }) => query.group },
  query: z.strictObject({
    ...listQuery,
    group: z.string().optional().describe('Without it: of every group'),
    ...conditions,
    lastTry: flag.optional(),
    held: flag.optional(),
  }),
  answers: [
    {
      status: 200,
      description: 'A page. One with fewer than asked for, and a nextCursor, looked as far as it may: go on from there',
      schema: pageShape(retryShape),
    },
  ],
  run: async ({ broker }, { query }) => {
    const { items, nextCursor } = await listRetries(broker, query);
    return { status: 200, body: { items: items.map(toShape), nextCursor } };
  },
});

const answers = answersOfChange({
  ids: ['RetryPlan', 'RetryChange'],
  excluded: 'with a client now, held already',
  through: {
    throughEpoch: count.describe('Give it with the change, and nothing that changed since is in it'),
    holders: z.array(leaseHolderShape).describe('With revoke: the clients that messages would be taken from'),
    consequences: z.array(z.string()).describe('With revoke: what it means, in the words of the audit log'),
  },
  more: {},
});

const body = z.strictObject({
  group: z.string(),
  messageIds: z.array(z.string()).optional().describe(`At most ${RETRY_CHANGE_LIMITS.ids}`),
  filter: z.strictObject({ ...conditions, lastTry: z.boolean().optional(), held: z.boolean().optional() }).optional(),
  all: z.literal(true).optional(),
  throughEpoch: count.min(0).optional().describe('From a dry run: nothing that changed later'),
  revoke: z
    .boolean()
    .default(false)
    .describe(
      'With messageIds, for now and bury: messages that clients have are taken back from them. The lease ends, the ' +
        'later answer of the client is refused with INVALID_RECEIPT_HANDLE. Of an ordered key only its head is taken',
    ),
  reason: z
    .string()
    .default('')
    .describe(`Kept in the audit log; required for ${RETRY_CHANGE_LIMITS.reasonFrom} or more, and with revoke`),
  dryRun: z.boolean().default(false).describe('Only count: nothing is changed'),
});

function changeRoute(verb: RetryVerb, name: string, summary: string): ApiRoute {
  return defineRoute({
    method: 'post',
    path: `/retries/${verb}`,
    name,
    summary,
    tag: TAG,
    permission: 'retry:change',
    subject: { group: ({ body }) => body.group },
    body,
    answers,
    run: async ({ broker, actor }, { body: { dryRun, ...input } }) => {
      if (dryRun) return { status: 200, body: { dryRun, ...(await planRetries(broker, verb, input)) } };
      const { jobId, verb: _, ...job } = await changeRetries(broker, verb, { ...input, actor });
      return { status: job.left === 0 ? 200 : 202, body: { dryRun, id: String(jobId), ...job } };
    },
  });
}

export const retryNowRoute = changeRoute('now', 'retryNow', 'End the wait: due at once, as the next delivery');
export const buryRoute = changeRoute('bury', 'buryRetries', 'Send to the dead letters, whatever tries are left');
export const holdRetriesRoute = changeRoute('hold', 'holdRetries', 'Keep from being delivered and from dying');
export const releaseRetriesRoute = changeRoute('release', 'releaseRetries', 'Due again when it would have been');
