import type { Queryable } from '../../queryable';

export interface OpenWork {
  readonly inFlight: number;
  readonly waiting: number;
  readonly orderedKeys: number;
  readonly openRedrives: number;
}

/** Stops claims of one group until the transaction ends. */
export async function groupQueuesLock(db: Queryable, groupId: number): Promise<void> {
  await db.query('SELECT 1 FROM group_queue WHERE group_id = $1 ORDER BY queue_id FOR UPDATE', [groupId]);
}

/** What hangs on the delivery order: open deliveries, failed messages, keys with messages behind them, re-drives. */
export async function groupOpenWork(db: Queryable, groupId: number): Promise<OpenWork> {
  const { rows } = await db.query<OpenWork>(
    `SELECT (SELECT coalesce(sum(bit_count(l.open::bit(64))), 0)::int FROM lease l WHERE l.group_id = $1 AND l.live)
              + count(*) FILTER (WHERE r.leased)::int AS "inFlight",
            count(*) FILTER (WHERE NOT r.leased)::int AS waiting,
            (SELECT count(*)::int FROM fifo_group f WHERE f.group_id = $1) AS "orderedKeys",
            (SELECT count(*)::int FROM redrive d WHERE d.group_id = $1 AND d.finished_at IS NULL) AS "openRedrives"
       FROM retry r WHERE r.group_id = $1`,
    [groupId],
  );
  return rows[0] ?? { inFlight: 0, waiting: 0, orderedKeys: 0, openRedrives: 0 };
}
