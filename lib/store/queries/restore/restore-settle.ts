import type { Queryable } from '../../queryable';

export interface RestoreCounts {
  readonly redrivesPaused: number;
  readonly redirectsPaused: number;
  readonly sessionsEnded: number;
  readonly linksEnded: number;
}

/** Of a database that was brought back to the past: re-drives and redirects wait, sessions and links to sign in end. */
export async function restoreSettle(db: Queryable): Promise<RestoreCounts> {
  const { rows } = await db.query<RestoreCounts>(
    `WITH paused AS (
       UPDATE redrive SET state = 'paused', held_at = NULL, held_delay_ms = NULL WHERE state = 'running' RETURNING 1
     ), stopped AS (
       UPDATE redirect SET state = 'paused', stopped_itself = true, state_at = clock_timestamp(), state_by = 'restore',
         state_why = 'the database was restored to an earlier moment: dead letters that it sent since are there again',
         next_at = NULL, looked_to = NULL, open_copies = 0
        WHERE state <> 'ended' RETURNING 1
     ), ended AS (
       DELETE FROM operator_session RETURNING 1
     ), links AS (
       DELETE FROM sign_in_link RETURNING 1
     )
     SELECT (SELECT count(*) FROM paused)::int AS "redrivesPaused",
       (SELECT count(*) FROM stopped)::int AS "redirectsPaused",
       (SELECT count(*) FROM ended)::int AS "sessionsEnded",
       (SELECT count(*) FROM links)::int AS "linksEnded"`,
  );
  if (rows[0] === undefined) throw new Error('the database gave no counts');
  return rows[0];
}
