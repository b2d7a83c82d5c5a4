import 'server-only';
import { z } from 'zod';
import { listClusters } from '../../engine';
import type { AttachedCluster } from '../../model/cluster';
import type { Environment } from '../../model/workspace';
import { clusterList } from '../../store/queries/cluster/cluster-row';
import { defineRead } from '../http/define-read';

export interface ClusterView extends Omit<AttachedCluster, 'updatedAt'> {
  readonly updatedAt: string;
}

/** For administrators: everything but the secrets. */
export const clustersRead = defineRead({
  permission: 'cluster:manage',
  subject: 'system',
  input: z.object({}),
  run: async ({ broker }): Promise<readonly ClusterView[]> =>
    (await listClusters(broker)).map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })),
});

/** For the switcher: what every signed-in account may know. */
export interface WorkspaceView {
  readonly name: string;
  readonly environment: Environment;
  readonly allowsChanges: boolean;
}

export const workspacesRead = defineRead({
  permission: 'group:read',
  subject: 'listed',
  input: z.object({}),
  run: async ({ store }): Promise<readonly WorkspaceView[]> =>
    (await clusterList(store.prisma)).map(({ name, environment, allowsChanges }) => ({
      ...{ name, environment, allowsChanges },
    })),
});
