import { z } from 'zod';
import type { Redirect } from '../../../broker';
import { BrokerError } from '../../../model/errors';
import { readersText, REDIRECT_LIMITS, REDIRECT_STATES, redirectName } from '../../../model/redirect/redirect';
import { redriveName } from '../../../model/redrive/redrive';
import { operation } from '../../http/operation';
import { time } from '../../schemas/shapes';
import { formatCount } from '../../../model/count';
import { msg, t } from '../../../model/language/t';

const common = { needs: 'redirects', effect: 'change' } as const;
const looks = { permission: 'redrive:read', needs: 'redirects', effect: 'read' } as const;
const http = { tag: 'Re-drives' } as const;

const count = z.int().min(0);
const redirectId = z.string().regex(/^(SR-)?\d{1,9}$/i, msg('{field} must be a redirect like SR-1.'));
const idOf = (text: string): number => Number(text.replace(/^SR-/i, ''));
const group = z.string().max(200);
const cause = z
  .string()
  .min(1)
  .max(200)
  .nullable()
  .default(null)
  .describe('Fingerprint of the cause; `null` for all causes');
const topic = z.string().max(200);
const about = ({ group: of }: { readonly group?: string | undefined }) => of;

const redirectShape = z
  .object({
    id: z.string(),
    group: z.string(),
    cause: z.string().nullable().describe('Fingerprint; null: every dead letter of the group'),
    topic: z.string().nullable().describe('null: you may not see it'),
    state: z.enum(REDIRECT_STATES),
    stateAt: time.nullable(),
    stateBy: z.string().nullable(),
    stateWhy: z.string().nullable().describe('Why it was paused, resumed or ended'),
    stoppedItself: z.boolean().describe('It paused by itself'),
    ratePerSecond: count,
    canary: z.object({ count, sent: count, consumed: count, passedAt: time.nullable() }),
    since: time.describe('Dead letters from before stay'),
    until: time,
    sent: count,
    waiting: count.describe('Matching dead letters that go next'),
    stays: z.array(z.object({ why: z.string(), count })).describe('Matching dead letters that do not go, by reason'),
    atLeast: z.boolean().describe('A thousand or more match: `waiting` and `stays` are at least that'),
    openCopies: count.describe('First messages of its last re-drive that a group has not processed: it waits for them'),
    lastRedrive: z.string().nullable().describe('Each batch is a re-drive'),
    reason: z.string(),
    createdBy: z.string(),
  })
  .meta({ id: 'Redirect' });

function toShape({ redirectId: id, canary, canarySent: sent, canaryConsumed: consumed, ...row }: Redirect) {
  return {
    ...row,
    ...{ id: redirectName(id), canary: { count: canary, sent, consumed, passedAt: row.canaryPassedAt } },
    lastRedrive: row.runId === null ? null : redriveName(row.runId),
  };
}

export const listRedirects = operation({
  ...looks,
  name: 'listRedirects',
  summary: 'List redirects, open ones first',
  subject: { group: about },
  input: z.strictObject({ group: group.optional() }),
  output: z.object({
    items: z.array(redirectShape),
    more: z.boolean().describe('Older ones, which have ended, are left out'),
  }),
  http: { ...http, method: 'get', path: '/redirects', answer: 'At most 200, the open ones first' },
  run: async ({ engine }, { group: of }) => {
    const { items, more } = await engine.redirects.list(of);
    return { items: items.map(toShape), more };
  },
});

export const redirectsPage = operation({
  ...looks,
  name: 'redirects',
  summary: 'Redirects, and what the caller may do to them',
  subject: { group: about },
  input: z.strictObject({ group: group.optional() }),
  run: async ({ engine, reasonAgainst }, { group: of }) => {
    const { items, more } = await engine.redirects.list(of);
    return {
      items: items.map((row) => ({ ...row, name: redirectName(row.redirectId) })),
      more,
      controlNotAllowed: reasonAgainst('redrive:control'),
    };
  },
});

