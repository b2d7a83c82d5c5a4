import type { RedrivePhase, RedriveState } from '../../../model/redrive/redrive';
import { RUN_MOVES, type RunMove, type RunStop } from '../../../model/redrive/redrive-rule';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Of `r` and the move `t`. */
const NEW_ROUND = "t.resumes AND r.state = 'stopped'";

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

/**
 * The one statement that brings a run from one state to another; only what releases the last message completes it. One
 * that is resumed tries at once, and the time of the pause counts as no delay. One that its rule had stopped begins a
 * new round: with a canary if it has one, and with only what happens from now on as evidence.
 * @returns its phase; null: it was in none of the states that allow it
 */
export async function redriveMove(
  db: Queryable,
  now: Date | null,
  redriveId: number,
  move: RunMove,
  stop: RunStop | null = null,
): Promise<RedrivePhase | null> {
  const { from, to } = RUN_MOVES[move];
  const { rows } = await db.query<{ phase: RedrivePhase }>(
    sql(
      `UPDATE redrive r SET state = t.state, held_at = NULL, held_delay_ms = NULL,
         finished_at = CASE WHEN t.state = 'cancelled' THEN t.now END,
         resumed_at = CASE WHEN t.resumes THEN t.now ELSE r.resumed_at END,
         next_at = CASE WHEN NOT t.resumes THEN r.next_at END,
         failing_since = CASE WHEN NOT t.resumes THEN r.failing_since END,
         failed_at = CASE WHEN NOT t.resumes THEN r.failed_at END,
         failed_why = CASE WHEN NOT t.resumes THEN r.failed_why END,
         round_at = CASE WHEN ${NEW_ROUND} THEN t.now ELSE r.round_at END,
         round_released = CASE WHEN ${NEW_ROUND} THEN r.released ELSE r.round_released END,
         phase_at = CASE WHEN ${NEW_ROUND} THEN t.now ELSE r.phase_at END,
         phase = CASE WHEN NOT (${NEW_ROUND}) THEN r.phase WHEN r.canary IS NOT NULL THEN 'canary'
           WHEN jsonb_array_length(r.ramp) > 0 THEN 'ramp' ELSE 'releasing' END,
         stopped_at = CASE WHEN t.stops THEN t.now WHEN NOT t.resumes THEN r.stopped_at END,
         stopped_why = CASE WHEN t.stops THEN $rule::text WHEN NOT t.resumes THEN r.stopped_why END,
         stopped_failed = CASE WHEN t.stops THEN $failed::int WHEN NOT t.resumes THEN r.stopped_failed END,
         stopped_of = CASE WHEN t.stops THEN $of::int WHEN NOT t.resumes THEN r.stopped_of END
         FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now, $to::text AS state,
           $to::text = 'running' AS resumes, $to::text = 'stopped' AS stops) t
        WHERE r.redrive_id = $redriveId AND r.state = ANY ($from::text[]) RETURNING r.phase`,
      { now, redriveId, from, to, rule: stop?.rule ?? null, failed: stop?.failed ?? null, of: stop?.of ?? null },
    ),
  );
  return rows[0]?.phase ?? null;
}

/** The next phase of a running re-drive. A new phase has its rate from its first moment. */
export async function redrivePhase(db: Queryable, now: Date, redriveId: number, phase: RedrivePhase): Promise<void> {
  await db.query(
    sql(
      `UPDATE redrive SET phase = $phase, phase_at = $now WHERE redrive_id = $redriveId AND state = 'running'
         AND phase <> $phase`,
      { redriveId, now, phase },
    ),
  );
}

/** Waits for live messages, which have this delay; null: goes on. */
export async function redriveHold(db: Queryable, now: Date, redriveId: number, delayMs: number | null): Promise<void> {
  await db.query(
    sql(
      `UPDATE redrive SET
         held_at = CASE WHEN $delayMs::bigint IS NOT NULL THEN coalesce(held_at, $now::timestamptz) END,
         held_delay_ms = $delayMs WHERE redrive_id = $redriveId AND state = 'running'`,
      { redriveId, now, delayMs },
    ),
  );
}

/**
 * Marks what a cancelled run did not release: it stays a dead letter. What would be removed within `keepMs` is kept for
 * so long, so that there is time to decide again. @returns how many are left
 */
export async function redriveLeave(
  db: Queryable,
  now: Date | null,
  redriveId: number,
  { retentionMs, keepMs }: { readonly retentionMs: number | null; readonly keepMs: number },
): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), kept AS (
       UPDATE redrive_item i SET state = 'cancelled' FROM redrive j WHERE j.redrive_id = $redriveId
         AND j.state = 'cancelled' AND i.redrive_id = j.redrive_id AND i.state = 'selected'
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

/** Released and not fetched by any client: dead letters again. @returns how many came back */
export async function redriveRecall(db: Queryable, now: Date | null, redriveId: number): Promise<number> {
  const { rows } = await db.query<{ recalled: number }>(
    sql('SELECT redrive_recall(p_now => $now, p_redrive => $redriveId) AS recalled', { now, redriveId }),
  );
  return rows[0]?.recalled ?? 0;
}
