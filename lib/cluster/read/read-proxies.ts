import type { Reason } from '../../model/language/t';
import type { Cluster } from '../cluster';
import { readHeartbeats } from './heartbeats';

export interface ProxyNow {
  /** host:port of gRPC, as its clients' heartbeats name it. */
  readonly name: string;
  /** Where it takes the remoting protocol. */
  readonly remoting: string;
  /** Its newest heartbeat of a client. */
  readonly beatAt: string;
}

/** The proxies in cluster mode that had a client within a minute. @throws BrokerError */
export async function readProxies(cluster: Cluster): Promise<readonly ProxyNow[]> {
  const { clients } = await readHeartbeats(cluster);
  const proxies = new Map<string, ProxyNow>();
  for (const { proxy, seenMs } of clients) {
    if (proxy === null) continue;
    const name = `${proxy.host}:${proxy.grpcPort}`;
    const beatAt = new Date(seenMs).toISOString();
    if ((proxies.get(name)?.beatAt ?? '') < beatAt)
      proxies.set(name, { name, remoting: `${proxy.host}:${proxy.remotingPort}`, beatAt });
  }
  return [...proxies.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Why nothing answers there; null: something does. */
export async function tryProxy(cluster: Cluster, remoting: string): Promise<Reason | null> {
  return await cluster.tryAddress(remoting);
}
