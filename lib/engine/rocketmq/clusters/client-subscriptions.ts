import { type Cluster, type ClusterClient, isRetryTopic, readOwnSubscriptions } from '../../../cluster';
import { differencesOf, type Subscription, type SubscriptionDifference } from '../../../model/group/subscription';

/** A client that subscribes to something else has mostly started again, under another id. */
const KEPT_MS = 600_000;
/** A client that did not answer is asked so much later. */
const FAILED_MS = 60_000;
/** Of a group so many clients of 4.x are asked: more of them run the same program. */
const MOST_ASKED = 50;

interface Said {
  readonly untilMs: number;
  readonly subscriptions: readonly Subscription[] | null;
}

/** A client with what it subscribes to itself. */
export interface Subscribed {
  readonly client: ClusterClient;
  /** Null: it is not known. */
  readonly subscriptions: readonly Subscription[] | null;
}

/**
 * What each client of a group subscribes to. Proxies tell it of 5.x clients. Brokers keep one subscription for all 4.x
 * clients of a group, the newest one, so each of them is asked itself, seldom.
 */
export class ClientSubscriptions {
  readonly #cluster: Cluster;
  readonly #said = new Map<string, Said>();
  readonly #due = new Map<string, { readonly group: string; readonly client: ClusterClient }>();
  #running: Promise<void> | null = null;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** As far as clients were asked before, or their proxy reports it. */
  known(group: string, clients: readonly ClusterClient[]): Subscribed[] {
    return clients.map((client) => ({
      client,
      subscriptions: client.isOwn
        ? client.subscriptions.map(toModel).filter(({ topic }) => !isRetryTopic(topic))
        : (this.#said.get(keyOf(group, client))?.subscriptions ?? null),
    }));
  }

  /** Asks clients that were not asked lately, one after the other: a client that hangs keeps no round waiting. */
  refresh(group: string, clients: readonly ClusterClient[]): void {
    const unknown = clients.filter(({ isOwn, protocol }) => !isOwn && protocol === 'remoting');
    for (const client of unknown.slice(0, MOST_ASKED)) {
      const key = keyOf(group, client);
      if ((this.#said.get(key)?.untilMs ?? 0) <= performance.now()) this.#due.set(key, { group, client });
    }
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** All that are due were asked. */
  async settled(): Promise<void> {
    await this.#running;
  }

  stop(): void {
    this.#due.clear();
  }

  async #run(): Promise<void> {
    for (const [key, { group, client }] of this.#due) {
      const said = await readOwnSubscriptions(this.#cluster, group, client).catch(() => null);
      const untilMs = performance.now() + (said === null ? FAILED_MS : KEPT_MS);
      const subscriptions = said?.map(toModel).filter(({ topic }) => !isRetryTopic(topic)) ?? null;
      this.#said.set(key, { untilMs, subscriptions });
      this.#due.delete(key);
    }
    this.#forgetOld();
  }

  #forgetOld(): void {
    for (const [key, { untilMs }] of this.#said) if (untilMs < performance.now() - KEPT_MS) this.#said.delete(key);
  }
}

/**
 * Topics that the clients of a group subscribe to differently, as far as it is known of them. Clients of 4.x share the
 * queues of a topic among all of their group: one that does not subscribe to it leaves its share unread.
 */
export function differencesIn(subscribed: readonly Subscribed[]): SubscriptionDifference[] {
  const sharing = subscribed.filter(({ client }) => !client.isBroadcast);
  const rows = sharing.flatMap(({ subscriptions }) => (subscriptions ?? []).map((each) => ({ ...each, clients: 1 })));
  const classic = sharing.filter(({ client }) => client.protocol === 'remoting');
  const topics = new Set(classic.flatMap(({ subscriptions }) => (subscriptions ?? []).map(({ topic }) => topic)));
  const without = [...topics].flatMap((topic) => {
    const clients = classic.filter(
      ({ subscriptions }) => subscriptions !== null && !subscriptions.some((each) => each.topic === topic),
    ).length;
    return clients === 0 ? [] : [{ topic, type: 'NONE' as const, expression: '', clients }];
  });
  return differencesOf([...rows, ...without]);
}

function toModel({ topic, expression, isSql }: ClusterClient['subscriptions'][number]): Subscription {
  return { topic, expression, type: isSql ? 'SQL' : 'TAG' };
}

function keyOf(group: string, { clientId }: ClusterClient): string {
  return `${group} ${clientId}`;
}
