import type { BrokerAddresses } from '../admin/cluster-info';

/** The brokers of a cluster as the name server knows them. */
export interface Topology {
  readonly asOf: string;
  /** Names of clusters behind these name servers; usually one. */
  readonly clusters: readonly string[];
  readonly brokers: readonly BrokerPlace[];
}

export interface BrokerPlace {
  readonly name: string;
  readonly cluster: string;
  /** Of the master (id 0) as the broker announces it; null: it has none now, and nothing is asked or written. */
  readonly announced: string | null;
  /** The same through the address map. */
  readonly address: string | null;
  /** As replicas announce themselves. */
  readonly replicaAddresses: readonly string[];
  /** Since when no name server knows it any more: a broker that ends signs off, and what it has is missing. */
  readonly lostSince: string | null;
}

const MASTER = '0';
const REMEMBERED_MS = 24 * 60 * 60 * 1_000;

/** Only masters are asked: slaves answer too, with older numbers, and take no changes. */
export function placeBrokers(
  brokers: readonly BrokerAddresses[],
  addressMap: Readonly<Record<string, string>>,
  asOf: string,
): Topology {
  const places = brokers.map(({ name, cluster, addresses }): BrokerPlace => {
    const announced = addresses[MASTER] ?? null;
    return {
      name,
      cluster,
      announced,
      address: announced === null ? null : (addressMap[announced] ?? announced),
      replicaAddresses: Object.entries(addresses).flatMap(([id, address]) => (id === MASTER ? [] : [address])),
      lostSince: null,
    };
  });
  return {
    asOf,
    clusters: [...new Set(places.map(({ cluster }) => cluster))].toSorted(),
    brokers: places.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** Brokers that were there before stay, without an address, until it is long ago: they are not counted as nothing. */
export function keepLost(now: Topology, before: Topology | null): Topology {
  const known = new Set(now.brokers.map(({ name }) => name));
  const lost = (before?.brokers ?? [])
    .filter(({ name }) => !known.has(name))
    .map((place) => ({ ...place, announced: null, address: null, lostSince: place.lostSince ?? now.asOf }))
    .filter(({ lostSince }) => Date.parse(now.asOf) - Date.parse(lostSince) < REMEMBERED_MS);
  return { ...now, brokers: [...now.brokers, ...lost].toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}
