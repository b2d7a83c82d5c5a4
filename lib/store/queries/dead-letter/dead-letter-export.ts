import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { DeadLetterCursor } from './dead-letter-browse';
import { DEAD_LETTER_REASON, DEAD_LETTER_WHERE, type DeadLetterMatch, matchValues } from './dead-letter-match';
import { FILED_COLUMNS, type FiledFacts } from './dead-letter-columns';

export interface ExportedLetterRow extends FiledFacts {
  readonly id: number;
  readonly deadAtText: string;
  readonly properties: Record<string, string> | null;
  readonly bodyEncoding: string;
  readonly body: Buffer;
}

/** Newest first: the next ones after a place, at most so many and so many bytes of bodies; one in any case. */
export async function deadLetterExport(
  db: Queryable,
  match: DeadLetterMatch,
  before: DeadLetterCursor | null,
  { limit, maxBytes }: { readonly limit: number; readonly maxBytes: number },
): Promise<ExportedLetterRow[]> {
  const { rows } = await db.query<ExportedLetterRow>(
    sql(
      `WITH next AS MATERIALIZED (
       SELECT d.group_id, d.queue_id, d.off, d.dead_at, d.dead_letter_id, octet_length(d.body) AS bytes
         FROM dead_letter d
        WHERE ${DEAD_LETTER_WHERE} AND ($beforeAt::timestamptz IS NULL OR (d.dead_at, d.dead_letter_id) < ($beforeAt,
          $beforeId::bigint))
        ORDER BY d.dead_at DESC, d.dead_letter_id DESC LIMIT $limit
     ), page AS (
       SELECT w.* FROM (
         SELECT n.*, row_number() OVER o AS rank, sum(n.bytes) OVER o AS total
           FROM next n WINDOW o AS (ORDER BY n.dead_at DESC, n.dead_letter_id DESC)) w
        WHERE w.rank = 1 OR w.total <= $maxBytes
     )
     SELECT d.dead_letter_id AS id, ${FILED_COLUMNS}, d.props AS properties, d.body_encoding AS "bodyEncoding", d.body,
            to_char(d.dead_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "deadAtText"
       FROM page p
       JOIN dead_letter d ON d.group_id = p.group_id AND d.queue_id = p.queue_id AND d.off = p.off
       JOIN consumer_group g ON g.group_id = d.group_id
       JOIN topic t ON t.topic_id = d.topic_id
       ${DEAD_LETTER_REASON}
      ORDER BY p.dead_at DESC, p.dead_letter_id DESC`,
      { ...matchValues(match), beforeAt: before?.deadAt ?? null, beforeId: before?.id ?? null, limit, maxBytes },
    ),
  );
  return rows;
}

/** The newest dead letter of any group: what bounds an export of all. */
export async function deadLetterLast(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ id: number }>('SELECT coalesce(max(dead_letter_id), 0) AS id FROM dead_letter');
  return rows[0]?.id ?? 0;
}
