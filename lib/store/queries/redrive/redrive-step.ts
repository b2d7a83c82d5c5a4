import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface RunningRedrive {
  readonly redriveId: number;
  readonly groupId: number;
}

/** Oldest first. */
export async function redriveRunning(db: Queryable): Promise<RunningRedrive[]> {
  const { rows } = await db.query<RunningRedrive>(
    `SELECT redrive_id AS "redriveId", group_id AS "groupId" FROM redrive WHERE finished_at IS NULL
      AND state = 'running' ORDER BY redrive_id`,
  );
  return rows;
}

/**
 * Locks a running re-drive and says how many it may release now. Null: not running, or another process is at it.
 * The rate is counted from the rows: any number of processes keep it together, and a restart does not forget it.
 */
export async function redriveBudget(
  db: Queryable,
  now: Date | null,
  redriveId: number,
  most: number,
): Promise<number | null> {
  const { rows } = await db.query<{ budget: number }>(
    sql(
      `WITH job AS MATERIALIZED (
       SELECT redrive_id, rate_per_second AS rate FROM redrive WHERE redrive_id = $redriveId AND state = 'running'
         FOR NO KEY UPDATE SKIP LOCKED
     ), next AS (
       SELECT min(i.ord) AS ord FROM redrive_item i WHERE i.redrive_id = $redriveId AND i.state = 'selected'
     )
     SELECT CASE WHEN j.rate IS NULL THEN $most::int
                 -- at most a fifth of a second's worth at once: released evenly, not in bursts
                 ELSE greatest(0, least($most::int, ceil(j.rate / 5.0)::int,
                        j.rate - (SELECT count(*)::int FROM redrive_item i
                                   WHERE i.redrive_id = $redriveId AND i.ord < n.ord AND i.ord >= n.ord - j.rate
                                     AND i.moved_at > coalesce($now, clock_timestamp()) - interval '1 s')))
            END AS budget
       FROM job j, next n`,
      { now, redriveId, most },
    ),
  );
  return rows[0]?.budget ?? null;
}

export interface RedriveStepped {
  readonly moved: number;
  readonly excluded: number;
  readonly remaining: number;
}

/** Null: not running any more. */
export async function redriveStep(
  db: Queryable,
  now: Date | null,
  redriveId: number,
  limit: number,
): Promise<RedriveStepped | null> {
  const { rows } = await db.query<RedriveStepped>(
    sql(
      'SELECT moved, excluded, remaining FROM redrive_step(p_now => $now, p_redrive => $redriveId, p_limit => $limit)',
      { now, redriveId, limit },
    ),
  );
  return rows[0] ?? null;
}
