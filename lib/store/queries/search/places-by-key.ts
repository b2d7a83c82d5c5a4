import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Where a stored message is, and what a list of them is ordered by: newest first. */
export interface FoundPlace {
  readonly queueId: number;
  readonly off: number;
  /** When it was stored, to the microsecond. */
  readonly at: string;
  /** Set: its only copy is this dead letter, or discarded one. */
  readonly letterId: number | null;
}

/** The place after which a page goes on. */
export type PlaceCursor = Pick<FoundPlace, 'queueId' | 'off' | 'at'>;

export interface PlaceRange {
  readonly topicId: number | null;
  readonly from: Date | null;
  /** Not included. */
  readonly to: Date | null;
  readonly before: PlaceCursor | null;
  readonly limit: number;
}

/** Of each queue, so many of the newest messages that are not in message_key yet are read one by one. */
export const READ_BEYOND = 2000;

export const AT = `to_char(f.stored_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const inRange = (alias: string): string => `($topicId::int IS NULL OR ${alias}.topic_id = $topicId)
  AND ${alias}.stored_at >= coalesce($from::timestamptz, '-infinity')
  AND ${alias}.stored_at < coalesce($to::timestamptz, 'infinity')
  AND (${alias}.stored_at, ${alias}.queue_id, ${alias}.off)
    < (coalesce($beforeAt::timestamptz, 'infinity'), coalesce($beforeQueue::int, 0), coalesce($beforeOff::bigint, 0))`;

const newest = (alias: string): string =>
  `ORDER BY ${alias}.stored_at DESC, ${alias}.queue_id DESC, ${alias}.off DESC LIMIT $limit`;

const outside = (table: string, alias: string, letterId: string): string => `
  (SELECT ${alias}.stored_at, ${alias}.queue_id, ${alias}.off, ${letterId} FROM ${table} ${alias}
    WHERE short_keys(${alias}.keys) @> short_keys(ARRAY[$key]) AND ${alias}.keys IS NOT NULL
      AND ${alias}.keys @> ARRAY[$key] AND ${inRange(alias)} ${newest(alias)})
  UNION ALL
  (SELECT ${alias}.stored_at, ${alias}.queue_id, ${alias}.off, ${letterId} FROM ${table} ${alias}
    WHERE ${alias}.mgroup = $key AND ${inRange(alias)} ${newest(alias)})`;

/**
 * The messages with a key, or of a message group of that name, newest first: in the log, by the index and among those
 * that it does not hold yet; past the log, what is kept, dead or discarded.
 */
export async function placesByKey(
  db: Queryable,
  key: string,
  { topicId, from, to, before, limit }: PlaceRange,
): Promise<FoundPlace[]> {
  const { rows } = await db.query<FoundPlace>(
    sql(
      `WITH found AS (
       (SELECT k.stored_at, k.queue_id, k.off, NULL::bigint AS letter_id FROM message_key k
         WHERE k.key = left($key, 200) AND ${inRange('k')}
           AND (char_length($key) <= 200 OR EXISTS (SELECT 1 FROM message m WHERE m.queue_id = k.queue_id
             AND m.off = k.off AND m.seg = k.seg AND m.keys @> ARRAY[$key]))
         ${newest('k')})
       UNION ALL
       (SELECT m.stored_at, m.queue_id, m.off, NULL
          FROM queue q LEFT JOIN message_key_place p ON p.queue_id = q.queue_id
         CROSS JOIN LATERAL (
           SELECT a.stored_at, a.queue_id, a.off, a.topic_id, a.keys FROM message a
            WHERE a.queue_id = q.queue_id AND a.seg >= q.seg - 1 AND a.off >= coalesce(p.next_off, 0)
            ORDER BY a.off DESC LIMIT ${READ_BEYOND}) m
         WHERE m.keys @> ARRAY[$key] AND ${inRange('m')}
         ${newest('m')})
       UNION ALL
       (SELECT m.stored_at, m.queue_id, m.off, NULL
          FROM queue q JOIN topic t ON t.topic_id = q.topic_id
         CROSS JOIN LATERAL (
           SELECT a.stored_at, a.queue_id, a.off FROM message a
            WHERE a.queue_id = q.queue_id AND a.mgroup = $key AND ${inRange('a')}
            ORDER BY a.off DESC LIMIT $limit) m
         WHERE t.message_type = 'FIFO'
         ${newest('m')})
       UNION ALL ${outside('kept_message', 'o', 'NULL::bigint')}
       UNION ALL ${outside('dead_letter', 'd', 'd.dead_letter_id')}
       UNION ALL ${outside('discarded_letter', 'x', 'x.dead_letter_id')}
     ), place AS (
       SELECT DISTINCT ON (f.stored_at, f.queue_id, f.off) f.* FROM found f
        ORDER BY f.stored_at DESC, f.queue_id DESC, f.off DESC, f.letter_id NULLS FIRST LIMIT $limit
     )
     SELECT f.queue_id AS "queueId", f.off, ${AT} AS at, f.letter_id AS "letterId" FROM place f
      ORDER BY f.stored_at DESC, f.queue_id DESC, f.off DESC`,
      {
        key,
        topicId,
        from,
        to,
        limit,
        beforeAt: before?.at ?? null,
        beforeQueue: before?.queueId ?? null,
        beforeOff: before?.off ?? null,
      },
    ),
  );
  return rows;
}

export interface KeysBehind {
  /** Stored, and not in the index yet. */
  readonly messages: number;
  /** Of these, so many are not read one by one either: a search does not see them. */
  readonly unseen: number;
}

/** How far the index of keys is behind the log. Offsets have no holes, so nothing is counted row by row. */
export async function keysBehind(db: Queryable): Promise<KeysBehind> {
  const { rows } = await db.query<KeysBehind>(
    `SELECT coalesce(sum(b.n), 0)::float8 AS messages,
            coalesce(sum(greatest(b.n - ${READ_BEYOND}, 0)), 0)::float8 AS unseen
       FROM queue q LEFT JOIN message_key_place p ON p.queue_id = q.queue_id
      CROSS JOIN LATERAL (SELECT coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = q.queue_id
        AND m.seg = q.seg ORDER BY m.off DESC LIMIT 1), q.base_off) AS tail) e
      CROSS JOIN LATERAL (SELECT greatest(e.tail - greatest(coalesce(p.next_off, 0),
        (SELECT min(s.first_off) FROM queue_segment s WHERE s.queue_id = q.queue_id)), 0) AS n) b`,
  );
  return rows[0] ?? { messages: 0, unseen: 0 };
}
