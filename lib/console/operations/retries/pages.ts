import { z } from 'zod';
import type { WaitingRetry } from '../../../broker';
import { databaseNow } from '../../../engine';
import { plain } from '../../../model/plain';
import { RETRY_VERBS, type RetryFilter, type RetrySelection } from '../../../model/delivery/retry-change';
import { readAhead, readMoment } from '../../../model/time-range';
import { operation } from '../../http/operation';
import { readAttempts } from '../../schemas/attempt-range';
import { reasonSchema } from '../../schemas/group';
import { changes, isOneWay, looks, toSecond } from './retries';
import { msg, told } from '../../../model/language/t';

const PAGE = 50;
const AHEAD_MS = { '15m': 900_000, '2h': 7_200_000, '24h': 86_400_000 } as const;
const text = z.string().max(200);
const yesNo = z.enum(['yes', 'no']);

/** The filter as it stands in the address of a page. */
const filterInput = z.strictObject({
  /** "3", "3-" or "3-5" deliveries made. */
  attempts: text.optional(),
  cause: text.optional(),
  key: text.optional(),
  /** "-1h": stored longer ago than that. */
  older: text.optional(),
  /** "1h": dead by then unless it succeeds. */
  dies: text.optional(),
  last: yesNo.optional(),
  held: yesNo.optional(),
  /** Next try from this moment on, and before that one. */
  dueFrom: text.optional(),
  dueTo: text.optional(),
});
type FilterInput = z.output<typeof filterInput>;

/** @throws BrokerError bad-request */
function toFilter(given: FilterInput, nowIso: string): RetryFilter {
  const { attempts, cause, key, older, dies, last, held, dueFrom, dueTo } = given;
  return {
    ...{ cause, key, ...readAttempts(attempts) },
    storedBefore: readMoment('older', older, nowIso),
    diesBefore: readAhead('dies', dies, nowIso),
    lastTry: last === undefined ? undefined : last === 'yes',
    held: held === undefined ? undefined : held === 'yes',
    dueFrom: readMoment('dueFrom', dueFrom, nowIso),
    dueTo: readMoment('dueTo', dueTo, nowIso),
  };
}

/** The same filter with moments in place of distances from now: a set on the screen stays that set. */
function atMoments(given: FilterInput, nowIso: string): FilterInput {
  const { storedBefore: older, diesBefore: dies, dueFrom, dueTo } = plain(toFilter(given, nowIso));
  return { ...given, older, dies, dueFrom, dueTo };
}

/** Everything that waits for a retry, by its next try. */
export const retriesPage = operation({
  ...looks,
  name: 'retries',
  summary: 'Messages that failed and wait, with who may act',
  input: filterInput.extend({ group: text.optional(), cursor: z.string().max(100).optional() }),
  run: async ({ engine, broker, reasonAgainst }, { cursor, group, ...given }) => {
    const filter = toFilter(given, await databaseNow(broker.store.console));
    const { items, ...page } = await engine.retries.list({ ...filter, group, cursor, limit: PAGE });
    return { ...page, items: items.map(toRow), notAllowed: reasonAgainst('retry:change') };
  },
});

/** `id` names the row. */
export function toRow({ groupId, queueId, off, heldDueAt: _due, ...row }: WaitingRetry) {
  return { ...row, id: `${groupId}-${queueId}-${off}` };
}

export const retryTide = operation({
  ...looks,
  name: 'retryTide',
  summary: 'The coming tries and the deaths due of everything that waits',
  input: z.strictObject({
    group: text.optional(),
    /** Without it: as near as what waits is due. */
    ahead: z.enum(['15m', '2h', '24h']).optional(),
  }),
  run: ({ engine }, { group, ahead }) =>
    engine.retries.forecast({ group, aheadMs: ahead === undefined ? Object.values(AHEAD_MS) : [AHEAD_MS[ahead]] }),
});

export const retryPlan = operation({
  ...looks,
  name: 'retryPlan',
  summary: 'What a change would take and leave, and why, before an operator confirms it',
  input: filterInput.extend({
    verb: z.enum(RETRY_VERBS),
    group: z.string().min(1).max(200),
    /** Message ids, with commas, each encoded because it may contain one; without it: all that match the filter. */
    set: z.string().max(130_000).optional(),
    /** 1: what clients have is taken back from them. */
    revoke: z.literal('1').optional(),
  }),
  run: async ({ engine, broker }, { verb, set, group, revoke, ...given }) => {
    const moments = atMoments(given, await databaseNow(broker.store.console));
    const isFiltered = set === undefined && Object.values(moments).some((value) => value !== undefined);
    const filter = isFiltered ? moments : null;
    const messageIds = set?.split(',').map(decodeURIComponent);
    const what = filter === null ? (messageIds === undefined ? { all: true as const } : { messageIds }) : { filter };
    const selection = toSelection({ group, ...what, ...(revoke === undefined ? {} : { revoke: true }) });
    /** `filter` for the change itself: the set that was counted. Null: rows that were ticked, or all of the group. */
    return { ...(await engine.retries.plan(verb, selection)), filter };
  },
});

/** Which waiting messages of a group a button is about: rows that were ticked, or all that match the screen. */
const selectionInput = z.strictObject({
  group: text,
  messageIds: z.array(z.string().max(255)).max(500).optional(),
  filter: filterInput.optional(),
  all: z.literal(true).optional(),
  /** From the dry run that the operator saw. */
  throughEpoch: z.int().nonnegative().optional(),
  /** Rows that clients have are taken back from them. */
  revoke: z.boolean().optional(),
});

/** Moments only: a distance from now would be another set by the time it is used. */
function toSelection({ filter, ...given }: z.output<typeof selectionInput>): RetrySelection {
  return filter === undefined ? given : { ...given, filter: toFilter(filter, '') };
}

export const changeRetries = operation({
  ...changes,
  name: 'changeRetries',
  summary: 'Retry now, to the dead letters, hold or release waiting messages of a group',
  input: selectionInput.extend({ verb: z.enum(RETRY_VERBS), reason: reasonSchema }),
  run: ({ engine, actor }, { verb, reason, ...selection }) =>
    engine.retries.change(verb, { ...toSelection(selection), reason, actor }),
  second: {
    act: msg('Move to the DLQ or take back from clients'),
    what: 'waiting message',
    plan: async ({ engine }, { verb, reason: _r, ...selection }) =>
      isOneWay(verb, selection) ? toSecond(await engine.retries.plan(verb, toSelection(selection))) : null,
    outcome: ({ changed, matched }) => told('{changed, number} of {matched, number} changed', { changed, matched }),
  },
});
