import { expiryOf, keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import { requireVisible, tooManyCharacters } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { isFingerprint, unreportedFingerprint } from '../../model/dead-letter/fingerprint/unreported';
import { NO_VERSION } from '../../model/dead-letter/letter-filter';
import type { DeadLetterFilter } from '../../model/redrive/redrive';
import { causeFingerprints } from '../../store/queries/cause/cause-fingerprints';
import {
  deadLetterBrowse,
  type DeadLetterCursor,
  type DeadLetterRow,
} from '../../store/queries/dead-letter/dead-letter-browse';
import type { DeadLetterMatch } from '../../store/queries/dead-letter/dead-letter-match';
import type { BrokerContext } from '../context';
import { lookThrough } from './look-through';
import { withinSearchTime } from './search-time';
import { toJsonMatch, toTextMatch } from './text-match';
import { unreadTopics } from './unread-topics';
import { checkLimit, cursorParts, type ListInput, type Page } from '../page-of';

export interface DeadLetter extends DeadLetterRow {
  /** Null: not while the retention, and an open re-drive that has chosen it, are as they are. */
  readonly expiresAt: Date | null;
}

const MAX_TEXT = 200;
const MAX_KEY = 300;
const DEFAULT_PAGE = 100;

/**
 * Newest first, without side effects: reading a dead letter changes nothing. A page of words that many have, or of a
 * JSON path, may be short, or empty, and have a next one.
 * @throws BrokerError bad-request, group-not-found, topic-not-found
 */
export async function browseDeadLetters(
  ctx: BrokerContext,
  input: DeadLetterFilter & ListInput,
): Promise<Page<DeadLetter>> {
  const limit = input.limit ?? DEFAULT_PAGE;
  checkLimit(limit);
  const match = await toMatch(ctx, input);
  const keepMs = keepMsOf((await ctx.settings.find('dead-letter-retention')).value);
  const before = readCursor(input.cursor);
  const since = await lookThrough(ctx, match, before);
  const rows = await withinSearchTime(input, () =>
    deadLetterBrowse(ctx.store.console, { ...match, since: since ?? undefined }, before, limit + 1),
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last === undefined ? since : { deadAt: last.deadAtText, id: last.id };
  return {
    items: shown.map((row) => ({ ...row, expiresAt: expiryOf(row, keepMs) })),
    nextCursor: next === null ? null : `${next.deadAt}_${next.id}`,
  };
}

/** @throws BrokerError bad-request, group-not-found, topic-not-found */
export async function toMatch(ctx: BrokerContext, filter: DeadLetterFilter): Promise<DeadLetterMatch> {
  checkText('q', filter.q);
  checkText('cause', filter.cause);
  checkText('key', filter.key, MAX_KEY);
  checkText('appVersion', filter.appVersion);
  if (filter.from !== undefined && filter.to !== undefined && filter.from >= filter.to) {
    throw new BrokerError('bad-request', told('from must be before to.'), {
      field: 'from',
      limit: filter.to.toISOString(),
      value: filter.from.toISOString(),
    });
  }
  return {
    groupId: filter.group === undefined ? undefined : (await ctx.groups.find(filter.group)).groupId,
    from: filter.from,
    to: filter.to,
    ...(await toTextMatch(ctx, filter.q)),
    json: await toJsonMatch(ctx, filter.json),
    unread: await unreadTopics(ctx, filter),
    fingerprints: filter.cause === undefined ? undefined : await causeFingerprintsOf(ctx, filter.cause),
    topicId: filter.topic === undefined ? undefined : (await ctx.topics.find(filter.topic)).topicId,
    appVersion: filter.appVersion === NO_VERSION ? null : filter.appVersion,
    key: filter.key,
    attemptsFrom: filter.attemptsFrom,
    attemptsTo: filter.attemptsTo,
    held: filter.held,
    accepted: filter.accepted,
    expires: filter.expiresBefore === undefined ? undefined : await toExpires(ctx, filter.expiresBefore),
  };
}

/** A fingerprint, an error type, or the broker's own cause of failures without a report. */
export async function causeFingerprintsOf({ store }: BrokerContext, cause: string): Promise<string[]> {
  const known = await causeFingerprints(store.console, cause);
  if (isFingerprint(cause)) return [cause, ...known];
  return [...known, unreportedFingerprint(cause)];
}

async function toExpires(ctx: BrokerContext, until: Date): Promise<DeadLetterMatch['expires']> {
  const keepMs = keepMsOf((await ctx.settings.find('dead-letter-retention')).value);
  return { until, died: new Date(keepMs === null ? 0 : until.getTime() - keepMs) };
}

/** @throws BrokerError bad-request */
export function checkText(field: string, text: string | undefined, most = MAX_TEXT): void {
  if (text === undefined) return;
  if (text.length > most) {
    throw tooManyCharacters(field, most, text.length);
  }
  requireVisible(field, text);
}

function readCursor(text: string | undefined): DeadLetterCursor | null {
  const parts = cursorParts(text, /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,15})$/);
  return parts === null ? null : { deadAt: parts[0] ?? '', id: Number(parts[1]) };
}
