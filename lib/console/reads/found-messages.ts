import 'server-only';
import { z } from 'zod';
import { findMessages, suggest } from '../../broker';
import { isBrokerError } from '../../model/errors';
import type { FindInput, FoundMessage, FoundState } from '../../model/found-message';
import { expiredLetters } from '../../store/queries/dead-letter/expired-letter';
import { keysBeginningWith } from '../../store/queries/search/suggest';
import { logKeptSince } from '../../store/queries/timeline/message-places';
import type { ReadContext } from '../http/context';
import { databaseNow } from '../../engine';
import { statusOf } from '../http/failure';
import { defineRead } from '../http/define-read';
import { suggestInCluster } from './suggest-in-cluster';
import { findPageInput, toFindInput } from '../schemas/find-messages';

export interface FoundStateView extends Omit<FoundState, 'at'> {
  readonly at: string | null;
}

export interface FoundView extends Omit<FoundMessage, 'storedAt' | 'groups'> {
  readonly storedAt: string;
  readonly groups: readonly FoundStateView[];
}

export interface FoundPage {
  readonly items: readonly FoundView[];
  readonly nextCursor: string | null;
  /** Checked one by one so far, and how many there are; null: found by index. */
  readonly checked: { readonly at: number; readonly of: number | null } | null;
  /** Messages too new to be found by key; 0: none. */
  readonly unseen: number;
  /** Nothing older is in the log. */
  readonly keptSince: string | null;
  /** A miss: a dead letter with this id expired then. */
  readonly expired: string | null;
  /** A miss: keys that begin like this. */
  readonly similar: readonly string[];
  /** Why this cannot be checked for; null: it can. */
  readonly refusal: string | null;
}

const SIMILAR = 10;

const NOTHING = { items: [], nextCursor: null, checked: null, unseen: 0, expired: null, similar: [], refusal: null };

export const foundMessagesRead = defineRead({
  permission: 'message:read',
  subject: { topic: ({ topic }) => topic },
  input: findPageInput,
  run: async (ctx, { q, ...given }): Promise<FoundPage> => {
    const { store } = ctx;
    const any = q === '' ? undefined : q;
    const keptSince = (await logKeptSince(store.console))?.toISOString() ?? null;
    // Nothing is asked yet: the page says what it can find.
    if ([any, given.id, given.key, given.topic, given.property].every((asked) => asked === undefined))
      return { ...NOTHING, keptSince };
    try {
      const input = { ...toFindInput(given, await databaseNow(store.console)), any };
      return { ...NOTHING, keptSince, ...(await lookFor(ctx, input)) };
    } catch (error) {
      // What was typed stays on the page, and the page says what is wrong with it.
      if (isBrokerError(error) && statusOf(error.code) < 500) return { ...NOTHING, keptSince, refusal: error.message };
      throw error;
    }
  },
});

async function lookFor({ broker, store }: ReadContext, input: FindInput): Promise<Partial<FoundPage>> {
  const { items, nextCursor, checked, behind } = await findMessages(broker, input);
  const page = { items: items.map(toFoundView), nextCursor, checked, unseen: behind?.unseen ?? 0 };
  const missed = input.any ?? input.id ?? input.key;
  if (items.length > 0 || input.cursor !== undefined || missed === undefined) return page;
  const [expired, similar] = await Promise.all([
    expiredLetters(store.console, missed),
    keysBeginningWith(store.console, missed, SIMILAR),
  ]);
  return {
    ...page,
    expired: expired[0]?.expiredAt.toISOString() ?? null,
    similar: [...new Set(similar.map(({ key }) => key))],
  };
}

/** As much of a message as the palette shows. */
export interface SuggestedView extends Pick<
  FoundView,
  'messageId' | 'topic' | 'queueNo' | 'offset' | 'outside' | 'storedAt' | 'keys' | 'moreGroups'
> {
  readonly groups: readonly Pick<FoundStateView, 'group' | 'state' | 'blocked'>[];
  readonly matched: string | null;
}

export interface ThingView {
  readonly kind: 'group' | 'topic' | 'cause' | 'redrive';
  readonly name: string;
  readonly at: string;
  readonly group: string | null;
  readonly says: string;
}

export interface SuggestionsView {
  readonly exact: readonly SuggestedView[];
  readonly beginning: readonly SuggestedView[];
  readonly keys: number;
  readonly things: readonly ThingView[];
  readonly keptSince: string | null;
}

/** What the palette offers for a text; empty: the newest messages. */
export const suggestionsRead = defineRead({
  permission: 'message:read',
  subject: 'listed',
  input: z.strictObject({ q: z.string().max(255).default('') }),
  run: async ({ broker, store }, { q }): Promise<SuggestionsView> => {
    const [found, keptSince] = await Promise.all([suggest(broker, q), logKeptSince(store.console)]);
    return {
      exact: found.exact.map(toSuggestedView),
      beginning: found.beginning.map(toSuggestedView),
      keys: found.keys,
      things: found.things,
      keptSince: keptSince?.toISOString() ?? null,
    };
  },
  runInCluster: suggestInCluster,
});

function toSuggestedView({ matched, ...found }: FoundMessage & { readonly matched: string | null }): SuggestedView {
  return { ...toFoundView(found), matched };
}

export function toFoundView(found: FoundMessage): FoundView {
  return {
    ...found,
    storedAt: found.storedAt.toISOString(),
    groups: found.groups.map((group) => ({ ...group, at: group.at?.toISOString() ?? null })),
  };
}
