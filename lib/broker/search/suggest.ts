import { folded } from '../../model/language/search';
import type { FoundMessage } from '../../model/message/found-message';
import {
  countKeys,
  idsBeginningWith,
  keysBeginningWith,
  type NamedThing,
  namedThings,
  newestPlaces,
} from '../../store/queries/search/suggest';
import type { BrokerContext } from '../context';
import { findMessages, foundAt } from '../message/find';

export interface SuggestedMessage extends FoundMessage {
  /** The key that matched; null: its id did. */
  readonly matched: string | null;
}

export interface Suggestions {
  /** With exactly this id or key, newest first. */
  readonly exact: readonly SuggestedMessage[];
  /** Of the log: whose key or id begins with it, highest first. */
  readonly beginning: readonly SuggestedMessage[];
  /** Messages with a key that begins with it; MOST_COUNTED: at least so many. */
  readonly keys: number;
  readonly things: readonly NamedThing[];
}

export const MOST_COUNTED = 1000;
const EXACT = 3;
const BEGINNING = 5;
const THINGS = 4;
const NEWEST = 10;

/** What a text could mean: messages by id and key, groups, topics, causes and re-drives. Empty: the newest messages. */
export async function suggest(ctx: BrokerContext, given: string): Promise<Suggestions> {
  const text = given.trim();
  const db = ctx.store.console;
  if (text === '') {
    const newest = await foundAt(ctx, await newestPlaces(db, NEWEST));
    return { exact: [], beginning: newest.map((message) => ({ ...message, matched: null })), keys: 0, things: [] };
  }
  const [ids, keys, things, count] = await Promise.all([
    findMessages(ctx, { id: text }),
    findMessages(ctx, { key: text, limit: EXACT }),
    namedThings(db, folded(text), THINGS),
    countKeys(db, text, MOST_COUNTED),
  ]);
  const exact = [
    ...ids.items.map((message) => ({ ...message, matched: null })),
    ...keys.items.map((message) => ({ ...message, matched: text })),
  ].slice(0, EXACT);
  const byKey = await keysBeginningWith(db, text, BEGINNING);
  const byId = byKey.length === 0 && text.length >= 3 ? await idsBeginningWith(db, text, BEGINNING) : [];
  const places = [...byKey, ...byId];
  const found = await foundAt(ctx, places);
  const beginning = found
    .map((message) => ({ ...message, matched: message.keys.find((key) => key.startsWith(text)) ?? null }))
    .filter(({ messageId }) => !exact.some((other) => other.messageId === messageId));
  return { exact, beginning, keys: count, things };
}
