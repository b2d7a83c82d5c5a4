import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { AT, type FoundPlace, type PlaceCursor } from './places-by-key';

/** A part of one queue: offsets from `low` to below `high`; what is left to look at ends below `upTo`. */
export interface LogPart {
  readonly queueId: number;
  readonly queueNo: number;
  readonly low: number;
  readonly high: number;
  readonly upTo: number;
}

export interface LogRange {
  readonly queueNo: number | null;
  readonly from: Date | null;
  /** Not included. */
  readonly to: Date | null;
  readonly before: PlaceCursor | null;
  /** Of the one queue: start there, and go back. */
  readonly offset: number | null;
}

/** The parts of a topic's queues in a range of time. Offsets have no holes: high - low messages are in each. */
export async function logParts(db: Queryable, topicId: number, range: LogRange): Promise<LogPart[]> {
  const { before } = range;
  const { rows } = await db.query<LogPart>(
    sql(
      `WITH part AS MATERIALIZED (
       SELECT q.queue_id, q.queue_no, offset_at(q.queue_id, coalesce($from::timestamptz, '-infinity')) AS low,
              offset_at(q.queue_id, coalesce($to::timestamptz, 'infinity')) AS high
         FROM queue q WHERE q.topic_id = $topicId AND ($queueNo::int IS NULL OR q.queue_no = $queueNo)
     )
     SELECT p.queue_id AS "queueId", p.queue_no::int AS "queueNo", p.low, p.high,
            greatest(p.low, least(p.high, coalesce($offset::bigint + 1, p.high),
              CASE WHEN $beforeAt::timestamptz IS NULL THEN p.high
                   WHEN p.queue_id = $beforeQueue THEN $beforeOff::bigint
                   ELSE offset_at(p.queue_id, $beforeAt::timestamptz
                     + CASE WHEN p.queue_id < $beforeQueue::int THEN 1 ELSE 0 END * interval '1 microsecond')
              END)) AS "upTo"
       FROM part p ORDER BY p.queue_no`,
      {
        topicId,
        queueNo: range.queueNo,
        from: range.from,
        to: range.to,
        offset: range.offset,
        beforeAt: before?.at ?? null,
        beforeQueue: before?.queueId ?? null,
        beforeOff: before?.off ?? null,
      },
    ),
  );
  return rows;
}

export interface CheckedPlace extends Omit<FoundPlace, 'letterId'> {
  /** It has what was checked for. */
  readonly hit: boolean;
  /** How many were checked with this one, from the newest. */
  readonly rank: number;
}

/**
 * Reads the newest `lookAt` messages of these parts: messages that have the property, and the last one that was checked.
 * Without a property each one is a hit.
 */
export async function lookThrough(
  db: Queryable,
  parts: readonly LogPart[],
  property: { readonly name: string; readonly value: string } | null,
  lookAt: number,
): Promise<CheckedPlace[]> {
  const { rows } = await db.query<CheckedPlace>(
    sql(
      `WITH checked AS MATERIALIZED (
       SELECT m.* FROM unnest($queueIds::int[], $lows::bigint[], $upTos::bigint[]) p (queue_id, low, up_to)
        CROSS JOIN LATERAL (
          SELECT a.queue_id, a.off, a.stored_at, $name::text IS NULL OR a.props ->> $name = $value::text AS hit
            FROM message a WHERE a.queue_id = p.queue_id AND a.off >= p.low AND a.off < p.up_to
           ORDER BY a.off DESC LIMIT $lookAt) m
        ORDER BY m.stored_at DESC, m.queue_id DESC, m.off DESC LIMIT $lookAt
     ), numbered AS (
       SELECT l.*, row_number() OVER (ORDER BY l.stored_at DESC, l.queue_id DESC, l.off DESC)::int AS rank,
              count(*) OVER ()::int AS checked FROM checked l
     )
     SELECT f.queue_id AS "queueId", f.off, ${AT} AS at, coalesce(f.hit, false) AS hit, f.rank FROM numbered f
      WHERE f.hit OR f.rank = f.checked ORDER BY f.rank`,
      {
        queueIds: parts.map(({ queueId }) => queueId),
        lows: parts.map(({ low }) => low),
        upTos: parts.map(({ upTo }) => upTo),
        name: property?.name ?? null,
        value: property?.value ?? null,
        lookAt,
      },
    ),
  );
  return rows;
}
