import { z } from 'zod';
import type { WaitingRetry } from '../../../broker';
import { RETRY_CHANGE_LIMITS, type RetryPlan, type RetryVerb } from '../../../model/delivery/retry-change';
import { msg, t, told } from '../../../model/language/t';
import { operation } from '../../http/operation';
import { changeOutput } from '../../schemas/set-change';
import { leaseHolderShape, listQuery, pageShape, time } from '../../schemas/shapes';

const tag = 'Retries';
const count = z.int();
const moment = z.iso.datetime({ offset: true }).transform((given) => new Date(given));
const subject = { group: ({ group }: { readonly group?: string | undefined }) => group };
export const looks = { needs: 'retries', permission: 'group:read', effect: 'read', subject } as const;
export const changes = { needs: 'retries', permission: 'retry:change', effect: 'change', subject } as const;

const conditions = {
  attemptsFrom: z.coerce.number().int().min(0).optional().describe('Minimum number of deliveries so far'),
  attemptsTo: z.coerce.number().int().min(0).optional().describe('Maximum number of deliveries so far'),
  cause: z
    .string()
    .optional()
    .describe('Cause of the last failure: a fingerprint, an error type, or a cause of the broker'),
  key: z.string().optional().describe('A key or the message group of the message'),
  storedBefore: moment.optional().describe('Stored before this time'),
  dueFrom: moment.optional().describe('Next attempt at or after this time'),
  dueTo: moment.optional().describe('Next attempt before this time'),
  diesBefore: moment.optional().describe('Moves to the DLQ before this time if every attempt fails; requires `group`'),
  lastTry: z.boolean().optional().describe('Whether the next delivery is the last one'),
  held: z.boolean().optional().describe('Whether an operator holds it'),
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

function toShape({ keys, maxRetries, heldAt, heldBy, holdReason, ...row }: WaitingRetry) {
  return {
    ...row,
    keys: keys ?? [],
    maxAttempts: maxRetries + 1,
    held: heldAt === null ? null : { at: heldAt, by: heldBy ?? '', reason: holdReason ?? '' },
  };
}

export const listRetries = operation({
  ...looks,
  name: 'listRetries',
  summary: 'Messages that wait for a retry, by their next attempt; held messages last',
  input: z.strictObject({
    ...listQuery,
    group: z.string().optional().describe('Group; omit for all groups'),
    ...conditions,
  }),
  output: pageShape(retryShape),
  http: {
    ...{ method: 'get', path: '/retries', tag },
    answer: 'A page. One with fewer than asked for, and a nextCursor, looked as far as it may: go on from there',
  },
  run: async ({ engine }, asked) => {
    const { items, nextCursor } = await engine.retries.list(asked);
    return { items: items.map(toShape), nextCursor };
  },
});

const { output, answers } = changeOutput({
  ids: ['RetryPlan', 'RetryChange'],
  excluded: 'with a client now, held already',
  through: {
    throughEpoch: count.describe('Give it with the change, and nothing that changed since is in it'),
    holders: z.array(leaseHolderShape).describe('With revoke: the clients that messages would be taken from'),
    consequences: z.array(z.string()).describe('With revoke: what it means, in the words of the audit log'),
  },
  more: {},
});

const input = z.strictObject({
  group: z.string(),
  messageIds: z.array(z.string()).optional().describe(`Message IDs, at most ${RETRY_CHANGE_LIMITS.ids}`),
  filter: z.strictObject(conditions).optional().describe('Messages that match all of these conditions'),
  all: z.literal(true).optional().describe('All waiting messages of the group'),
  throughEpoch: count.min(0).optional().describe('From a dry run: excludes messages that changed later'),
  revoke: z
    .boolean()
    .default(false)
    .describe(
      'With `messageIds`, to retry now or to move to the DLQ: also take messages from the clients that have them. ' +
        'The lease ends, and the later answer of the client is refused with INVALID_RECEIPT_HANDLE. ' +
        'Of an ordered key, only the first message is taken',
    ),
  reason: z
    .string()
    .default('')
    .describe(
      `Kept in the audit log; required for ${RETRY_CHANGE_LIMITS.reasonFrom} or more messages and with \`revoke\``,
    ),
  dryRun: z.boolean().default(false).describe('Dry run: count the messages and change nothing'),
});

function change(verb: RetryVerb, name: string, summary: string) {
  return operation({
    ...{ ...changes, name, summary, input, output },
    http: { method: 'post', path: `/retries/${verb}`, tag, ...answers },
    run: async ({ engine: { retries }, actor }, { dryRun, ...asked }) => {
      if (dryRun) return { dryRun, ...(await retries.plan(verb, asked)) };
      const { jobId, ...job } = await retries.change(verb, { ...asked, actor });
      return { dryRun, id: String(jobId), ...job };
    },
    second: {
      act: verb === 'bury' ? msg('Move to the DLQ') : msg('Take from clients'),
      what: 'waiting message',
      plan: async ({ engine }, { dryRun, ...asked }) =>
        dryRun || !isOneWay(verb, asked) ? null : toSecond(await engine.retries.plan(verb, asked)),
      outcome: (answer) =>
        'changed' in answer
          ? told('{changed, number} of {matched, number} changed', { changed: answer.changed, matched: answer.matched })
          : '',
    },
  });
}

/** What cannot be taken back: a message that is moved to the DLQ, or taken from its client. */
export function isOneWay(verb: RetryVerb, { revoke }: { readonly revoke?: boolean | undefined }): boolean {
  return verb === 'bury' || revoke === true;
}

/** What a second person judges of it. */
export function toSecond({ wouldChange, excluded, throughEpoch, consequences }: RetryPlan) {
  return {
    ...{ messages: wouldChange, excluded, fixed: { throughEpoch } },
    facts: consequences.map((text) => ({ name: t('Consequence'), text })),
  };
}

export const retryNow = change('now', 'retryNow', 'Retry waiting messages now, as their next delivery');
export const buryRetries = change(
  'bury',
  'buryRetries',
  'Move waiting messages to the DLQ, whatever attempts are left',
);
export const holdRetries = change(
  'hold',
  'holdRetries',
  'Hold waiting messages: they are not delivered and do not move to the DLQ until released',
);
export const releaseRetries = change(
  'release',
  'releaseRetries',
  'Release held messages: each is due at its original time',
);
