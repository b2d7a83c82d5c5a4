import type { Queryable } from '../../queryable';

/** What a group of this installation has left, and what would keep it here. */
export interface GroupToMove {
  readonly group: string;
  /** That it reads; a deleted one has nothing more for it. */
  readonly topics: string[];
  /** Not delivered yet, and waiting for a retry. */
  readonly waiting: number;
  readonly inFlight: number;
  readonly dead: number;
  readonly openRedrives: number;
  readonly isPaused: boolean;
}

/** Every group but the members of broadcast ones, by name. */
export async function groupsToMove(db: Queryable): Promise<GroupToMove[]> {
  const { rows } = await db.query<{
    group: string;
    /** @neverNull without a topic it is empty */
    topics: string[];
    /** @neverNull counted */
    waiting: number;
    /** @neverNull counted */
    inFlight: number;
    /** @neverNull counted */
    dead: number;
    /** @neverNull counted */
    openRedrives: number;
    /** @neverNull a comparison */
    isPaused: boolean;
  }>(
    `SELECT g.name AS "group",
            coalesce((SELECT array_agg(DISTINCT t.name) FROM group_queue gq JOIN queue q ON q.queue_id = gq.queue_id
                        JOIN topic t ON t.topic_id = q.topic_id
                       WHERE gq.group_id = g.group_id AND t.deleted_at IS NULL), '{}') AS topics,
            (SELECT coalesce(sum(p.skipped), 0)::int FROM group_offset_plan(g.group_id, NULL, 'newest', NULL) p)
              + (SELECT count(*)::int FROM retry r WHERE r.group_id = g.group_id AND NOT r.leased) AS waiting,
            (SELECT coalesce(sum(bit_count(l.open::bit(64))), 0)::int FROM lease l WHERE l.group_id = g.group_id
               AND l.live)
              + (SELECT count(*)::int FROM retry r WHERE r.group_id = g.group_id AND r.leased) AS "inFlight",
            (SELECT count(*)::int FROM dead_letter d WHERE d.group_id = g.group_id) AS dead,
            (SELECT count(*)::int FROM redrive d WHERE d.group_id = g.group_id
               AND d.finished_at IS NULL) AS "openRedrives",
            g.paused_at IS NOT NULL AS "isPaused"
       FROM consumer_group g WHERE g.broadcast_of IS NULL ORDER BY g.name`,
  );
  return rows;
}

/** What stays here, because a cluster has no place for it. */
export interface LeftHere {
  readonly scheduled: number;
  readonly transactions: number;
}

export async function leftHere(db: Queryable, topics: readonly string[]): Promise<LeftHere> {
  const { rows } = await db.query<{
    /** @neverNull counted */
    scheduled: number;
    /** @neverNull counted */
    transactions: number;
  }>(
    `SELECT (SELECT count(*)::int FROM scheduled_message s JOIN topic t ON t.topic_id = s.topic_id
              WHERE t.name = ANY ($1::text[])) AS scheduled,
            (SELECT count(*)::int FROM half_message h JOIN topic t ON t.topic_id = h.topic_id
              WHERE t.name = ANY ($1::text[])) AS transactions`,
    [topics],
  );
  return rows[0] ?? { scheduled: 0, transactions: 0 };
}

/** When each topic was last sent to: a producer that is still there shows itself. */
export async function lastStored(
  db: Queryable,
  topics: readonly string[],
): Promise<{ readonly topic: string; readonly at: Date | null; readonly silentMs: number | null }[]> {
  const { rows } = await db.query<{ topic: string; at: Date | null; silentMs: number | null }>(
    `SELECT t.name AS topic, l.at, (extract(epoch FROM clock_timestamp() - l.at) * 1000)::float8 AS "silentMs"
       FROM topic t
      CROSS JOIN LATERAL (SELECT max(m.stored_at) AS at FROM queue q
        CROSS JOIN LATERAL (SELECT a.stored_at FROM message a WHERE a.queue_id = q.queue_id
          ORDER BY a.off DESC LIMIT 1) m WHERE q.topic_id = t.topic_id) l
      WHERE t.name = ANY ($1::text[]) ORDER BY t.name`,
    [topics],
  );
  return rows;
}
