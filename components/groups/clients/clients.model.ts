import { formatCount, plural } from '@/components/ui/number.model';
import { sdkOf } from '@/components/ui/sdk.model';
import type { GroupClientsView, GroupClientView } from '@/lib/console/operations/groups/views';
import type { FilteredTopicView, SubscriptionView } from '@/lib/console/operations/groups/views';
import { shortName } from '@/lib/model/group/client-host';
import { type SubscriptionDifference, tagsIn } from '@/lib/model/group/subscription';

/** "notify-push on push-1.eu": who people know a client as. */
export function clientName({ client, accessKey }: Pick<GroupClientView, 'client' | 'accessKey'>): string {
  return accessKey === null ? shortName(client) : `${accessKey} on ${shortName(client)}`;
}

/** Connected, left, or of a node that does not report. */
export function presenceOf({ leftAt, nodeSilent }: GroupClientView): 'connected' | 'left' | 'unknown' {
  if (leftAt !== null) return 'left';
  return nodeSilent ? 'unknown' : 'connected';
}

/** How the back-off that a client has compares with the one in use. */
export function backoffOf(
  { settings }: Pick<GroupClientView, 'settings'>,
  { current, clientsWait }: Pick<GroupClientsView, 'current' | 'clientsWait'>,
): { readonly state: 'current' | 'older' | 'own' | 'unknown'; readonly text: string } {
  if (settings === null) return { state: 'unknown', text: 'unknown' };
  const { version, adapted, backoff } = settings;
  const text = `v${version}${backoff === null ? '' : `: ${backoff}`}`;
  if (version < current.version) return { state: 'older', text };
  // The broker waits for the clients of an unordered group: what they would do does not matter.
  if (adapted && clientsWait) return { state: 'own', text: `${text}, as far as its SDK can follow` };
  return { state: 'current', text };
}

/** What operators should know of an ordered group before they trust its settings; null: every client follows them. */
export function settingsSay(data: GroupClientsView): string | null {
  if (!data.clientsWait) return null;
  const present = data.items.filter((client) => presenceOf(client) === 'connected');
  const count = (state: string): number => present.filter((client) => backoffOf(client, data).state === state).length;
  const [older, own, unknown] = [count('older'), count('own'), count('unknown')];
  if (older + own === 0) return null;
  return [
    `${formatCount(present.length - older - own - unknown)} of ${plural(present.length, 'client')} ` +
      `${present.length === 1 ? 'has' : 'have'} the back-off of v${data.current.version}.`,
    ...(older === 0
      ? []
      : [`${plural(older, 'has', 'have')} an older version until they ask again, within 5 minutes.`]),
    ...(own === 0 ? [] : [`${plural(own, 'has', 'have')} an SDK that cannot follow it.`]),
    ...(unknown === 0 ? [] : [`Of ${formatCount(unknown)} it is unknown.`]),
  ].join(' ');
}

/** "Java 5.0.7 on 3, Node 1.0.8 on 1", most first. */
export function sdksOf(clients: readonly GroupClientView[]): string {
  const counts = new Map<string, number>();
  for (const client of clients) {
    const sdk = sdkOf(client);
    counts.set(sdk, (counts.get(sdk) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([sdk, count]) => `${sdk} on ${formatCount(count)}`)
    .join(', ');
}

/** The sentence above the figures. */
export function clientsSay({ items, nodes, unnamed }: GroupClientsView): string {
  const present = items.filter((client) => presenceOf(client) === 'connected').length;
  const silent = items.filter((client) => presenceOf(client) === 'unknown').length;
  const parts = [
    nodes === 0
      ? 'No node has reported its clients: which ones are connected is unknown.'
      : `${plural(present, 'client')} connected, on ${plural(nodes, 'node')}.`,
    ...(silent === 0 ? [] : [`${plural(silent, 'more is', 'more are')} of a node that does not report: unknown.`]),
    ...(unnamed === 0
      ? []
      : [`${plural(unnamed, 'more is', 'more are')} connected to nodes of an older release, which do not name them.`]),
  ];
  return parts.join(' ');
}

/** "orders: red", each topic; a topic that all messages are taken of stands alone. */
export function subscriptionText({ topic, expression }: Pick<SubscriptionView, 'topic' | 'expression'>): string {
  return expression === '*' ? topic : `${topic}: ${expression}`;
}

/** Clients with the same subscription stand beside each other; unknown ones are last. */
export function bySubscription(items: readonly GroupClientView[]): readonly GroupClientView[] {
  const key = ({ subscriptions }: GroupClientView): string =>
    subscriptions?.map(subscriptionText).join('\n') ?? '\uffff';
  return items.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
}

/** Tags that would do for all clients; null: a filter is SQL, or takes everything, or the topics are several. */
export function oneForAll(topics: readonly SubscriptionDifference[]): string | null {
  const [first, ...others] = topics;
  if (first === undefined || others.length > 0) return null;
  if (first.filters.some(({ type, expression }) => type !== 'TAG' || expression === '*')) return null;
  return tagsIn(first.filters.map(({ expression }) => expression).join('||'))?.join(' || ') ?? null;
}

const MINUTE_MS = 60_000;
const MINUTES = 60;

/** A value for each minute of the last hour: 0 where nothing was left out. */
export function minuteValues(minutes: FilteredTopicView['minutes'], asOf: string): number[] {
  const last = Math.floor(Date.parse(asOf) / MINUTE_MS);
  const found = new Map(minutes.map(({ at, filtered }) => [Math.floor(Date.parse(at) / MINUTE_MS), filtered]));
  return Array.from({ length: MINUTES }, (_, index) => found.get(last - MINUTES + 1 + index) ?? 0);
}

/** The one that holds most, when that is unusual; null: nothing stands out. */
export function hoarderOf(
  clients: readonly GroupClientView[],
): (Pick<GroupClientView, 'client' | 'accessKey' | 'holds'> & { readonly of: number }) | null {
  const total = clients.reduce((sum, { holds }) => sum + holds, 0);
  const [most] = clients.toSorted((one, other) => other.holds - one.holds);
  if (most === undefined || clients.length < 2 || total < 10 || most.holds * 2 < total) return null;
  return { client: most.client, accessKey: most.accessKey, holds: most.holds, of: total };
}
