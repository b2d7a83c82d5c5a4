import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export type LeaseTable = 'cluster_index' | 'cluster_sampler';

/** Takes or keeps the right to index or to sample a cluster. @returns false: another process has it */
export async function clusterLease(
  db: Queryable,
  table: LeaseTable,
  now: Date | null,
  lease: { readonly clusterId: number; readonly owner: string; readonly forMs: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `INSERT INTO ${table} AS i (cluster_id, owner, owned_until)
       SELECT c.cluster_id, $owner, t.now + $forMs * interval '1 ms'
         FROM cluster c, (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
        WHERE c.cluster_id = $clusterId
       ON CONFLICT (cluster_id) DO UPDATE SET owner = excluded.owner, owned_until = excluded.owned_until
         WHERE i.owner = excluded.owner OR i.owned_until < coalesce($now::timestamptz, clock_timestamp())
       RETURNING 1`,
      { ...lease, now },
    ),
  );
  return rowCount === 1;
}

/** Another process may go on at once. */
export async function clusterRelease(db: Queryable, table: LeaseTable, owner: string): Promise<void> {
  await db.query(`UPDATE ${table} SET owned_until = '-infinity' WHERE owner = $1`, [owner]);
}

/** The end of a round over all brokers, with what each silent one said. */
export async function indexRound(
  db: Queryable,
  now: Date | null,
  clusterId: number,
  { brokers, silent }: { readonly brokers: readonly string[]; readonly silent: Readonly<Record<string, string>> },
): Promise<void> {
  await db.query(
    sql(
      `UPDATE cluster_index SET round_at = coalesce($now::timestamptz, clock_timestamp()), brokers = $brokers,
              silent = $silent WHERE cluster_id = $clusterId`,
      { now, clusterId, brokers, silent: JSON.stringify(silent) },
    ),
  );
}
