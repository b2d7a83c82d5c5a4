import { afterAll, beforeAll, describe, inject } from 'vitest';

import type { Cluster } from '../../../lib/cluster/cluster';
import { attachCluster, ClusterDirectory, type ClusterEngine } from '../../../lib/engine';
import type { Actor } from '../../../lib/model/audit/actor';
import { PLAIN_CLUSTER } from '../../../lib/model/cluster/cluster';
import { createTestBroker, type TestBroker } from '../../../lib/testing/broker';
import type { Version } from '../global-setup';
import { type RealCluster, type RealSettings, startRealCluster } from './real-cluster';

/** What the tests of a suite find; not before they run. */
export interface RealScene {
  readonly real: RealCluster;
  /** With connections to it. */
  readonly cluster: Cluster;
}

interface RealSuite extends RealSettings {
  readonly version: Version;
  /** False: it is skipped. */
  readonly isTaken?: boolean;
  readonly concurrent?: boolean;
}

/**
 * A retry of a 5.x group is handed out by the next poll, and a proxy keeps the settings of a group for a while: with
 * what both are by default (20 s), most of a test would be waiting for them.
 */
const QUICK = {
  grpcClientConsumerMinLongPollingTimeoutMillis: 1_000,
  grpcClientConsumerMaxLongPollingTimeoutMillis: 2_000,
  subscriptionGroupConfigCacheRefreshSeconds: 2,
};

/** A suite with a cluster of its own; skipped where that version was not built. */
export function describeReal(
  subject: string,
  { version, isTaken = true, concurrent = false, proxy, ...settings }: RealSuite,
  suite: (scene: RealScene) => void,
): void {
  const build = inject('clusters')[version] ?? { missing: 'it was not built' };
  describe.skipIf(!isTaken || 'missing' in build)(`Apache RocketMQ ${version}`, () => {
    const scene = {} as { real: RealCluster; cluster: Cluster };
    beforeAll(async () => {
      const classpath = 'classpath' in build ? build.classpath : '';
      scene.real = await startRealCluster(classpath, { ...settings, proxy: { ...QUICK, ...proxy } });
      scene.cluster = scene.real.open();
    });
    // After those of the suite.
    afterAll(async () => {
      scene.cluster.close();
      await scene.real.close();
    });
    // Its tests side by side, but never two clusters.
    describe(`${subject}, on two brokers`, { concurrent }, () => {
      suite(scene);
    });
  });
}

export const OPERATOR: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };

export interface AttachedScene {
  readonly broker: TestBroker;
  readonly clusters: ClusterDirectory;
  /** The workspace "eu". */
  readonly engine: ClusterEngine;
}

/** In a suite: a console of its own, to which the cluster is attached; if that is asked for, with its metrics. */
export function attachReal(scene: RealScene, { withMetrics = false } = {}): AttachedScene {
  const attached = {} as { broker: TestBroker; clusters: ClusterDirectory; engine: ClusterEngine };
  beforeAll(async () => {
    attached.broker = await createTestBroker({ realTime: true });
    const { ctx } = attached.broker;
    const { nameServer, metrics } = scene.real;
    const metricsAddresses: Readonly<Record<string, string>> = withMetrics ? metrics : {};
    const guard = { allow: new Set(Object.values(metricsAddresses).map((address) => new URL(address).origin)) };
    const fields = { ...PLAIN_CLUSTER, environment: 'staging', nameServers: [nameServer], metricsAddresses } as const;
    await attachCluster(ctx, { ...fields, name: 'eu', allowsChanges: true }, OPERATOR, guard);
    attached.clusters = new ClusterDirectory(ctx, guard);
    attached.engine = await attached.clusters.find('eu');
  });
  afterAll(async () => {
    attached.clusters.close();
    await attached.broker.close();
  });
  return attached;
}
