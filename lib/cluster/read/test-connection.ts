import { type Reason, told } from '../../model/language/t';
import { isBrokerError } from '../../model/errors';
import { brokerConfig } from '../admin/broker-config';
import { type AdminCall, Refusal } from '../admin/call';
import { clusterInfo } from '../admin/cluster-info';
import { consumeStats } from '../admin/consume-stats';
import { consumerConnections, isProxied } from '../admin/connections';
import { type GroupConfigs, groupConfigs } from '../admin/group-configs';
import { pull } from '../admin/pull';
import { runtimeInfo } from '../admin/runtime-info';
import { HEARTBEAT_TOPIC, isSystemGroup } from '../admin/system-names';
import { topicConfigs } from '../admin/topic-configs';
import { Cluster, type ClusterOptions } from '../cluster';
import type { BrokerReport, ConnectionReport, OwnProxy, ProxySeen, Right } from '../topology/connection-report';
import { Peer } from '../topology/peer';
import { brokerTimeMs, factsOf } from '../topology/read-facts';
import { reasonOf } from '../topology/reason';
import type { BrokerPlace } from '../topology/topology';
import { Connection } from '../wire/connection';
import { readHeartbeats } from './heartbeats';

const NOBODY = 'redrive-connection-test';
/** Groups of a broker whose clients are checked: some milliseconds of it. */
const MOST_ASKED = 200;

/** Opens, asks everything once, closes. A cluster that does not answer is a report too. */
export async function testConnection(options: ClusterOptions): Promise<ConnectionReport> {
  const cluster = new Cluster(options);
  try {
    const [nameServers, topology] = await Promise.all([
      Promise.all(options.nameServers.map((address) => tryNameServer(address, options))),
      cluster.topology().catch((error: unknown) => {
        if (isBrokerError(error)) return null;
        throw error;
      }),
    ]);
    const brokers = await Promise.all((topology?.brokers ?? []).map((place) => tryBroker(place, options)));
    return {
      ...{ asOf: cluster.asOf(), nameServers, topology, brokers },
      proxies: brokers.some(({ problem }) => problem === null) ? await seenProxies(cluster) : [],
      isUsable: brokers.some(({ problem }) => problem === null),
    };
  } finally {
    cluster.close();
  }
}

async function tryNameServer(
  address: string,
  options: ClusterOptions,
): Promise<ConnectionReport['nameServers'][number]> {
  const peer = new Peer(new Connection(address, options));
  try {
    const { problem } = await attempt(peer, clusterInfo, undefined);
    return { address, problem };
  } finally {
    peer.connection.close();
  }
}

async function tryBroker({ name, announced, address }: BrokerPlace, options: ClusterOptions): Promise<BrokerReport> {
  const place = { broker: name, announced, address };
  const nothing = { ...place, facts: null, clockSkewMs: null, rights: [], ownProxy: null };
  if (address === null) return { ...nothing, problem: told('{name} has no master now', { name }) };
  const peer = new Peer(new Connection(address, options));
  try {
    const info = await attempt(peer, runtimeInfo, undefined);
    const isReached = info.problem === null || info.refusal !== null;
    if (!isReached) return { ...nothing, problem: info.problem };
    const [config, topics, groups, offsets, messages] = await Promise.all([
      attempt(peer, brokerConfig, undefined),
      attempt(peer, topicConfigs, undefined),
      attempt(peer, groupConfigs, undefined),
      attempt(peer, consumeStats, { group: NOBODY }),
      attempt(peer, pull, { topic: HEARTBEAT_TOPIC, queueNo: 0, offset: 0, most: 1 }),
    ]);
    const brokerMs = info.value === null ? null : brokerTimeMs(info.value);
    return {
      ...place,
      problem: info.problem,
      facts: config.value === null || info.value === null ? null : factsOf(config.value, info.value),
      clockSkewMs: brokerMs === null ? null : brokerMs - options.now().getTime(),
      rights: [
        rightOf('read-broker', info),
        rightOf('read-configuration', config),
        rightOf('read-topics', topics),
        rightOf('read-groups', groups),
        rightOf('read-offsets', offsets),
        rightOf('read-system-topics', messages),
      ],
      ownProxy: groups.value === null ? null : await findOwnProxy(peer, groups.value),
    };
  } finally {
    peer.connection.close();
  }
}

/** Proxies in local mode give themselves away by their clients alone. */
async function findOwnProxy(peer: Peer, { groups }: GroupConfigs): Promise<OwnProxy> {
  const own = groups.map(({ group }) => group).filter((group) => !isSystemGroup(group));
  const asked = own.slice(0, MOST_ASKED);
  const connected = await Promise.all(asked.map(async (group) => attempt(peer, consumerConnections, { group })));
  const seenBy = asked.find((_group, at) => connected[at]?.value?.clients.some(isProxied) === true);
  return { seenBy: seenBy ?? null, asked: asked.length, groups: own.length };
}

interface Attempt<T> {
  readonly value: T | null;
  readonly problem: Reason | null;
  readonly refusal: Refusal | null;
}

async function attempt<Input, Output>(
  peer: Peer,
  call: AdminCall<Input, Output>,
  input: Input,
): Promise<Attempt<Output>> {
  try {
    return { value: await peer.ask(call, input), problem: null, refusal: null };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return { value: null, problem: reason, refusal: error instanceof Refusal ? error : null };
  }
}

function rightOf(right: Right['right'], { problem, refusal }: Attempt<unknown>): Right {
  if (problem === null) return { right, state: 'granted', reason: null };
  return { right, state: refusal?.isDenied === true ? 'denied' : 'unknown', reason: problem };
}

/** Proxies in cluster mode that have a client now. */
async function seenProxies(cluster: Cluster): Promise<readonly ProxySeen[]> {
  const { clients } = await readHeartbeats(cluster);
  const proxies = new Map<string, ProxySeen>();
  for (const { proxy, seenMs } of clients) {
    if (proxy === null) continue;
    const key = `${proxy.host}:${proxy.grpcPort}`;
    const lastSeenAt = new Date(seenMs).toISOString();
    if ((proxies.get(key)?.lastSeenAt ?? '') < lastSeenAt) proxies.set(key, { ...proxy, lastSeenAt });
  }
  return [...proxies.values()];
}
