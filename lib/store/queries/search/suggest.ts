import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { AT, type FoundPlace } from './places-by-key';

/** Of names that begin with a text: the first one after all of them, by bytes. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}

export interface KeyPlace extends Omit<FoundPlace, 'letterId'> {
  readonly key: string;
}

/** Messages of the log whose key begins with the text, highest key first; not those with exactly this key. */
export async function keysBeginningWith(db: Queryable, prefix: string, limit: number): Promise<KeyPlace[]> {
  const { rows } = await db.query<KeyPlace>(
    sql(
      `SELECT f.key, f.queue_id AS "queueId", f.off, ${AT} AS at FROM message_key f
        WHERE f.key > $prefix AND f.key < $end ORDER BY f.key DESC, f.stored_at DESC LIMIT $limit`,
      { prefix, end: endOfPrefix(prefix), limit },
    ),
  );
  return rows;
}

/** How many keys of messages begin with the text, counted up to `most`. */
export async function countKeys(db: Queryable, prefix: string, most: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    sql(
      `SELECT count(*)::int AS n FROM (
         SELECT 1 FROM message_key k WHERE k.key >= $prefix AND k.key < $end LIMIT $most) c`,
      { prefix, end: endOfPrefix(prefix), most },
    ),
  );
  return rows[0]?.n ?? 0;
}

/** Messages of the log whose id begins with the text, highest first. */
export async function idsBeginningWith(
  db: Queryable,
  prefix: string,
  limit: number,
): Promise<Omit<FoundPlace, 'letterId'>[]> {
  const { rows } = await db.query<Omit<FoundPlace, 'letterId'>>(
    sql(
      `SELECT f.queue_id AS "queueId", f.off, ${AT} AS at FROM message f
        WHERE f.msg_id >= $prefix AND f.msg_id < $end AND f.copy = 0 ORDER BY f.msg_id DESC LIMIT $limit`,
      { prefix, end: endOfPrefix(prefix), limit },
    ),
  );
  return rows;
}

/** The newest messages of each of the topics that stored something last. */
export async function newestPlaces(db: Queryable, limit: number): Promise<Omit<FoundPlace, 'letterId'>[]> {
  const { rows } = await db.query<Omit<FoundPlace, 'letterId'>>(
    sql(
      `SELECT f.queue_id AS "queueId", f.off, ${AT} AS at
         FROM queue q CROSS JOIN LATERAL (
           SELECT m.queue_id, m.off, m.stored_at FROM message m WHERE m.queue_id = q.queue_id AND m.seg >= q.seg - 1
            ORDER BY m.off DESC LIMIT $limit) f
        WHERE NOT q.closed ORDER BY f.stored_at DESC, f.queue_id DESC, f.off DESC LIMIT $limit`,
      { limit },
    ),
  );
  return rows;
}

export interface NamedThing {
  readonly kind: 'group' | 'topic' | 'cause' | 'redrive';
  /** @neverNull a cause without a type does not match */
  readonly name: string;
  /** What its page is called by: a name, a fingerprint, the number of a re-drive. */
  readonly at: string;
  /** Of a cause and a re-drive. */
  readonly group: string | null;
  /** The delivery order of a group, the type of a topic, the state of a re-drive; null: of a cause, or not known. */
  readonly detail: string | null;
  /** Of a re-drive. */
  readonly reason: string | null;
}

/** Groups, topics, causes and re-drives with the text in their name; names that begin with it first. */
export async function namedThings(db: Queryable, text: string, limit: number): Promise<NamedThing[]> {
  const { rows } = await db.query<NamedThing>(
    sql(
      `(SELECT 'group' AS kind, g.name, g.name AS at, NULL::text AS "group", g.delivery_order AS detail, NULL::text AS reason
          FROM consumer_group g WHERE g.broadcast_of IS NULL AND strpos(lower(g.name), lower($text)) > 0
         ORDER BY strpos(lower(g.name), lower($text)), g.name LIMIT $limit)
       UNION ALL
       (SELECT 'topic', t.name, t.name, NULL, t.message_type, NULL
          FROM topic t WHERE t.deleted_at IS NULL AND strpos(lower(t.name), lower($text)) > 0
           AND NOT EXISTS (SELECT 1 FROM dead_letter_topic d WHERE d.topic_id = t.topic_id)
         ORDER BY strpos(lower(t.name), lower($text)), t.name LIMIT $limit)
       UNION ALL
       (SELECT 'cause', c.error_type, c.fingerprint, g.name, NULL, NULL
          FROM failure_cause c JOIN consumer_group g ON g.group_id = c.group_id
         WHERE strpos(lower(c.error_type), lower($text)) > 0
         ORDER BY c.last_seen DESC LIMIT $limit)
       UNION ALL
       (SELECT 'redrive', 'RD-' || r.redrive_id, r.redrive_id::text, g.name, r.state, r.reason
          FROM redrive r JOIN consumer_group g ON g.group_id = r.group_id
         WHERE strpos(lower('RD-' || r.redrive_id), lower($text)) = 1
            OR strpos(lower(normalize(r.reason, NFKC)), lower($text)) > 0
         ORDER BY r.redrive_id DESC LIMIT $limit)`,
      { text, limit },
    ),
  );
  return rows;
}
