import type { Actor } from '../../model/audit/actor';
import { topicNotFound } from '../../model/not-found';
import { BrokerError, isBrokerError } from '../../model/errors';
import { kept } from '../../model/language/retell';
import { english, type Reason, t, told } from '../../model/language/t';
import { REDIRECT_LIMITS, redirectName, type RedirectState } from '../../model/redirect/redirect';
import type { RedriveState } from '../../model/redrive/redrive';
import { nameBefore } from '../../model/topic/deleted-name';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { IN_A_REDRIVE, type RedirectPart, redirectParts } from '../../store/queries/redirect/redirect-letters';
import {
  lockRedirects,
  redirectGet,
  redirectInsert,
  redirectList,
  redirectMove,
  type RedirectRow,
  redirectsStopped,
} from '../../store/queries/redirect/redirect-rows';
import { targetReaders } from '../../store/queries/redrive/redrive-target';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import { aboutNow } from '../about-now';
import type { BrokerContext } from '../context';
import { causeFingerprintsOf } from '../dead-letter/browse';
import { wholeOf } from '../in-team';
import { cancelRedrive, pauseRedrive, resumeRedrive } from '../redrive/control';
import { judgeRedirect, type RedirectWish } from './judge';
import { type RedirectShown, redirectsShown } from './shown';

export interface Redirect extends RedirectShown {
  /** Matching dead letters that do not go, by why. */
  readonly stays: readonly { readonly why: string; readonly count: number }[];
  /** Matching dead letters that go next. */
  readonly waiting: number;
  /** A thousand or more match: both are at least that. */
  readonly atLeast: boolean;
}

/** `atLeast`: counted to ten thousand. */
interface CountedLetters {
  readonly count: number;
  readonly atLeast: boolean;
}

export interface CreateRedirectInput extends RedirectWish {
  readonly ratePerSecond: number;
  readonly canary: number;
  /** Its end date is compulsory. */
  readonly hours: number;
  readonly reason: string;
  readonly actor: Actor;
}

export interface RedirectPlan {
  /** The groups that each get a copy, by name; of groups that the caller may not see, the number. */
  readonly readers: readonly string[];
  readonly hiddenReaders: number;
  /** Why it would be refused now; null: it would not. */
  readonly refusal: string | null;
  /** Dead letters that match now: they stay. */
  readonly matching: CountedLetters;
  /** Dead letters of the last 24 h that would have gone. Others of that time may have been re-driven or discarded. */
  readonly lastDay: CountedLetters;
}

const LISTED = 200;
/** Of each redirect, in lists: they are read again with every dead letter. */
const COUNTED_IN_LIST = 1000;
const DAY_MS = 86_400_000;
const EVER = new Date(0);

/** What a redirect would do, and whether it would be refused. Changes nothing. @throws BrokerError group-not-found */
export async function planRedirect(ctx: BrokerContext, wish: RedirectWish): Promise<RedirectPlan> {
  const db = ctx.store.console;
  const whole = wholeOf(ctx.store);
  const { groupId } = await ctx.groups.find(wish.group);
  const fingerprints = await fingerprintsOf(ctx, wish.cause);
  const scope = { redirectId: 0, groupId, fingerprints };
  const yesterday = new Date(aboutNow(ctx).getTime() - DAY_MS);
  const [all, recent, judged] = await Promise.all([
    redirectParts(db, { ...scope, since: EVER }),
    redirectParts(db, { ...scope, since: yesterday }),
    wish.topic === ''
      ? t('Select the topic.')
      : judgeRedirect(ctx, whole.console, wish, 0).catch((error: unknown) => {
          if (isBrokerError(error)) return error.shown;
          throw error;
        }),
  ]);
  const letters = {
    matching: { count: total(all.parts), atLeast: all.atLeast },
    lastDay: { count: total(recent.parts.filter(({ why }) => why === null)), atLeast: recent.atLeast },
  };
  if (typeof judged === 'string') return { readers: [], hiddenReaders: 0, refusal: judged, ...letters };
  const seen = whole === ctx.store ? judged.readers : await targetReaders(db, judged.topic.topicId);
  const readers = seen.map(({ group }) => group);
  return { readers, hiddenReaders: judged.readers.length - readers.length, refusal: null, ...letters };
}

/** @throws BrokerError bad-request, conflict, group-not-found, topic-not-found */
export async function createRedirect(ctx: BrokerContext, input: CreateRedirectInput): Promise<Redirect> {
  const { group: name, cause, topic: target, ratePerSecond, canary, hours, actor } = input;
  checkWish(input);
  const reason = requireReason(input.reason);
  const redirectId = await retryRolledBack(() =>
    withTransaction(ctx.store.console, async (db) => {
      await lockRedirects(db);
      const { group, topic } = await judgeRedirect(ctx, db, input, 0);
      const made = { groupId: group.groupId, cause, topicId: topic.topicId, ratePerSecond, canary, hours, reason };
      const id = await redirectInsert(db, ctx.clock.nowOrNull(), { ...made, createdBy: actor.name });
      if (id === null) throw topicNotFound(target);
      const after = { redirect: redirectName(id), cause, topic: target, ratePerSecond, canary, hours };
      await appendAudit(db, { actor, action: 'redirect.create', target: name, reason, after });
      return id;
    }),
  );
  ctx.changes.emit({ kind: 'redrive', group: name });
  return await readRedirect(ctx, redirectId);
}

