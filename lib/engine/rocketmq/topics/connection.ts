import { type ClusterClient, listGroups, readClients, readProxies, readStored, readTopic } from '../../../cluster';
import { isBrokerError } from '../../../model/errors';
import { shortName } from '../../../model/group/client-host';
import { bound, known, notOffered, type ToldReading, unknown } from '../../../model/reading';
import type { SeenConsumer, TopicConnection } from '../../port/topic-connection';
import type { ClusterEngine } from '../clusters/directory';
import { enumerated } from '../../../model/language/list';
import { msg, t } from '../../../model/language/t';

const NO_PRODUCERS = msg('Proxies keep no list of producers.');
const NO_NEWEST = msg('Brokers find a message by its ID or key only.');
const NO_COMMIT = msg('Brokers do not report the outcome of a single message.');

/** @throws BrokerError topic-not-found, unavailable */
export async function readClusterConnection(
  { cluster }: ClusterEngine,
  asked: { readonly topic: string; readonly group: string | null },
): Promise<TopicConnection> {
  const [topic, { groups: found }] = await Promise.all([readTopic(cluster, asked.topic), listGroups(cluster)]);
  const groups = found.map(({ name }) => name);
  const group = asked.group !== null && groups.includes(asked.group) ? asked.group : null;
  const { asOf } = topic;
  const [endpoints, stored, consumer] = await Promise.all([
    readOr(asOf, async () => {
      const proxies = await readProxies(cluster);
      return proxies.length === 0
        ? unknown<readonly string[]>(t('no proxy in cluster mode had a client in the last minute'), asOf)
        : known<readonly string[]>(
            proxies.map(({ name }) => name),
            asOf,
          );
    }),
    readOr(asOf, () => readStored(cluster, asked.topic)),
    group === null
      ? unknown<SeenConsumer | null>(t('no group is chosen'), asOf)
      : readOr(asOf, async () => {
          const { clients, silent } = await readClients(cluster, group);
          const own = clients.filter(({ subscriptions }) => subscriptions.some((each) => each.topic === asked.topic));
          const reason = enumerated(silent.map(({ broker }) => t('{broker} does not respond', { broker })));
          if (own.length === 0 && reason !== '') return unknown<SeenConsumer | null>(reason, asOf);
          const seen = toConsumer(own);
          return reason === '' ? known(seen, asOf) : bound('atLeast', seen, asOf, reason);
        }),
  ]);
  return {
    ...{
      topic: topic.name,
      type: topic.parts[0]?.messageType ?? 'UNSPECIFIED',
      group,
      groups,
      endpoints,
      stored,
      consumer,
    },
    producer: notOffered(t(NO_PRODUCERS)),
    newest: notOffered(t(NO_NEWEST)),
    committed: notOffered(t(NO_COMMIT)),
  };
}

function toConsumer(clients: readonly ClusterClient[]): SeenConsumer | null {
  const [first] = clients;
  if (first === undefined) return null;
  const { clientId, host, language, version } = first;
  return { host: host ?? shortName(clientId), language, version, count: clients.length };
}

async function readOr<T>(asOf: string, read: () => Promise<ToldReading<T>>): Promise<ToldReading<T>> {
  try {
    return await read();
  } catch (error) {
    if (!isBrokerError(error)) throw error;
    return unknown(error.reason, asOf);
  }
}
