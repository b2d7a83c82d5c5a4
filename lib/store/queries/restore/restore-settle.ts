import type { Queryable } from '../../queryable';

export interface RestoreCounts {
  readonly redrivesPaused: number;
  readonly sessionsEnded: number;
  readonly linksEnded: number;
}

/** Of a database that was brought back to the past: re-drives wait, sessions and links to sign in end. */
export async function restoreSettle(db: Queryable): Promise<RestoreCounts> {
  const { rows } = await db.query<RestoreCounts>(
    `WITH paused AS (
       UPDATE redrive SET state = 'paused', held_at = NULL, held_delay_ms = NULL WHERE state = 'running' RETURNING 1
     ), ended AS (
       DELETE FROM operator_session RETURNING 1
     ), links AS (
       DELETE FROM sign_in_link RETURNING 1
     )
     SELECT (SELECT count(*) FROM paused)::int AS "redrivesPaused",
       (SELECT count(*) FROM ended)::int AS "sessionsEnded",
       (SELECT count(*) FROM links)::int AS "linksEnded"`,
  );
  if (rows[0] === undefined) throw new Error('the database gave no counts');
  return rows[0];
}
