import { type Reason, told } from '../../model/language/t';
import { known, type ToldReading, unknown } from '../../model/reading';
import { haStatus, type HaConnection } from '../admin/ha-status';
import type { Cluster } from '../cluster';
import type { BrokerPlace } from '../topology/topology';

const REPLICAS_MS = 2_000;

export interface ReplicaState {
  /** Whose replica it is. */
  readonly broker: string;
  /** As it is registered, else where it copies from: its port is then none that it listens at. */
  readonly address: string;
  readonly isRegistered: boolean;
  /** Of the commit log of the master, that the replica has not confirmed. */
  readonly behindBytes: ToldReading<number>;
  readonly bytesPerSecond: ToldReading<number>;
  /** Null: unknown. */
  readonly isInSync: boolean | null;
  /** It copies from its master. Null: unknown. */
  readonly isConnected: boolean | null;
}

/** The registered replicas of each master, and what the master says of the replicas that copy from it. */
export async function readReplicas(cluster: Cluster): Promise<readonly ReplicaState[]> {
  return cluster.shared.read('replicas', REPLICAS_MS, async () => {
    const [{ brokers }, { parts, silent }] = await Promise.all([
      cluster.topology(),
      cluster.askMasters(haStatus, undefined),
    ]);
    const asOf = cluster.asOf();
    return brokers.flatMap((place) => {
      const connected = parts.find(({ broker }) => broker === place.name)?.value;
      const reason = silent.find(({ broker }) => broker === place.name)?.reason ?? told('not reported');
      return connected === undefined
        ? place.replicaAddresses.map((address) => unknownReplica(place, address, reason, null))
        : replicasOf(place, connected, asOf);
    });
  });
}

/** Matched by host, because the port of a connection is another one; several at one host look alike. */
export function replicasOf(
  place: Pick<BrokerPlace, 'name' | 'replicaAddresses'>,
  connected: readonly HaConnection[],
  asOf: string,
): readonly ReplicaState[] {
  const { replicaAddresses: registered } = place;
  const left = new Set(connected);
  const rows = registered.map((address): ReplicaState => {
    const here = connected.filter((one) => hostOf(one.address) === hostOf(address));
    const alike = registered.filter((other) => hostOf(other) === hostOf(address));
    const isOnly = registered.length === 1 && connected.length === 1;
    const found = isOnly ? connected[0] : here.length === 1 && alike.length === 1 ? here[0] : undefined;
    if (found !== undefined) {
      left.delete(found);
      return stateOf(place.name, address, true, found, asOf);
    }
    if (here.length === 0)
      return unknownReplica(place, address, told('not connected to {broker}', { broker: place.name }), false);
    for (const one of here) left.delete(one);
    return unknownReplica(
      place,
      address,
      told('{count, number} replicas copy from {host}', { count: here.length, host: hostOf(address) }),
      null,
    );
  });
  return [...rows, ...[...left].map((one) => stateOf(place.name, one.address, false, one, asOf))];
}

function stateOf(
  broker: string,
  address: string,
  isRegistered: boolean,
  { behindBytes, bytesPerSecond, isInSync }: HaConnection,
  asOf: string,
): ReplicaState {
  return {
    ...{ broker, address, isRegistered, isInSync, isConnected: true, behindBytes: known(behindBytes, asOf) },
    bytesPerSecond: bytesPerSecond === null ? unknown(told('not reported')) : known(bytesPerSecond, asOf),
  };
}

function unknownReplica(
  { name }: Pick<BrokerPlace, 'name'>,
  address: string,
  reason: Reason,
  isConnected: false | null,
): ReplicaState {
  const none = unknown<number, Reason>(reason);
  const state = { isRegistered: true, isInSync: null, isConnected };
  return { ...state, broker: name, address, behindBytes: none, bytesPerSecond: none };
}

function hostOf(address: string): string {
  return address.slice(0, Math.max(0, address.lastIndexOf(':')));
}
