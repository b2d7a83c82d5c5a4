import { sdkOf } from '@/lib/model/group/sdk';
import type { GroupClientsView, GroupClientView } from '@/lib/console/operations/groups/views';
import type { FilteredTopicView, SubscriptionView } from '@/lib/console/operations/groups/views';
import { shortName } from '@/lib/model/group/client-host';
import { type SubscriptionDifference, tagsIn } from '@/lib/model/group/subscription';
import { t } from '@/lib/model/language/t';
import { enumerated, sentences } from '@/lib/model/language/list';

/** "notify-push on push-1.eu": who people know a client as. */
export function clientName({ client, accessKey }: Pick<GroupClientView, 'client' | 'accessKey'>): string {
  return accessKey === null
    ? shortName(client)
    : t('{client} on {host}', { client: accessKey, host: shortName(client) });
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
  if (settings === null) return { state: 'unknown', text: t('unknown') };
  const { version, adapted, backoff } = settings;
  const text =
    backoff === null
      ? t('v{version, number}', { version })
      : t('v{version, number}: {policy}', { version, policy: backoff });
  if (version < current.version) return { state: 'older', text };
  // The broker waits for the clients of an unordered group: what they would do does not matter.
  if (adapted && clientsWait)
    return { state: 'own', text: t('{policy}, as far as its SDK supports it', { policy: text }) };
  return { state: 'current', text };
}

/** What operators should know of an ordered group before they trust its settings; null: every client follows them. */
export function settingsSay(data: GroupClientsView): string | null {
  if (!data.clientsWait) return null;
  const present = data.items.filter((client) => presenceOf(client) === 'connected');
  const count = (state: string): number => present.filter((client) => backoffOf(client, data).state === state).length;
  const [older, own, unknown] = [count('older'), count('own'), count('unknown')];
  if (older + own === 0) return null;
  return sentences(
    t(
      `{same, number} of {all, plural, one {# client has} other {# clients have}} the retry intervals of
      v{version, number}.`,
      { same: present.length - older - own - unknown, all: present.length, version: data.current.version },
    ),
    older === 0
      ? ''
      : t(
          `{older, plural, one {# has} other {# have}} an older version until the next settings request, within 5
          minutes.`,
          {
            older,
          },
        ),
    own === 0 ? '' : t('{own, plural, one {# has} other {# have}} an SDK that does not support them.', { own }),
    unknown === 0 ? '' : t('For {unknown, plural, one {# client} other {# clients}} it is unknown.', { unknown }),
  );
}

/** "Java 5.0.7 on 3, Node 1.0.8 on 1", most first. */
export function sdksOf(clients: readonly GroupClientView[]): string {
  const counts = new Map<string, number>();
  for (const client of clients) {
    const sdk = sdkOf(client);
    counts.set(sdk, (counts.get(sdk) ?? 0) + 1);
  }
  return enumerated(
    [...counts]
      .toSorted(([, one], [, other]) => other - one)
      .map(([sdk, count]) => t('{sdk} on {count, number}', { sdk, count })),
  );
}

/** The sentence above the figures. */
export function clientsSay({ items, nodes, unnamed }: GroupClientsView): string {
  const present = items.filter((client) => presenceOf(client) === 'connected').length;
  const silent = items.filter((client) => presenceOf(client) === 'unknown').length;
  return sentences(
    nodes === 0
      ? t('No node has reported its clients: which ones are connected is unknown.')
      : t(
          `{present, plural, one {# client} other {# clients}} connected, on {nodes, plural, one {# node} other
          {# nodes}}.`,
          { present, nodes },
        ),
    silent === 0
      ? ''
      : t('{silent, plural, one {# more is} other {# more are}} on a node that does not report, and unknown.', {
          silent,
        }),
    unnamed === 0
      ? ''
      : t(
          `{unnamed, plural, one {# more is} other {# more are}} connected to nodes of an older release, which do not
          name them.`,
          { unnamed },
        ),
  );
}

/** "orders: red", each topic; a topic that all messages are taken of stands alone. */
export function subscriptionText({ topic, expression }: Pick<SubscriptionView, 'topic' | 'expression'>): string {
  return expression === '*' ? topic : t('{topic}: {filter}', { topic, filter: expression });
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
