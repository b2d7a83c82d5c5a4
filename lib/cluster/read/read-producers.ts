import { producers } from '../admin/producers';
import type { Cluster } from '../cluster';
import { requireSome, type SilentBroker } from '../topology/answers';
import { clientVersion } from './client-version';

const LIST_MS = 10_000;
/** Every 4.x client has producers of its own: to send back and to trace. */
const OF_EVERY_CLIENT = /^(CLIENT_INNER_PRODUCER|_INNER_TRACE_PRODUCER.*)$/;

/** A connected 4.x producer. */
export interface ClusterProducer {
  readonly group: string;
  readonly clientId: string;
  readonly address: string;
  readonly language: string;
  readonly version: string;
  /** The brokers that know it. */
  readonly brokers: readonly string[];
}

export interface ClusterProducers {
  readonly asOf: string;
  readonly producers: readonly ClusterProducer[];
  readonly answered: readonly string[];
  readonly silent: readonly SilentBroker[];
}

/** The 4.x producers of applications, at every broker; proxies keep no list of theirs. */
export async function readProducers(cluster: Cluster): Promise<ClusterProducers> {
  const { asOf, parts, silent } = await cluster.shared.read('producers', LIST_MS, async () =>
    requireSome(await cluster.askMasters(producers, undefined)),
  );
  const found = new Map<string, ClusterProducer>();
  for (const { broker, value } of parts)
    for (const { group, clientId, address, language, version } of value) {
      if (OF_EVERY_CLIENT.test(group)) continue;
      const brokers = [...(found.get(`${group} ${clientId}`)?.brokers ?? []), broker];
      const one = { group, clientId, address, language, version: clientVersion(version), brokers };
      found.set(`${group} ${clientId}`, one);
    }
  return {
    ...{ asOf, silent, answered: parts.map(({ broker }) => broker) },
    producers: [...found.values()].toSorted(
      (one, other) => one.group.localeCompare(other.group) || one.clientId.localeCompare(other.clientId),
    ),
  };
}
