import type { BrokerContext } from '../../../broker';
import type { ClusterGroup } from '../../../cluster';
import { clusterGroupVersions, type ClusterGroupVersionRow } from '../../../store/queries/cluster/group-version';

/** Who paused a group of a cluster, as its versions tell. */
export interface ClusterPause {
  /** Null: something else than this console. */
  readonly by: string | null;
  readonly reason: string | null;
  /** Null: it was paused before it was first seen here. */
  readonly at: Date | null;
}

const LOOKED_BACK = 200;

/** No broker that has the group hands its messages out. */
export function isPaused({ brokers }: Pick<ClusterGroup, 'brokers'>): boolean {
  const has = brokers.flatMap(({ settings }) => (settings === null ? [] : [settings]));
  return has.length > 0 && has.every(({ isConsuming }) => !isConsuming);
}

export async function readPause(
  ctx: BrokerContext,
  clusterId: number,
  group: ClusterGroup,
): Promise<ClusterPause | null> {
  if (!isPaused(group)) return null;
  const versions = await clusterGroupVersions(ctx.store.prisma, clusterId, group.name, LOOKED_BACK);
  const ran = versions.findIndex((version) => !wasPaused(version));
  const began = versions[(ran === -1 ? versions.length : ran) - 1];
  if (began === undefined || began.version === 1) return { by: null, reason: null, at: null };
  return { by: began.actor, reason: began.reason, at: began.at };
}

function wasPaused({ brokers }: ClusterGroupVersionRow): boolean {
  const has = Object.values(brokers).filter((settings) => typeof settings === 'object' && settings !== null);
  return has.length > 0 && has.every((settings) => Reflect.get(settings, 'isConsuming') === false);
}