/** @throws BrokerError not-found */
export async function readRedirect(ctx: BrokerContext, redirectId: number): Promise<Redirect> {
  const [row] = await redirectsShown(ctx, [await requireRedirect(ctx, redirectId)]);
  if (row === undefined) throw new Error('one row is shown as one');
  return await withLetters(ctx, row);
}

/** @throws BrokerError not-found */
export async function requireRedirect(ctx: BrokerContext, redirectId: number): Promise<RedirectRow> {
  const row = await redirectGet(ctx.store.console, redirectId);
  if (row !== null) return row;
  throw new BrokerError(
    'not-found',
    told('Redirect {redirectId} does not exist.', { redirectId: redirectName(redirectId) }),
    {
      ...{ field: 'id', value: redirectId },
    },
  );
}

export interface RedirectList {
  /** The open ones first. */
  readonly items: readonly Redirect[];
  /** Older ones, which have ended, are left out. */
  readonly more: boolean;
}

/** @throws BrokerError group-not-found */
export async function listRedirects(ctx: BrokerContext, group: string | undefined): Promise<RedirectList> {
  const groupId = group === undefined ? null : (await ctx.groups.find(group)).groupId;
  const rows = await redirectList(ctx.store.console, groupId, LISTED + 1);
  const items: Redirect[] = [];
  // One after the other: a list that many pages read leaves connections to others.
  for (const row of await redirectsShown(ctx, rows.slice(0, LISTED))) items.push(await withLetters(ctx, row));
  return { items, more: rows.length > LISTED };
}

async function withLetters(ctx: BrokerContext, row: RedirectShown): Promise<Redirect> {
  if (row.state === 'ended') return { ...row, stays: [], waiting: 0, atLeast: false };
  const { parts, atLeast } = await redirectParts(ctx.store.console, await scopeOf(ctx, row), COUNTED_IN_LIST);
  const stays = parts.flatMap(({ why, count }) => (why === null ? [] : [{ why, count }]));
  return { ...row, stays, waiting: total(parts) - total(stays), atLeast };
}

export interface StoppedRedirect extends RedirectShown {
  /** Dead letters that would go if it was resumed, also of the batch that it was sending. */
  readonly left: CountedLetters;
}

/** Redirects that paused by themselves. */
export async function stoppedRedirects(ctx: BrokerContext): Promise<StoppedRedirect[]> {
  const stopped: StoppedRedirect[] = [];
  for (const row of await redirectsShown(ctx, await redirectsStopped(ctx.store.console))) {
    const { parts, atLeast } = await redirectParts(ctx.store.console, await scopeOf(ctx, row));
    const count = total(parts.filter(({ why }) => why === null || why === IN_A_REDRIVE));
    stopped.push({ ...row, left: { count, atLeast } });
  }
  return stopped;
}

export async function scopeOf(ctx: BrokerContext, { redirectId, groupId, cause, since }: RedirectShown) {
  return { redirectId, groupId, since, fingerprints: await fingerprintsOf(ctx, cause) };
}

async function fingerprintsOf(ctx: BrokerContext, cause: string | null): Promise<string[] | null> {
  return cause === null ? null : await causeFingerprintsOf(ctx, cause);
}

