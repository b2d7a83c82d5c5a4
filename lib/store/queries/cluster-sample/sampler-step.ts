import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

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
