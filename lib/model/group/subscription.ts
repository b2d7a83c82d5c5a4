import { t } from '../language/t';
/** What a connected consumer asks for on one topic. */
export interface Subscription {
  readonly topic: string;
  readonly type: 'TAG' | 'SQL';
  readonly expression: string;
}

/** One of the filters of a topic, with the number of clients that have it. NONE: they do not subscribe to the topic. */
export interface SubscribedFilter {
  readonly type: Subscription['type'] | 'NONE';
  readonly expression: string;
  readonly clients: number;
}

/** A topic that clients of one group subscribe to with different filters. */
export interface SubscriptionDifference {
  readonly topic: string;
  /** Most clients first; at least two. */
  readonly filters: readonly SubscribedFilter[];
}

/** While old and new clients of a deployment run side by side, their filters may differ for so long. */
export const ROLLING_DEPLOY_MS = 120_000;
/** Longer expressions are cut where they are only shown. */
const SHOWN_CHARS = 256;

/**
 * The tags of an expression, each once and in order; null: every message. As in Apache RocketMQ, empty parts are none.
 */
export function tagsIn(expression: string): readonly string[] | null {
  if (expression === '' || expression === '*') return null;
  const parts = expression.split('||').map((tag) => tag.trim());
  return [...new Set(parts)].filter((tag) => tag !== '').toSorted();
}

/** The same for two subscriptions that match the same messages, as far as their text says. */
export function filterKey({ type, expression }: Pick<SubscribedFilter, 'type' | 'expression'>): string {
  if (type === 'NONE') return type;
  return type === 'SQL' ? `SQL ${expression.trim()}` : `TAG ${tagsIn(expression)?.join(' || ') ?? '*'}`;
}

export function shownExpression({ type, expression }: Pick<SubscribedFilter, 'type' | 'expression'>): string {
  const text = type !== 'TAG' ? expression : (tagsIn(expression)?.join(' || ') ?? '*');
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS - 1)}…` : text;
}

/** Topics on which the clients of one group have more than one filter. Pure. */
export function differencesOf(
  rows: readonly (SubscribedFilter & Pick<Subscription, 'topic'>)[],
): SubscriptionDifference[] {
  const topics = new Map<string, Map<string, SubscribedFilter>>();
  for (const row of rows) {
    const filters = topics.get(row.topic) ?? new Map<string, SubscribedFilter>();
    topics.set(row.topic, filters);
    const key = filterKey(row);
    const clients = (filters.get(key)?.clients ?? 0) + row.clients;
    filters.set(key, { type: row.type, expression: shownExpression(row), clients });
  }
  return [...topics]
    .filter(([, filters]) => filters.size > 1)
    .map(([topic, filters]) => ({ topic, filters: [...filters.values()].toSorted(byClients) }))
    .toSorted((one, other) => (one.topic < other.topic ? -1 : 1));
}

function byClients(one: SubscribedFilter, other: SubscribedFilter): number {
  return other.clients - one.clients || (one.expression < other.expression ? -1 : 1);
}

/** "red (2 clients)": a filter in words. */
export function filterWords({ type, expression, clients }: SubscribedFilter): string {
  const filter =
    type === 'NONE'
      ? t('no subscription')
      : type === 'TAG' && expression === '*'
        ? t('all messages')
        : shownExpression({ type, expression });
  return t('{filter} ({clients, plural, one {# client} other {# clients}})', { filter, clients });
}
