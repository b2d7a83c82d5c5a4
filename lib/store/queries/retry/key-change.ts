import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface KeyPlaceRow {
  readonly queueId: number;
  readonly topic: string;
  readonly queueNo: number;
}

/** Where a key of an ordered group is busy: in one queue of each topic at most. */
export async function keyPlaces(
  db: Queryable,
  groupId: number,
  key: string,
  at: { readonly topic?: string | undefined; readonly queueNo?: number | undefined },
): Promise<KeyPlaceRow[]> {
  const { rows } = await db.query<KeyPlaceRow>(
    sql(
      `SELECT f.queue_id AS "queueId", t.name AS topic, q.queue_no::int AS "queueNo"
       FROM fifo_group f JOIN queue q ON q.queue_id = f.queue_id JOIN topic t ON t.topic_id = q.topic_id
      WHERE f.group_id = $groupId AND f.mgroup = $key AND ($topic::text IS NULL OR t.name = $topic)
        AND ($queueNo::int IS NULL OR q.queue_no = $queueNo)
      ORDER BY t.name, q.queue_no`,
      { groupId, key, topic: at.topic ?? null, queueNo: at.queueNo ?? null },
    ),
  );
  return rows;
}

/** Nothing of these queues is claimed, acknowledged or failed until the transaction ends. */
export async function keyLock(db: Queryable, groupId: number, queueId: number): Promise<void> {
  await db.query(
    sql('SELECT version FROM group_hold(p_group => $groupId, p_queue => ARRAY[$queueId::int])', { groupId, queueId }),
  );
}

export interface KeyHeadRow {
  /** @neverNull a head has a place */
  readonly off: number;
  readonly epoch: number;
  /** A client has it, or something of its key before it, until `visibleAt`. */
  readonly leased: boolean;
  readonly clientId: number | null;
  readonly client: string | null;
  readonly until: Date | null;
  readonly messageId: string | null;
}

/** The message that everything of a key waits for; null: nothing of the key is under way. The caller holds keyLock. */
export async function keyHead(
  db: Queryable,
  groupId: number,
  queueId: number,
  key: string,
): Promise<KeyHeadRow | null> {
  const { rows } = await db.query<KeyHeadRow>(
    sql(
      `SELECT h.off, h.epoch, h.leased, h.client_id AS "clientId", c.name AS client, h.until, m.msg_id AS "messageId"
       FROM ((SELECT r.off, r.epoch, r.leased, r.client_id, CASE WHEN r.leased THEN r.visible_at END AS until
                FROM retry r WHERE r.group_id = $groupId AND r.queue_id = $queueId AND r.mgroup = $key AND NOT r.early
               ORDER BY r.off LIMIT 1)
             UNION ALL
             (SELECT o.off, l.lease_id, true, l.client_id, l.expires_at
                FROM fifo_group f
                JOIN lease l ON l.group_id = f.group_id AND l.queue_id = f.queue_id AND l.lease_id = f.lease_id
               CROSS JOIN LATERAL unnest(l.offs) WITH ORDINALITY o (off, ord)
               WHERE f.group_id = $groupId AND f.queue_id = $queueId AND f.mgroup = $key
                 AND ((l.open & f.mask) >> (o.ord - 1)::int) & 1 = 1
               ORDER BY o.off LIMIT 1)) h
       LEFT JOIN client c ON c.client_id = h.client_id
       LEFT JOIN LATERAL (SELECT a.msg_id FROM any_message a WHERE a.queue_id = $queueId AND a.off = h.off
         AND a.seg >= 0 LIMIT 1) m ON true
      ORDER BY h.off LIMIT 1`,
      { groupId, queueId, key },
    ),
  );
  return rows[0] ?? null;
}

/** Messages of a key that wait for its head. The caller holds keyLock. */
export async function keyBehind(
  db: Queryable,
  groupId: number,
  queueId: number,
  key: string,
): Promise<{ readonly behind: number; readonly held: boolean }> {
  const { rows } = await db.query<{ behind: number; held: boolean }>(
    sql(
      `SELECT (greatest((SELECT count(*) FROM retry r WHERE r.group_id = $groupId AND r.queue_id = $queueId
                AND r.mgroup = $key AND NOT r.early) + coalesce(bit_count((l.open & f.mask)::bit(64)), 0) - 1, 0)
              + (SELECT count(*) FROM message m WHERE m.queue_id = $queueId AND m.mgroup = $key
                AND m.off > f.pos))::bigint AS behind, f.hold_job IS NOT NULL AS held
         FROM fifo_group f
         LEFT JOIN lease l ON l.group_id = f.group_id AND l.queue_id = f.queue_id AND l.lease_id = f.lease_id
        WHERE f.group_id = $groupId AND f.queue_id = $queueId AND f.mgroup = $key`,
      { groupId, queueId, key },
    ),
  );
  return rows[0] ?? { behind: 0, held: false };
}

/** @returns whether the key is held now and was not, or the other way round */
export async function keyHold(
  db: Queryable,
  now: Date | null,
  jobId: number,
  { groupId, queueId, key }: { readonly groupId: number; readonly queueId: number; readonly key: string },
  held: boolean,
): Promise<boolean> {
  const { rows } = await db.query<{ keys: number }>(
    sql(
      `SELECT ${held ? 'fifo_hold' : 'fifo_release'}(p_now => t.now, p_job => $jobId, p_group => $groupId,
        p_queue => ARRAY[$queueId::int], p_mgroup => ARRAY[$key::text]) AS keys
       FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t`,
      { now, jobId, groupId, queueId, key },
    ),
  );
  return rows[0]?.keys === 1;
}
