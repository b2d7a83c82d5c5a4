import { FAILED_RESTS_MS, type RedrivePhase } from '../../../model/redrive/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

const CATCH_UP_MS = 300;

export interface RunningRedrive {
  readonly redriveId: number;
  readonly groupId: number;
  /** Null: back to the group. */
  readonly targetTopic: string | null;
}

/**
 * Oldest first. One that goes back to a paused group holds: no client would get what it releases. One that failed rests
 * for a while.
 */
export async function redriveRunning(db: Queryable, now: Date | null): Promise<RunningRedrive[]> {
  const { rows } = await db.query<RunningRedrive>(
    sql(
      `SELECT r.redrive_id AS "redriveId", r.group_id AS "groupId", t.name AS "targetTopic"
       FROM redrive r LEFT JOIN topic t ON t.topic_id = r.target_topic_id
       JOIN consumer_group g ON g.group_id = r.group_id
      WHERE r.finished_at IS NULL AND r.state = 'running'
        AND (g.paused_at IS NULL OR r.target_topic_id IS NOT NULL)
        AND (r.failed_at IS NULL
          OR r.failed_at <= coalesce($now, clock_timestamp()) - ${FAILED_RESTS_MS} * interval '1 ms')
      ORDER BY r.redrive_id`,
      { now },
    ),
  );
  return rows;
}

export interface RedriveJob {
  readonly now: Date;
  readonly phase: RedrivePhase;
  readonly ratePerSecond: number | null;
  readonly canary: number | null;
  readonly ramp: unknown;
  readonly abort: unknown;
  readonly roundAt: Date;
  readonly heldAt: Date | null;
  readonly failingSince: Date | null;
}

/** Locks a running re-drive until the transaction ends. Null: not running, or another process is at it. */
export async function redriveClaim(db: Queryable, now: Date | null, redriveId: number): Promise<RedriveJob | null> {
  const { rows } = await db.query<RedriveJob>(
    sql(
      `SELECT coalesce($now::timestamptz, clock_timestamp()) AS now, phase, rate_per_second AS "ratePerSecond", canary,
              ramp, abort, coalesce(round_at, frozen_at) AS "roundAt", held_at AS "heldAt",
              failing_since AS "failingSince"
         FROM redrive WHERE redrive_id = $redriveId AND state = 'running' FOR NO KEY UPDATE SKIP LOCKED`,
      { now, redriveId },
    ),
  );
  return rows[0] ?? null;
}

/**
 * How many a rate allows at this moment, and notes when it allows the next one after them. It is in the row: any number
 * of processes keep the rate together, and a restart does not forget it. What a late pass missed is made up for,
 * as far as CATCH_UP_MS go.
 */
export async function redriveBudget(
  db: Queryable,
  now: Date | null,
  redriveId: number,
  { ratePerSecond, most }: { readonly ratePerSecond: number; readonly most: number },
): Promise<number> {
  const { rows } = await db.query<{ budget: number }>(
    sql(
      `WITH t AS (
       SELECT coalesce($now::timestamptz, clock_timestamp()) AS now, $rate::bigint AS rate,
              (ceil($rate::int / 5.0) - 1) * 1000000 / $rate::bigint AS fifth
     ), free AS MATERIALIZED (
       SELECT r.redrive_id, t.rate, CASE WHEN r.next_at IS NULL THEN t.now - t.fifth * interval '1 us'
                ELSE greatest(r.next_at, t.now - greatest(t.fifth, ${CATCH_UP_MS} * 1000) * interval '1 us')
              END AS at, t.now
         FROM redrive r, t WHERE r.redrive_id = $redriveId
     ), room AS (
       SELECT f.*, greatest(0, least($most::int,
                floor((extract(epoch FROM f.now - f.at) * 1000000 * f.rate) / 1000000)::int + 1)) AS budget
         FROM free f
     )
     UPDATE redrive r SET next_at = o.at + (o.budget * 1000000 / o.rate) * interval '1 us'
       FROM room o WHERE r.redrive_id = o.redrive_id RETURNING o.budget`,
      { now, redriveId, rate: ratePerSecond, most },
    ),
  );
  return rows[0]?.budget ?? 0;
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
