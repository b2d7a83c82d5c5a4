import { tagsIn } from './subscription';

/** What a connected consumer subscribes to. */
export interface TagSubscription {
  readonly kind: 'tags' | 'sql';
  readonly expression: string;
}

/**
 * Of the tags of some messages tags that no connected consumer subscribes to: a client would never be given them. Empty
 * when no process can say: without a consumer, and with an SQL filter, which is not about tags alone. Pure.
 */
export function unsubscribedTags(
  tags: readonly (string | null)[],
  subscriptions: readonly TagSubscription[],
): (string | null)[] {
  if (subscriptions.length === 0 || subscriptions.some(({ kind }) => kind === 'sql')) return [];
  const wanted = subscriptions.flatMap(({ expression }) => tagsIn(expression) ?? ['*']);
  if (wanted.includes('*')) return [];
  return tags.filter((tag) => tag === null || !wanted.includes(tag));
}
