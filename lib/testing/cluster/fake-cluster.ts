import { FakeBroker } from './fake-broker';
import { FakePeer } from './fake-peer';

/** A name server and brokers that know each other, in this process. */
export interface FakeCluster {
  readonly nameServer: FakePeer;
  readonly brokers: ReadonlyMap<string, FakeBroker>;
  readonly broker: (name: string) => FakeBroker;
  readonly close: () => Promise<void>;
}

export async function startFakeCluster(names: readonly string[] = ['broker-a', 'broker-b']): Promise<FakeCluster> {
  const brokers = new Map(names.map((name) => [name, new FakeBroker(name)]));
  for (const { peer } of brokers.values()) await peer.start();
  // As real ones write it: broker ids are keys without quotes.
  const table = [...brokers].map(
    ([name, { peer }]) => `"${name}":{"brokerAddrs":{0:"${peer.address}"},"brokerName":"${name}","cluster":"Fake"}`,
  );
  const nameServer = await new FakePeer(({ code }) =>
    code === 106 ? { body: `{"brokerAddrTable":{${table.join(',')}},"clusterAddrTable":{}}` } : { code: 3 },
  ).start();
  return {
    ...{ nameServer, brokers },
    broker: (name) => {
      const broker = brokers.get(name);
      if (broker === undefined) throw new Error(`no broker ${name}`);
      return broker;
    },
    close: async () => {
      await Promise.all([nameServer, ...[...brokers.values()].map(({ peer }) => peer)].map((peer) => peer.stop()));
    },
  };
}
