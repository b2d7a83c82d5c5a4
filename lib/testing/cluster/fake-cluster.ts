import { FakeBroker } from './fake-broker';
import { type FakeAnswer, FakePeer } from './fake-peer';

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
  const routes = new FakeRoutes(brokers);
  const nameServer = await new FakePeer(({ code, fields }) => {
    if (code === 106) return { body: `{"brokerAddrTable":{${table.join(',')}},"clusterAddrTable":{}}` };
    if (code === 105) return routes.of(fields.topic ?? '');
    if (code !== 216) return { code: 3 };
    routes.forget(fields.topic ?? '');
    return {};
  }).start();
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

/** It learns of topics from its brokers, and keeps deleted topics until it is asked to forget them. */
class FakeRoutes {
  readonly #known = new Map<string, Set<string>>();

  constructor(private readonly brokers: ReadonlyMap<string, FakeBroker>) {}

  of(topic: string): FakeAnswer {
    this.#learn();
    const names = [...(this.#known.get(topic) ?? [])];
    return names.length === 0
      ? { code: 17, remark: `No topic route info in name server for the topic: ${topic}` }
      : { body: JSON.stringify({ queueDatas: names.map((brokerName) => ({ brokerName })) }) };
  }

  forget(topic: string): void {
    this.#known.delete(topic);
  }

  #learn(): void {
    for (const [name, { topics }] of this.brokers)
      for (const topic of topics.keys()) this.#known.set(topic, (this.#known.get(topic) ?? new Set()).add(name));
  }
}
