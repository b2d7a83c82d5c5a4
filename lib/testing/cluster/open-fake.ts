import { Cluster, type ClusterOptions } from '../../cluster/cluster';
import { type FakeCluster, startFakeCluster } from './fake-cluster';

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

/** Three brokers with the group billing of the topic orders, and a console that is attached to them. */
export async function startBilling(): Promise<{
  readonly fake: FakeCluster;
  readonly cluster: Cluster;
  readonly close: () => Promise<void>;
}> {
  const fake = await startFakeCluster(['broker-a', 'broker-b', 'broker-c']);
  for (const broker of fake.brokers.values()) {
    broker.addTopic('orders', 2);
    broker.addGroup('billing');
  }
  const cluster = openFake(fake);
  const close = async (): Promise<void> => {
    cluster.close();
    await fake.close();
  };
  return { fake, cluster, close };
}
