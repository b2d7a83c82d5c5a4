import { Cluster, type ClusterOptions } from '../../cluster/cluster';
import type { FakeCluster } from './fake-cluster';

const nothing = (): void => undefined;

/** A cluster attached to a fake one, whose brokers' clocks are ours. */
export function openFake(
  { nameServer, brokers }: Pick<FakeCluster, 'nameServer' | 'brokers'>,
  options: Partial<ClusterOptions> = {},
): Cluster {
  return new Cluster({
    name: 'fake',
    nameServers: [nameServer.address],
    addressMap: {},
    credentials: null,
    tls: null,
    traceTopic: null,
    allowsChanges: true,
    now: () => new Date([...brokers.values()][0]?.timeMs ?? 0),
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    ...options,
  });
}