export const redirectPlan = operation({
  ...{ ...looks, permission: 'dead-letter:read' },
  name: 'redirectPlan',
  summary: 'What a redirect would take, and why it would be refused',
  subject: { group: about },
  input: z.strictObject({ group, cause: z.string().max(200).optional(), topic: topic.optional() }),
  run: ({ engine }, { cause: of = null, topic: to = '', ...asked }) =>
    engine.redirects.plan({ ...asked, cause: of, topic: to }),
});

export const createRedirect = operation({
  ...common,
  name: 'createRedirect',
  summary: 'Redirect new dead letters of a group to another topic automatically, until an end date',
  permission: 'dead-letter:redrive',
  subject: { group: about, topic: ({ topic: to }) => to },
  input: z.strictObject({
    group,
    cause,
    topic: topic.describe('Target topic: every group that reads it gets a copy. No redirect may lead back from there'),
    ratePerSecond: count.describe(`Messages per second, 1 to ${formatCount(REDIRECT_LIMITS.ratePerSecond)}`),
    canary: count.describe(
      `Messages sent first, 1 to ${REDIRECT_LIMITS.canary}; the rest waits until these are consumed there`,
    ),
    hours: count.describe(`Hours until the redirect ends, 1 to ${REDIRECT_LIMITS.hours}`),
    reason: z.string().trim().max(REDIRECT_LIMITS.reasonChars).default('').describe('Kept in the audit log; required'),
  }),
  output: redirectShape,
  http: { ...http, method: 'post', path: '/redirects', created: { answer: 'It is active' } },
  run: async ({ engine, actor }, asked) => toShape(await engine.redirects.create({ ...asked, actor })),
  second: {
    act: msg('Redirect automatically'),
    what: 'dead letter',
    // However many die until its end: it is too many for one person wherever a rule names the group.
    plan: async ({ engine }, { group: of, cause: named, topic: to, ratePerSecond, canary, hours }) => {
      const { readers, hiddenReaders, refusal, lastDay } = await engine.redirects.plan({
        group: of,
        cause: named,
        topic: to,
      });
      if (refusal !== null) throw new BrokerError('conflict', refusal, { field: 'topic', value: to });
      const facts = [
        {
          name: t('Dead letters'),
          text:
            named === null
              ? t('all new dead letters of {group}', { group: of })
              : t('new dead letters with the cause {cause}', { cause: named }),
        },
        { name: t('In the last 24 h'), text: t('at least {count}', { count: formatCount(lastDay.count) }) },
        { name: t('Sent to topic'), text: to },
        { name: t('Groups that get a copy'), text: readersText(readers, hiddenReaders) },
        { name: t('Rate'), text: t('{count, number} per second', { count: ratePerSecond }) },
        {
          name: t('Canary'),
          text: t('{count, plural, one {# message} other {# messages}}; waits until they are consumed', {
            count: canary,
          }),
        },
        { name: t('Ends'), text: t('{hours, number} h after approval', { hours }) },
      ];
      return { messages: null, excluded: [], facts, fixed: {} };
    },
    outcome: ({ id }) => id,
  },
});

const input = z.strictObject({
  id: redirectId,
  reason: z.string().trim().max(REDIRECT_LIMITS.reasonChars).default('').describe('Kept in the audit log; required'),
});

function control(verb: 'pause' | 'resume' | 'end', summary: string) {
  return operation({
    ...common,
    name: `${verb}Redirect`,
    summary,
    permission: 'redrive:control',
    subject: { redirect: ({ id }) => idOf(id) },
    input,
    output: redirectShape,
    http: { ...http, method: 'post', path: `/redirects/{id}/${verb}`, answer: 'The redirect as it is now' },
    run: async ({ engine, actor }, { id, reason }) =>
      toShape(await engine.redirects.control({ redirectId: idOf(id), verb, reason, actor })),
  });
}

export const pauseRedirect = control('pause', 'Pause a redirect: nothing more is sent until it is resumed');
export const resumeRedirect = control(
  'resume',
  'Resume a redirect; if it was paused automatically, its open re-drive is cancelled and it starts with a canary again',
);
export const endRedirect = control('end', 'End a redirect permanently; new dead letters stay with the group again');
