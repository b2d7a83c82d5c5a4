import { type Reason, type Told, told } from '../../model/language/t';
import { bound, known, type ToldReading, stateOf, unknown } from '../../model/reading';
import { type ConsumerConnections, consumerConnections, isProxied } from '../admin/connections';
import type { Cluster } from '../cluster';
import { type BrokerAnswer, missingWords, type SilentBroker } from '../topology/answers';
import type { Lane } from '../topology/pace';
import type { ClusterClient, GroupClients } from './client';
import { clientVersion } from './client-version';
import type { LiveClient } from './heartbeat-log';
import { forgetHeartbeats, type Heartbeats, readHeartbeats } from './heartbeats';

const CLIENTS_MS = 2_000;

/** Clients of a group: those of proxies by their heartbeats, those of 4.x at the brokers that they are connected to. */
export async function readClients(cluster: Cluster, group: string, lane: Lane = 'page'): Promise<GroupClients> {
  return cluster.shared.read(`clients ${group}`, CLIENTS_MS, async () => {
    const [heartbeats, answers] = await Promise.all([
      readHeartbeats(cluster),
      cluster.askMasters(consumerConnections, { group }, lane),
    ]);
    const { asOf } = answers;
    const proxied = heartbeats.clients.filter((client) => client.group === group).map((client) => ofProxy(client));
    const others = union(answers.parts, asOf).filter(
      ({ clientId }) => !proxied.some((one) => one.clientId === clientId),
    );
    const isAlone = proxied.length + others.length === 1;
    const direct = others.map((client) => ({ ...client, isOwn: isAlone }));
    const clients = [...proxied, ...direct];
    return {
      ...{ group, asOf, clients, silent: silentOf(answers.silent, heartbeats.has.silent) },
      grpc: countGrpc(heartbeats, clients),
      remoting: countOf(clients, 'remoting', asOf, missingWords(answers)),
    };
  });
}

/** As of this moment: nothing that was read before is used. */
export async function readClientsNow(cluster: Cluster, group: string): Promise<GroupClients> {
  forgetHeartbeats(cluster);
  cluster.shared.forget(`clients ${group}`);
  return readClients(cluster, group);
}

export interface TopicConsumers {
  readonly clients: readonly { readonly clientId: string; readonly group: string }[];
  /** Why there may be more; null: there are no others. */
  readonly unclear: Reason | null;
}

/** Connected clients that subscribe to a topic: of the groups that read it, and of each that proxies report. */
export async function readTopicConsumers(
  cluster: Cluster,
  { topic, readers, now }: { readonly topic: string; readonly readers: readonly string[]; readonly now: boolean },
): Promise<TopicConsumers> {
  if (now) forgetHeartbeats(cluster);
  const { clients: proxied, has } = await readHeartbeats(cluster);
  const reads = ({ subscriptions }: Pick<LiveClient, 'subscriptions'>): boolean =>
    subscriptions.some((subscription) => subscription.topic === topic);
  const groups = [...new Set([...readers, ...proxied.filter(reads).map(({ group }) => group)])].toSorted();
  if (now) for (const group of groups) cluster.shared.forget(`clients ${group}`);
  const found = await Promise.all(groups.map((group) => readClients(cluster, group)));
  const unclear = found.flatMap(({ grpc, remoting }) => [grpc, remoting]).find((count) => stateOf(count) !== 'known');
  return {
    clients: found.flatMap(({ group, clients }) => clients.filter(reads).map(({ clientId }) => ({ clientId, group }))),
    unclear: missingWords(has) ?? (unclear === undefined ? null : (unclear.reason ?? told('they were not counted'))),
  };
}

function countGrpc({ has, asOf }: Heartbeats, clients: readonly ClusterClient[]): ToldReading<number> {
  if (has.parts.length === 0) return unknown(missingWords(has) ?? told('no broker responded'));
  return countOf(clients, 'grpc', asOf, missingWords(has));
}

function countOf(
  clients: readonly ClusterClient[],
  protocol: ClusterClient['protocol'],
  asOf: string,
  missing: Told | null,
): ToldReading<number> {
  const count = clients.filter((client) => client.protocol === protocol).length;
  return missing === null ? known(count, asOf) : bound('atLeast', count, asOf, missing);
}

function ofProxy(client: LiveClient): ClusterClient {
  const { reported, proxy, clientId, address, subscriptions, seenMs } = client;
  return {
    ...{ clientId, protocol: 'grpc', address, subscriptions, isOwn: true, isBroadcast: false, brokers: [] },
    type: reported?.type ?? 'unknown',
    language: reported?.language ?? '',
    version: reported?.version ?? '',
    host: reported?.host ?? null,
    proxy: proxy === null ? null : `${proxy.host}:${proxy.grpcPort}`,
    lastSeenAt: new Date(seenMs).toISOString(),
  };
}

/** A client is connected to each broker that has queues for it: one row for all of them. */
function union(parts: readonly BrokerAnswer<ConsumerConnections | null>[], asOf: string): readonly ClusterClient[] {
  const clients = new Map<string, ClusterClient>();
  for (const { broker, value } of parts) {
    if (value === null) continue;
    for (const client of value.clients) {
      const { clientId, address, language, version } = client;
      const known = clients.get(clientId);
      const isGrpc = isProxied(client);
      clients.set(clientId, {
        ...{ clientId, address, language: isGrpc ? '' : language, host: null, proxy: null },
        protocol: isGrpc ? 'grpc' : 'remoting',
        type: typeOf(value.type, isGrpc),
        version: isGrpc ? '' : clientVersion(version),
        brokers: [...(known?.brokers ?? []), broker],
        subscriptions: value.subscriptions,
        ...{ isOwn: false, isBroadcast: value.isBroadcast },
        lastSeenAt: asOf,
      });
    }
  }
  return [...clients.values()];
}

function typeOf(consumeType: string, isProxied: boolean): ClusterClient['type'] {
  if (consumeType === 'CONSUME_PASSIVELY') return 'push';
  if (consumeType === 'CONSUME_ACTIVELY') return isProxied ? 'simple' : 'pull';
  return 'unknown';
}

function silentOf(...lists: readonly (readonly SilentBroker[])[]): readonly SilentBroker[] {
  const all = new Map(lists.flat().map((one) => [one.broker, one]));
  return [...all.values()];
}
