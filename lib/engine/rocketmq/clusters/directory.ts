import type { BrokerContext, SendGuard } from '../../../broker';
import { type Cluster, openCluster } from '../../../cluster';
import { CLUSTER_NAME } from '../../../model/workspace';
import { clusterFind, clusterList, type ClusterRow } from '../../../store/queries/cluster/cluster-row';
import { clusterNotFound } from './attach';
import { lettersContext } from '../letters/context';
import { GroupSampler } from './group-sampler';
import { MetricsReader, NOWHERE_ELSE } from './metrics-endpoints';
import { optionsOf } from './options';

/** An attached cluster with its connections: the second engine behind the pages. */
export interface ClusterEngine {
  readonly clusterId: number;
  readonly name: string;
  readonly allowsChanges: boolean;
  readonly cluster: Cluster;
  /** What its brokers report to Prometheus. */
  readonly metrics: MetricsReader;
  /** Last readings of its groups, read for all viewers together. */
  readonly groups: GroupSampler;
  /** For the broker's verbs about dead letters: they are about the indexed ones of this cluster. */
  readonly letters: BrokerContext;
}

interface Open extends ClusterEngine {
  readonly version: number;
}

/** The attached clusters that this process has connections to: one for all viewers, opened when first asked for. */
export class ClusterDirectory {
  readonly #ctx: BrokerContext;
  readonly #guard: SendGuard;
  readonly #open = new Map<number, Open>();

  constructor(ctx: BrokerContext, guard: SendGuard = NOWHERE_ELSE) {
    this.#ctx = ctx;
    this.#guard = guard;
  }

  /** As it is set now, in whichever process it was changed. @throws BrokerError not-found, unavailable */
  async find(name: string): Promise<ClusterEngine> {
    // Whatever else stands in an address is the name of none, and some of it the database cannot even be asked for.
    const row = CLUSTER_NAME.test(name) ? await clusterFind(this.#ctx.store.prisma, name) : null;
    if (row === null) {
      await this.#closeDetached();
      throw clusterNotFound(name);
    }
    const open = this.#open.get(row.clusterId);
    return open?.version === row.version ? open : this.#reopen(row);
  }

  close(): void {
    for (const open of this.#open.values()) shut(open);
    this.#open.clear();
  }

  #reopen(row: ClusterRow): Open {
    const { clusterId, name, version, allowsChanges, metricsAddresses } = row;
    const old = this.#open.get(clusterId);
    const cluster = openCluster(optionsOf(this.#ctx, row));
    const letters = old?.letters ?? lettersContext(this.#ctx, { clusterId, name });
    const metrics = new MetricsReader(metricsAddresses, this.#guard);
    const engine = {
      ...{ clusterId, name, version, allowsChanges, metrics, cluster, letters },
      groups: new GroupSampler(cluster, metrics),
    };
    this.#open.set(clusterId, engine);
    if (old !== undefined) shut(old);
    return engine;
  }

  async #closeDetached(): Promise<void> {
    const attached = new Set((await clusterList(this.#ctx.store.prisma)).map(({ clusterId }) => clusterId));
    for (const [clusterId, open] of this.#open)
      if (!attached.has(clusterId)) {
        this.#open.delete(clusterId);
        shut(open);
      }
  }
}

function shut({ cluster, groups }: Open): void {
  groups.stop();
  cluster.close();
}
