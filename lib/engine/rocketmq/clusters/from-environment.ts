import type { BrokerContext } from '../../../broker';
import { systemActor } from '../../../model/audit/actor';
import { PLAIN_CLUSTER } from '../../../model/cluster/cluster';
import { isBrokerError } from '../../../model/errors';
import { clusterFind } from '../../../store/queries/cluster/cluster-row';
import { attachCluster } from './attach';

/** The name of the cluster that REDRIVE_ROCKETMQ_NAMESRV attaches. */
const ENVIRONMENT_CLUSTER = 'rocketmq';

/**
 * Attaches the cluster that the environment names, once: what an administrator sets of it later is kept, and so is its
 * absence, until the console starts again.
 */
export async function attachFromEnvironment(ctx: BrokerContext, nameServers: readonly string[]): Promise<void> {
  if (nameServers.length === 0) return;
  if ((await clusterFind(ctx.store.prisma, ENVIRONMENT_CLUSTER)) !== null) return;
  const fields = { ...PLAIN_CLUSTER, name: ENVIRONMENT_CLUSTER, environment: 'production', nameServers } as const;
  try {
    await attachCluster(ctx, fields, systemActor('environment'));
  } catch (error) {
    // Another process that starts at the same time was first.
    if (!isBrokerError(error) || error.code !== 'already-exists') throw error;
  }
}
