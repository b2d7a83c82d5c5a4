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
  const candidates = { ...match, text: undefined, json: undefined };
  return await deadLetterNth(ctx.store.console, candidates, before, LOOKED_THROUGH);
}
