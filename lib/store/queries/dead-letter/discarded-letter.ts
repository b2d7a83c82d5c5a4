import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { NOT_RESTORED } from './letter-discard';
import type { LetterTally } from './letter-edit';

/** Which of the discarded ones is meant: by the request that discarded them, or by message. */
export interface DiscardedMatch {
  readonly groupId: number;
  readonly discardId?: number | undefined;
  readonly messageIds?: readonly string[] | undefined;
}

export const DISCARDED_WHERE = `o.group_id = $groupId AND ($discardId::int IS NULL OR o.discard_job = $discardId)
  AND ($messageIds::text[] IS NULL OR o.msg_id = ANY ($messageIds))`;

export function discardedValues({ groupId, discardId, messageIds }: DiscardedMatch) {
  return { groupId, discardId: discardId ?? null, messageIds: messageIds ?? null };
}

/** What a restore would do now. */
export async function restorePlan(db: Queryable, match: DiscardedMatch): Promise<LetterTally[]> {
  const { rows } = await db.query<LetterTally>(
    sql(
      `SELECT w.why, count(*) AS count FROM (
       SELECT ${NOT_RESTORED} AS why FROM discarded_letter o WHERE ${DISCARDED_WHERE}) w GROUP BY w.why`,
      discardedValues(match),
    ),
  );
  return rows;
}

/** One request to discard, with what is left of it to restore. */
export interface DiscardRow {
  readonly discardId: number;
  readonly group: string;
  readonly actor: string;
  readonly reason: string;
  readonly at: Date;
  /** Discarded at first, and how many of those can still be restored. */
  readonly discarded: number;
  readonly restorable: number;
  /** The first of them goes for good then. */
  readonly firstGoneAt: Date | null;
  /** The last. */
  readonly goneAt: Date | null;
  /** Still being discarded. */
  readonly open: boolean;
}

/** Requests that can still be undone, newest first. */
export async function discardList(db: Queryable, groupId: number | null, limit: number): Promise<DiscardRow[]> {
  const { rows } = await db.query<DiscardRow>(
    sql(
      `SELECT j.job_id AS "discardId", g.name AS "group", j.actor, j.reason, j.started_at AS at,
              j.changed AS discarded, o.n AS restorable, o.first_at AS "firstGoneAt", o.last_at AS "goneAt",
              j.finished_at IS NULL AS open
         FROM letter_job j JOIN consumer_group g ON g.group_id = j.group_id
        CROSS JOIN LATERAL (SELECT count(*) AS n, min(d.restore_until) AS first_at, max(d.restore_until) AS last_at
          FROM discarded_letter d WHERE d.discard_job = j.job_id) o
        WHERE j.verb = 'discard' AND ($groupId::int IS NULL OR j.group_id = $groupId)
          AND (o.n > 0 OR j.finished_at IS NULL)
        ORDER BY j.job_id DESC LIMIT $limit`,
      { groupId, limit },
    ),
  );
  return rows;
}

/**
 * The end of discarded ones whose deadline is over: a note stays that there was one, and who discarded it.
 * @returns how many
 */
export async function discardedExpire(db: Queryable, now: Date | null, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), gone AS (
       DELETE FROM discarded_letter d WHERE d.dead_letter_id IN (
         SELECT o.dead_letter_id FROM discarded_letter o, t WHERE o.restore_until <= t.now
          ORDER BY o.restore_until LIMIT $limit FOR UPDATE OF o SKIP LOCKED)
       RETURNING d.*)
     INSERT INTO expired_letter (dead_letter_id, group_id, queue_id, topic_id, msg_id, attempts, dead_at, expired_at,
       discard_job, fingerprint)
     SELECT g.dead_letter_id, g.group_id, g.queue_id, g.topic_id, g.msg_id, g.attempts, g.dead_at, t.now, g.discard_job,
       g.fingerprint
       FROM gone g, t`,
      { now, limit },
    ),
  );
  return rowCount ?? 0;
}
