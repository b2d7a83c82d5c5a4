import { attachCluster, ClusterDirectory, type ClusterEngine } from '../../engine';
import { ClusterIndex } from '../../engine/rocketmq/letters/index-cluster';
import type { Actor } from '../../model/audit/actor';
import { type ClusterFields, PLAIN_CLUSTER } from '../../model/cluster/cluster';
import { clusterLease } from '../../store/queries/cluster/cluster-lease';
import type { TestBroker } from '../broker';
import { type AttachedFake, startAttachedFake } from './attached';

const operator: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };

export interface FakeWorkspace {
  readonly fake: AttachedFake;
  readonly clusters: ClusterDirectory;
  readonly engine: ClusterEngine;
  /** Holds the lease of the index. */
  readonly index: ClusterIndex;
  /** Nothing of it stays in the database, whatever is open in it. */
  readonly close: () => Promise<void>;
}

type Fields = Partial<Pick<ClusterFields, 'environment' | 'allowsChanges'>>;

/** A fake cluster that is attached to a real console as `eu`. */
export async function attachFake({ ctx }: Pick<TestBroker, 'ctx'>, fields: Fields = {}): Promise<FakeWorkspace> {
  const fake = await startAttachedFake();
  const cluster = { ...PLAIN_CLUSTER, environment: 'production', allowsChanges: true, ...fields } as const;
  await attachCluster(ctx, { ...cluster, name: 'eu', nameServers: [fake.address] }, operator);
  const clusters = new ClusterDirectory(ctx);
  const engine = await clusters.find('eu');
  await clusterLease(ctx.store.console, 'cluster_index', null, {
    clusterId: engine.clusterId,
    owner: 'test',
    forMs: 0,
  });
  const index = new ClusterIndex(ctx, engine.letters, engine.clusterId);
  const close = async (): Promise<void> => {
    clusters.close();
    await ctx.store.console.query('TRUNCATE cluster CASCADE');
    await fake.close();
  };
  return { fake, clusters, engine, index, close };
}