function total(parts: readonly Pick<RedirectPart, 'count'>[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

export interface ControlRedirectInput {
  readonly redirectId: number;
  readonly verb: keyof typeof MOVES;
  readonly reason: string;
  readonly actor: Actor;
}

const MOVES = {
  pause: { from: ['active'], to: 'paused', run: pauseRedrive },
  resume: { from: ['paused'], to: 'active', run: resumeRedrive },
  end: { from: ['active', 'paused'], to: 'ended', run: cancelRedrive },
} as const satisfies Record<
  string,
  { readonly from: readonly RedirectState[]; readonly to: RedirectState; run: unknown }
>;

/**
 * The batch that it is sending is paused, resumed or cancelled with it (controlRun).
 * @throws BrokerError not-found, bad-request, conflict: it is in a state that does not allow it, or what it does is
 *   refused by now
 */
export async function controlRedirect(ctx: BrokerContext, input: ControlRedirectInput): Promise<Redirect> {
  const { redirectId, verb } = input;
  const why = requireReason(input.reason);
  const row = await requireRedirect(ctx, redirectId);
  const { from, to } = MOVES[verb];
  const isMoved = await moveRedirect(ctx, row, {
    ...{ from, to, why, actor: input.actor, itself: false, roundAfter: null },
  });
  const { state } = isMoved ? { state: to } : await requireRedirect(ctx, redirectId);
  // A second click changes nothing.
  if (state !== to)
    throw new BrokerError(
      'conflict',
      told('{redirect} has changed since this page was read, and cannot do this now. Reload the page.', {
        redirect: redirectName(redirectId),
      }),
      {
        ...{ field: 'state', value: state },
      },
    );
  await controlRun(ctx, redirectId, verb, input.actor, why);
  return await readRedirect(ctx, redirectId);
}

interface Moved {
  readonly from: readonly RedirectState[];
  readonly to: RedirectState;
  readonly why: Reason;
  readonly actor: Actor;
  /** It stops by itself. */
  readonly itself: boolean;
  /** Of the round that it was judged by; null: whichever it is in. */
  readonly roundAfter: number | null;
}

/** @throws BrokerError topic-not-found */
export function wishOf({ redirectId, group, cause, topic }: RedirectRow): RedirectWish {
  if (topic !== null && nameBefore(topic).name === topic) return { group, cause, topic };
  const says = told('The topic of {redirectId} does not exist any more.', { redirectId: redirectName(redirectId) });
  throw new BrokerError('topic-not-found', says, { field: 'topic' });
}

/** With its audit row. What leads back or cannot be reached any more is not resumed. @returns whether it moved */
export async function moveRedirect(ctx: BrokerContext, row: RedirectRow, moved: Moved): Promise<boolean> {
  const { redirectId, group } = row;
  const { actor, to, why } = moved;
  const isMoved = await retryRolledBack(() =>
    withTransaction(ctx.store.console, async (db) => {
      if (to === 'active') {
        await lockRedirects(db);
        await judgeRedirect(ctx, db, wishOf(row), redirectId);
      }
      const move = { ...moved, redirectId, by: actor.name, why: kept(why) };
      if (!(await redirectMove(db, ctx.clock.nowOrNull(), move))) return false;
      await appendAudit(db, {
        ...{ actor, action: `redirect.${VERBS[to]}`, target: group, reason: english(why) },
        ...{ before: { state: row.state }, after: { redirect: redirectName(redirectId), state: to } },
      });
      return true;
    }),
  );
  if (isMoved) ctx.changes.emit({ kind: 'redrive', group });
  return isMoved;
}

const VERBS = { active: 'resume', paused: 'pause', ended: 'end' } as const;

/**
 * The batch under way goes with its redirect, also one that has just begun; one that is over has nothing to control. A
 * resumed redirect that had paused by itself begins with a canary: the batch from before is cancelled, and its dead
 * letters are free for the canary and for what follows.
 */
export async function controlRun(
  ctx: BrokerContext,
  redirectId: number,
  verb: keyof typeof MOVES,
  actor: Actor,
  why: Reason,
): Promise<void> {
  const { runId, runState, roundAfter } = await requireRedirect(ctx, redirectId);
  if (runId === null || !isOpen(runState)) return;
  const reason = `${redirectName(redirectId)}: ${english(why)}`.slice(0, REDIRECT_LIMITS.reasonChars);
  const move = verb === 'resume' && runId <= roundAfter ? 'end' : verb;
  await MOVES[move].run(ctx, { redriveId: runId, actor, reason }).catch((error: unknown) => {
    if (!isBrokerError(error) || error.code !== 'conflict') throw error;
  });
}

export function isOpen(run: RedriveState | null): boolean {
  return run !== null && run !== 'completed' && run !== 'cancelled';
}

/** @throws BrokerError bad-request */
function requireReason(given: string): string {
  const reason = given.trim();
  if (reason !== '' && reason.length <= REDIRECT_LIMITS.reasonChars && !reason.includes('\u0000')) return reason;
  throw new BrokerError(
    'bad-request',
    told('`reason` is required, with at most {reasonChars} characters.', { reasonChars: REDIRECT_LIMITS.reasonChars }),
    {
      ...{ field: 'reason', limit: `1 to ${REDIRECT_LIMITS.reasonChars} characters`, value: reason.length },
    },
  );
}

/** @throws BrokerError bad-request */
function checkWish({ cause, ...wish }: CreateRedirectInput): void {
  for (const field of ['ratePerSecond', 'canary', 'hours'] as const) {
    const [value, most] = [wish[field], REDIRECT_LIMITS[field]];
    if (Number.isInteger(value) && value >= 1 && value <= most) continue;
    throw new BrokerError(
      'bad-request',
      told('`{field}` must be a whole number from 1 to {most} (got {value}).', { field, most, value }),
      {
        ...{ field, limit: `1 to ${most}`, value },
      },
    );
  }
  if (cause !== null && (cause === '' || cause.length > 200 || cause.includes('\u0000')))
    throw new BrokerError('bad-request', told('`cause` must be the fingerprint of a cause.'), {
      field: 'cause',
      value: cause,
    });
}
