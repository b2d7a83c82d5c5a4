import type { Queryable } from '../../queryable';

export interface WaitingAttemptsRow {
  /** Deliveries made so far. */
  readonly attempt: number;
  /** A client has them now. */
  readonly leased: boolean;
  readonly messages: number;
  /** The first of them that falls due (or whose lease ends). */
  readonly firstAt: Date;
}

/**
 * How far the failed messages of a group have come: what a change of the limit or the policy means for them. Held ones
 * wait whatever it is.
 */
export async function waitingAttempts(db: Queryable, groupId: number): Promise<WaitingAttemptsRow[]> {
  const { rows } = await db.query<WaitingAttemptsRow>(
    `SELECT r.attempt::int AS attempt, r.leased, count(*) AS messages, min(r.visible_at) AS "firstAt"
       FROM retry r WHERE r.group_id = $1 AND r.held_due_at IS NULL GROUP BY r.attempt, r.leased ORDER BY r.attempt, r.leased`,
    [groupId],
  );
  return rows;
}
