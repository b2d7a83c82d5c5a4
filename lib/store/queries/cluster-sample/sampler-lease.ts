import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Takes or keeps the right to sample a cluster for all consoles. @returns false: another process has it */
export async function samplerLease(
  db: Queryable,
  now: Date | null,
  lease: { readonly clusterId: number; readonly owner: string; readonly forMs: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `INSERT INTO cluster_sampler AS s (cluster_id, owner, owned_until)
       SELECT c.cluster_id, $owner, t.now + $forMs * interval '1 ms'
         FROM cluster c, (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
        WHERE c.cluster_id = $clusterId
       ON CONFLICT (cluster_id) DO UPDATE SET owner = excluded.owner, owned_until = excluded.owned_until
         WHERE s.owner = excluded.owner OR s.owned_until < coalesce($now::timestamptz, clock_timestamp())
       RETURNING 1`,
      { ...lease, now },
    ),
  );
  return rowCount === 1;
}

/** Another process may go on at once. */
export async function samplerRelease(db: Queryable, owner: string): Promise<void> {
  await db.query(`UPDATE cluster_sampler SET owned_until = '-infinity' WHERE owner = $1`, [owner]);
}

/** The step of this moment, for the process that is first to ask for it; null: it is taken. */
export async function samplerClaimStep(db: Queryable, now: Date | null, clusterId: number): Promise<Date | null> {
  const { rows } = await db.query<{ now: Date }>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), claimed AS (
         INSERT INTO cluster_step_sample (cluster_id, step_s, at)
         SELECT $clusterId, 10, date_bin('10 seconds', t.now, 'epoch') FROM t
         ON CONFLICT DO NOTHING RETURNING at)
       SELECT t.now FROM t, claimed`,
      { now, clusterId },
    ),
  );
  return rows[0]?.now ?? null;
}

export interface StepNote {
  readonly clusterId: number;
  readonly roundMs: number | null;
  readonly problem: string | null;
}

export async function samplerNote(db: Queryable, at: Date, note: StepNote): Promise<void> {
  await db.query(
    sql(
      `UPDATE cluster_sampler SET sampled_at = $at, round_ms = coalesce($roundMs, round_ms), problem = $problem
        WHERE cluster_id = $clusterId`,
      { at, ...note },
    ),
  );
}

/** The row that says when the rules of a cluster were last evaluated; made once. */
export async function alarmPassOpen(db: Queryable, clusterId: number): Promise<void> {
  await db.query('INSERT INTO cluster_alarm_pass (cluster_id) VALUES ($1) ON CONFLICT DO NOTHING', [clusterId]);
}
