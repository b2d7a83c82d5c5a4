import type { MetricLabels } from '../model/metrics';

export const OTHER_CLIENTS = 'other';

/** New names per scrape, names with a series of their own, callers remembered between two scrapes. */
const MAX_NEW = 10;
const MAX_NAMED = 100;
const MAX_PENDING = 5000;

/**
 * Any client may be refused, so only the most refused clients since the last scrape get series of their own; the rest
 * are counted as "other". A client keeps the name once it has it: a counter never goes back.
 */
export class RefusedClients {
  readonly #named = new Set<string>();
  #pending = new Map<string, { readonly labels: MetricLabels; count: number }>();

  add(labels: MetricLabels, by: number): void {
    const known = this.#pending.get(keyOf(labels));
    if (known !== undefined) known.count += by;
    else if (this.#pending.size < MAX_PENDING || isNobody(labels)) {
      this.#pending.set(keyOf(labels), { labels, count: by });
    } else this.add(other(labels), by);
  }

  /** What was counted since the last call, clients without a name of their own under "other". */
  take(): { readonly labels: MetricLabels; readonly count: number }[] {
    const taken = [...this.#pending.values()];
    this.#pending = new Map();
    const byClient = new Map<string, number>();
    for (const { labels, count } of taken)
      if (!isNobody(labels)) byClient.set(clientOf(labels), (byClient.get(clientOf(labels)) ?? 0) + count);
    const newcomers = [...byClient].filter(([client]) => !this.#named.has(client)).toSorted((a, b) => b[1] - a[1]);
    for (const [client] of newcomers.slice(0, Math.min(MAX_NEW, MAX_NAMED - this.#named.size))) this.#named.add(client);
    return taken.map(({ labels, count }) =>
      isNobody(labels) || this.#named.has(clientOf(labels)) ? { labels, count } : { labels: other(labels), count },
    );
  }
}

/** They may have different keys. */
function other(labels: MetricLabels): MetricLabels {
  return { ...labels, client_id: OTHER_CLIENTS, access_key: '' };
}

function clientOf(labels: MetricLabels): string {
  return labels['client_id'] ?? '';
}

/** The call came without a client, or is one of the many. */
function isNobody(labels: MetricLabels): boolean {
  return clientOf(labels) === '' || clientOf(labels) === OTHER_CLIENTS;
}

function keyOf(labels: MetricLabels): string {
  const { limit, topic, consumer_group: group, client_id: client, access_key: accessKey } = labels;
  return JSON.stringify([limit, topic, group, client, accessKey]);
}
