import {
  type BrokerLoad,
  type Cluster,
  readFacts,
  readProxies,
  readReplicas,
  type ReplicaState,
  tryProxy,
  unwellOf,
} from '../../../cluster';
import type { BrokerSampleRow, PeerRow, PeerSeen } from '../../../store/queries/cluster-sample/peers';
import { readLoads } from '../clusters/broker-loads';
import type { ClusterEngine } from '../clusters/directory';
import { kept } from '../../../model/language/retell';
import { joined, type Reason, told } from '../../../model/language/t';

const HOUR_MS = 3_600_000;
/** A heartbeat comes every ten seconds. */
const BEAT_FRESH_MS = 60_000;
/** A proxy is asked so often. */
const TRY_PROXY_MS = 30_000;

interface Counted {
  readonly stored: number | null;
  readonly handedOut: number | null;
}

/** Brokers and proxies of a cluster, as one process looks at them step by step. */
export class PeerWatch {
  readonly #engine: Pick<ClusterEngine, 'cluster' | 'metrics'>;
  readonly #cluster: Cluster;
  readonly #counted = new Map<string, Counted>();
  /** Where each proxy takes the remoting protocol, and why it did not answer when it was last tried. */
  readonly #proxies = new Map<string, { remoting: string; triedMs: number; why: Reason | null }>();

  constructor(engine: Pick<ClusterEngine, 'cluster' | 'metrics'>) {
    this.#engine = engine;
    this.#cluster = engine.cluster;
  }

  /** @throws BrokerError no name server answered, now or before */
  async brokers(
    known: readonly PeerRow[],
  ): Promise<{ readonly seen: PeerSeen[]; readonly samples: BrokerSampleRow[] }> {
    const [loads, facts, replicas, { brokers: places }] = await Promise.all([
      readLoads(this.#engine, 'background'),
      readFacts(this.#cluster),
      readReplicas(this.#cluster),
      this.#cluster.topology(),
    ]);
    const keepsMs = (broker: string): number | null => {
      const hours = facts.parts.find((part) => part.broker === broker)?.value.retentionHours ?? null;
      return hours === null ? null : hours * HOUR_MS;
    };
    const answered = loads.parts.map(({ broker, value }): PeerSeen => ({
      ...{ kind: 'broker', name: broker, isReached: true, isHeard: true, why: null },
      ...{ unwell: keptOrNull(unwellOf(value.marks)), keepsMs: keepsMs(broker), marks: value.marks },
      behind: behindOf(replicas.filter((replica) => replica.broker === broker)),
      address: places.find(({ name }) => name === broker)?.announced ?? null,
    }));
    const silent = loads.silent.map(({ broker, reason }) => awayBroker(broker, reason));
    const names = new Set([...answered, ...silent].map(({ name }) => name));
    const gone = known
      .filter(({ kind, name }) => kind === 'broker' && !names.has(name))
      .map(({ name }) => awayBroker(name, told('no name server knows it any more')));
    return {
      seen: [...answered, ...silent, ...gone],
      samples: loads.parts.map(({ broker, value }) => this.#sampleOf(broker, value)),
    };
  }

  /** @throws BrokerError */
  async proxies(known: readonly PeerRow[], nowMs: number): Promise<PeerSeen[]> {
    const live = await readProxies(this.#cluster);
    for (const { name, remoting } of live) {
      const tried = this.#proxies.get(name);
      this.#proxies.set(name, { triedMs: Number.NEGATIVE_INFINITY, why: null, ...tried, remoting });
    }
    const names = [
      ...new Set([...live.map(({ name }) => name), ...known.flatMap((row) => (row.kind === 'proxy' ? row.name : []))]),
    ];
    return await Promise.all(
      names.map(async (name): Promise<PeerSeen> => {
        const beat = live.find((each) => each.name === name);
        const isHeard = beat !== undefined && nowMs - Date.parse(beat.beatAt) < BEAT_FRESH_MS;
        const why = await this.#tryProxy(name);
        const place = { kind: 'proxy' as const, name, unwell: null, keepsMs: null, marks: {} };
        return { ...place, isReached: why === null, isHeard, why: keptOrNull(why) };
      }),
    );
  }

  async #tryProxy(name: string): Promise<Reason | null> {
    const proxy = this.#proxies.get(name);
    // Found by another process, which knew its ports.
    if (proxy === undefined) return told('no client of it sends heartbeats');
    if (performance.now() - proxy.triedMs < TRY_PROXY_MS) return proxy.why;
    proxy.triedMs = performance.now();
    proxy.why = await tryProxy(this.#cluster, proxy.remoting);
    return proxy.why;
  }

  #sampleOf(broker: string, { marks, stored, handedOut }: BrokerLoad): BrokerSampleRow {
    const before = this.#counted.get(broker);
    this.#counted.set(broker, { stored, handedOut });
    return {
      broker,
      messagesIn: grownBy(before?.stored ?? null, stored),
      messagesOut: grownBy(before?.handedOut ?? null, handedOut),
      marks: Object.fromEntries(Object.entries(marks).map(([name, { value }]) => [name, value])),
    };
  }
}

/** Undefined: not known, as of a master with a DLedger log. One that is not connected is behind. */
export function behindOf(replicas: readonly ReplicaState[]): string | null | undefined {
  const words = replicas.flatMap(({ address, isInSync, isConnected, behindBytes }) => {
    if (isConnected === false) return told('replica {address} is not connected', { address });
    if (isInSync !== false) return [];
    return behindBytes.kind === 'unknown'
      ? told('replica {address} is not in sync', { address })
      : told('replica {address} is not in sync, {bytes, number} bytes behind', { address, bytes: behindBytes.value });
  });
  if (words.length > 0) return kept(joined(words));
  return replicas.some(({ isInSync }) => isInSync === null) ? undefined : null;
}

function keptOrNull(reason: Reason | null): string | null {
  return reason === null ? null : kept(reason);
}

function awayBroker(name: string, why: Reason): PeerSeen {
  return {
    kind: 'broker',
    name,
    isReached: false,
    isHeard: false,
    why: kept(why),
    unwell: null,
    keepsMs: null,
    marks: {},
  };
}

/** A broker that started again counts from 0: what it did in between is not known. */
function grownBy(before: number | null, now: number | null): number | null {
  return before === null || now === null || now < before ? null : now - before;
}
