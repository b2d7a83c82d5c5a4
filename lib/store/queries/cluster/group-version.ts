import type { Metadata } from '../../metadata';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** The settings of a group of a cluster by broker; null: the group was missing there. */
export type BrokerSettings = Readonly<Record<string, unknown>>;

export interface ClusterGroupVersionRow {
  readonly version: number;
  readonly seen: string;
  readonly brokers: BrokerSettings;
  /** Null: changed by something else than this console. */
  readonly actor: string | null;
  readonly reason: string | null;
  readonly at: Date;
}

/** Newest first. */
export async function clusterGroupVersions(
  db: Metadata,
  clusterId: number,
  groupName: string,
  limit: number,
): Promise<ClusterGroupVersionRow[]> {
  const rows = await db.clusterGroupVersion.findMany({
    where: { clusterId, groupName },
    select: { version: true, seen: true, brokers: true, actor: true, reason: true, at: true },
    orderBy: { version: 'desc' },
    take: limit,
  });
  return rows.map((row) => ({ ...row, brokers: row.brokers as BrokerSettings }));
}

/** Null: no such version. */
export async function clusterGroupVersion(
  db: Metadata,
  clusterId: number,
  groupName: string,
  version: number,
): Promise<ClusterGroupVersionRow | null> {
  const row = await db.clusterGroupVersion.findUnique({
    where: { clusterId_groupName_version: { clusterId, groupName, version } },
    select: { version: true, seen: true, brokers: true, actor: true, reason: true, at: true },
  });
  return row === null ? null : { ...row, brokers: row.brokers as BrokerSettings };
}

export type NewClusterGroupVersion = ClusterGroupVersionRow & { readonly groupName: string };

/** How many were written: fewer when another reader wrote the same ones a moment ago. */
export async function clusterGroupVersionsAppend(
  db: Queryable,
  now: Date | null,
  clusterId: number,
  rows: readonly Omit<NewClusterGroupVersion, 'at'>[],
): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `INSERT INTO cluster_group_version (cluster_id, group_name, version, seen, brokers, actor, reason, at)
       SELECT $clusterId, i.name, i.version, i.seen, i.brokers, i.actor, i.reason,
              coalesce($now::timestamptz, clock_timestamp())
         FROM unnest($names::text[], $versions::int[], $seens::text[], $brokers::jsonb[], $actors::text[],
           $reasons::text[]) i (name, version, seen, brokers, actor, reason)
       ON CONFLICT (cluster_id, group_name, version) DO NOTHING`,
      {
        ...{ now, clusterId, names: rows.map(({ groupName }) => groupName) },
        versions: rows.map(({ version }) => version),
        seens: rows.map(({ seen }) => seen),
        brokers: rows.map(({ brokers }) => JSON.stringify(brokers)),
        actors: rows.map(({ actor }) => actor),
        reasons: rows.map(({ reason }) => reason),
      },
    ),
  );
  return rowCount ?? 0;
}

/** A reader saw what a console had just written, and noted it before the console did: it has an author after all. */
export async function clusterGroupVersionClaim(
  db: Queryable,
  { clusterId, groupName, after, seen, actor, reason }: VersionClaim,
): Promise<void> {
  await db.query(
    sql(
      `UPDATE cluster_group_version SET actor = $actor, reason = $reason
        WHERE cluster_id = $clusterId AND group_name = $groupName AND version > $after AND seen = $seen
          AND actor IS NULL`,
      { clusterId, groupName, after, seen, actor, reason },
    ),
  );
}

export interface VersionClaim extends Pick<NewClusterGroupVersion, 'groupName' | 'seen' | 'actor' | 'reason'> {
  readonly clusterId: number;
  /** The newest version before the console wrote. */
  readonly after: number;
}

/** The newest version of each group that has one. */
export async function clusterGroupNewest(
  db: Queryable,
  clusterId: number,
): Promise<ReadonlyMap<string, Omit<ClusterGroupVersionRow, 'brokers'>>> {
  const { rows } = await db.query<Omit<ClusterGroupVersionRow, 'brokers'> & { readonly groupName: string }>(
    `SELECT DISTINCT ON (group_name) group_name AS "groupName", version, seen, actor, reason, at
     FROM cluster_group_version WHERE cluster_id = $1 ORDER BY group_name, version DESC`,
    [clusterId],
  );
  return new Map(rows.map(({ groupName, ...row }) => [groupName, row]));
}
