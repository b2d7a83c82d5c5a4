import type { RedrivePhase, RedriveState } from '../../../model/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** One that is resumed tries at once. */
const WELL = 'failing_since = NULL, failed_at = NULL, failed_why = NULL';

export interface RedriveLock {
  readonly redriveId: number;
  readonly groupId: number;
  readonly group: string;
  readonly state: RedriveState;
}

/**
 * Keeps steps and other operators out until the transaction ends, and the group from being deleted: that locks the
 * group first as well. Null: it, or its group, does not exist.
 */
export async function redriveLock(db: Queryable, redriveId: number): Promise<RedriveLock | null> {
  await db.query(
    `SELECT FROM redrive r JOIN consumer_group g ON g.group_id = r.group_id WHERE r.redrive_id = $1
        FOR KEY SHARE OF g`,
    [redriveId],
  );
  const { rows } = await db.query<RedriveLock>(
    `SELECT r.redrive_id AS "redriveId", r.group_id AS "groupId", g.name AS "group", r.state
       FROM redrive r JOIN consumer_group g ON g.group_id = r.group_id WHERE r.redrive_id = $1 FOR NO KEY UPDATE OF r`,
    [redriveId],
  );
  return rows[0] ?? null;
}

/** @returns whether it was running */
export async function redrivePause(db: Queryable, redriveId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE redrive SET state = 'paused', held_at = NULL, held_delay_ms = NULL
      WHERE redrive_id = $1 AND state = 'running'`,
    [redriveId],
  );
  return rowCount === 1;
}

/** A paused one goes on in its phase. The time of the pause counts as no delay. */
export async function redriveGoOn(db: Queryable, now: Date | null, redriveId: number): Promise<RedrivePhase | null> {
  const { rows } = await db.query<{ phase: RedrivePhase }>(
    sql(
      `UPDATE redrive SET state = 'running', resumed_at = coalesce($now, clock_timestamp()), next_at = NULL, ${WELL}
        WHERE redrive_id = $redriveId AND state = 'paused' RETURNING phase`,
      { now, redriveId },
    ),
  );
  return rows[0]?.phase ?? null;
}

/** A stopped one begins again: with a canary if it has one, and with only what happens from now on as evidence. */
export async function redriveNewRound(
  db: Queryable,
  now: Date | null,
  redriveId: number,
): Promise<RedrivePhase | null> {
  const { rows } = await db.query<{ phase: RedrivePhase }>(
    sql(
      `UPDATE redrive r SET state = 'running', resumed_at = t.now, round_at = t.now, round_released = r.released,
         phase = CASE WHEN r.canary IS NOT NULL THEN 'canary' WHEN jsonb_array_length(r.ramp) > 0 THEN 'ramp'
           ELSE 'releasing' END,
         phase_at = t.now, next_at = NULL, ${WELL}, stopped_at = NULL, stopped_why = NULL, stopped_failed = NULL,
         stopped_of = NULL
         FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
        WHERE r.redrive_id = $redriveId AND r.state = 'stopped' RETURNING r.phase`,
      { now, redriveId },
    ),
  );
  return rows[0]?.phase ?? null;
}

/**
 * Ends the releasing: what was not released stays a dead letter. What would be removed within `keepMs` is kept for so
 * long, so that there is time to decide again. @returns how many are left
 */
export async function redriveCancel(
  db: Queryable,
  now: Date | null,
  redriveId: number,
  { retentionMs, keepMs }: { readonly retentionMs: number | null; readonly keepMs: number },
): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), job AS (
       UPDATE redrive SET state = 'cancelled', finished_at = t.now FROM t WHERE redrive_id = $redriveId
         AND state IN ('running', 'paused', 'stopped') RETURNING redrive_id
     ), kept AS (
       UPDATE redrive_item i SET state = 'cancelled' FROM job j WHERE i.redrive_id = j.redrive_id
         AND i.state = 'selected'
       RETURNING i.group_id, i.queue_id, i.off, i.generation
     ), held AS (
       UPDATE dead_letter d SET kept_until = greatest(d.kept_until, t.now + $keepMs * interval '1 ms') FROM kept k, t
        WHERE d.group_id = k.group_id AND d.queue_id = k.queue_id AND d.off = k.off AND d.generation = k.generation
          AND d.dead_at < t.now + ($keepMs - $retentionMs::bigint) * interval '1 ms'
     )
     SELECT count(*)::int AS left FROM kept`,
      { now, redriveId, retentionMs, keepMs },
    ),
  );
  return rows[0]?.left ?? 0;
}

/** Released and not fetched by anyone: dead letters again. @returns how many came back */
export async function redriveRecall(db: Queryable, now: Date | null, redriveId: number): Promise<number> {
  const { rows } = await db.query<{ recalled: number }>(
    sql('SELECT redrive_recall(p_now => $now, p_redrive => $redriveId) AS recalled', { now, redriveId }),
  );
  return rows[0]?.recalled ?? 0;
}
