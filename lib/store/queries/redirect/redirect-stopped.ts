import type { Queryable } from '../../queryable';

export interface StoppedRedirectRow {
  readonly redirectId: number;
  readonly group: string;
  readonly topic: string;
  readonly why: string;
  readonly stoppedAt: Date;
  /** Matching dead letters, of the first ten thousand of the group. */
  readonly left: number;
}

/** Redirects that paused by themselves: matching dead letters stay until an operator decides. */
export async function stoppedRedirects(db: Queryable): Promise<StoppedRedirectRow[]> {
  const { rows } = await db.query<{ [Key in keyof StoppedRedirectRow]: StoppedRedirectRow[Key] | null }>(
    `SELECT r.redirect_id AS "redirectId", g.name AS "group", t.name AS topic, r.state_why AS why,
            r.state_at AS "stoppedAt", d.n AS "left"
       FROM redirect r JOIN consumer_group g ON g.group_id = r.group_id JOIN topic t ON t.topic_id = r.target_topic_id
      CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE r.cause IS NULL OR l.fingerprint = r.cause) AS n
        FROM (SELECT x.fingerprint FROM dead_letter x WHERE x.group_id = r.group_id AND x.dead_at >= r.since
               AND x.held_at IS NULL AND x.accepted_at IS NULL LIMIT 10000) l) d
      WHERE r.state = 'paused' AND r.stopped_itself ORDER BY r.state_at`,
  );
  return rows.filter((row): row is StoppedRedirectRow => row.why !== null && row.stoppedAt !== null);
}
