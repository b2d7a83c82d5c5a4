import type { DeadLetterCursor } from '../../store/queries/dead-letter/dead-letter-browse';
import type { DeadLetterMatch } from '../../store/queries/dead-letter/dead-letter-match';
import { deadLetterNth } from '../../store/queries/dead-letter/dead-letter-nth';
import type { BrokerContext } from '../context';

/** So many letters at once are looked through for what no index answers: words that many have, and JSON paths. */
export const LOOKED_THROUGH = 4000;

/**
 * The last letter that one reading looks at, newest first, after a place in that order. Null: all of them, since an
 * index answers, or since there are no more. What acts on a set never stops there.
 */
export async function lookThrough(
  ctx: BrokerContext,
  match: DeadLetterMatch,
  before: DeadLetterCursor | null = null,
): Promise<DeadLetterCursor | null> {
  if (match.text === undefined && match.json === undefined) return null;
  const candidates = { ...match, text: undefined, json: undefined, unread: undefined };
  return await deadLetterNth(ctx.store.console, candidates, before, LOOKED_THROUGH);
}

/** Of more letters than these the newest are counted: a page has to come while a million are dead, too. */
export const COUNTED_THROUGH = 200_000;

/** The last letter that is counted, newest first. Null: all are, or another condition leaves few enough. */
export async function countThrough(
  ctx: BrokerContext,
  { groupId, ...conditions }: DeadLetterMatch,
): Promise<DeadLetterCursor | null> {
  if (Object.values(conditions).some((value) => value !== undefined)) return null;
  return await deadLetterNth(ctx.store.console, { groupId }, null, COUNTED_THROUGH);
}
