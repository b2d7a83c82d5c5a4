import type { MessageType } from '../../../model/topic/topic';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface ChangedTopic {
  readonly topicId: number;
  readonly messageType: MessageType;
  readonly queues: number;
  /** The group whose dead letters it holds; null: it is an ordinary one. */
  readonly deadLettersOf: string | null;
}

const SELECT_CHANGED = `
  SELECT t.topic_id AS "topicId", t.message_type AS "messageType", t.queue_count::int AS queues,
         (SELECT g.name FROM dead_letter_topic d JOIN consumer_group g ON g.group_id = d.group_id
           WHERE d.topic_id = t.topic_id) AS "deadLettersOf"
    FROM topic t WHERE t.name = $name AND t.deleted_at IS NULL`;

/** For a plan, which changes nothing: connections of teams may not lock. Null: there is none of that name. */
export async function topicToChange(db: Queryable, name: string): Promise<ChangedTopic | null> {
  const { rows } = await db.query<ChangedTopic>(sql(SELECT_CHANGED, { name }));
  return rows[0] ?? null;
}

/** Two changes of one topic wait for each other; null: there is none of that name. */
export async function topicLock(db: Queryable, name: string): Promise<ChangedTopic | null> {
  const { rows } = await db.query<ChangedTopic>(sql(`${SELECT_CHANGED} FOR UPDATE OF t`, { name }));
  return rows[0] ?? null;
}

export interface TopicEnded {
  readonly inFlight: number;
  readonly waiting: number;
  readonly scheduled: number;
  readonly transactions: number;
}

/** The caller holds the topic (topicLock). @returns what clients held, and the deletion that ends what waits */
export async function topicDelete(
  db: Queryable,
  now: Date | null,
  topic: { readonly topicId: number; readonly by: string; readonly counted: number },
): Promise<{ readonly inFlight: number; readonly deletionId: number }> {
  const { rows } = await db.query<{ inFlight: number; deletionId: number }>(
    sql(
      `SELECT d.in_flight AS "inFlight", d.deletion_id AS "deletionId"
        FROM topic_delete(p_now => $now, p_topic => $topicId, p_by => $by, p_counted => $counted) d`,
      { now, ...topic },
    ),
  );
  const [begun] = rows;
  if (begun === undefined) throw new Error('topic_delete returned no row');
  return begun;
}

/** Adds queues; answers how many. The caller holds the topic (topicLock). */
export async function topicGrow(db: Queryable, now: Date | null, topicId: number, queues: number): Promise<number> {
  const { rows } = await db.query<{ made: number }>(
    sql('SELECT topic_grow(p_now => $now, p_topic => $topicId, p_queues => $queues) AS made', {
      now,
      topicId,
      queues,
    }),
  );
  return rows[0]?.made ?? 0;
}

export interface TopicHolds extends TopicEnded {
  /** In the log, consumed ones included. */
  readonly stored: number;
  /** Counted up to MOST_LETTERS. They stay. */
  readonly deadLetters: number;
  readonly readers: readonly { readonly group: string; readonly behind: number }[];
}

/** By number. */
export interface TopicUses {
  /** Open re-drives of its dead letters, or to it. */
  readonly redrives: readonly number[];
  /** Open redirects that send to it. */
  readonly redirects: readonly number[];
}

export const MOST_LETTERS = 10_000;

/** What a topic holds, from rows: what goes with it and what stays. */
export async function topicHolds(db: Queryable, topicId: number): Promise<TopicHolds> {
  const { rows } = await db.query<TopicHolds>(
    sql(
      `WITH part AS MATERIALIZED (
       SELECT q.queue_id, q.base_off,
              (SELECT m.off + 1 FROM message m WHERE m.queue_id = q.queue_id ORDER BY m.off DESC LIMIT 1) AS tail,
              (SELECT m.off FROM message m WHERE m.queue_id = q.queue_id ORDER BY m.off LIMIT 1) AS head
         FROM queue q WHERE q.topic_id = $topicId
     ), reader AS (
       SELECT g.name AS "group", sum(greatest(coalesce(p.tail, p.base_off) - greatest(coalesce(
                (SELECT l.end_off FROM lease l WHERE l.group_id = gq.group_id AND l.queue_id = gq.queue_id
                  ORDER BY l.lease_id DESC LIMIT 1), gq.start_off), coalesce(p.head, 0)), 0))::float8 AS behind
         FROM part p JOIN group_queue gq ON gq.queue_id = p.queue_id
         JOIN consumer_group g ON g.group_id = gq.group_id AND g.broadcast_of IS NULL
        GROUP BY g.name ORDER BY g.name
     )
     SELECT coalesce((SELECT sum(p.tail - p.head) FROM part p), 0)::float8 AS stored,
            (SELECT coalesce(sum(bit_count(l.open::bit(64))), 0)::int FROM lease l JOIN part p ON p.queue_id = l.queue_id
              WHERE l.live)
              + (SELECT count(*)::int FROM part p JOIN group_queue gq ON gq.queue_id = p.queue_id
                   JOIN retry r ON r.group_id = gq.group_id AND r.queue_id = gq.queue_id AND r.leased) AS "inFlight",
            (SELECT count(*)::int FROM part p JOIN group_queue gq ON gq.queue_id = p.queue_id
               JOIN retry r ON r.group_id = gq.group_id AND r.queue_id = gq.queue_id AND NOT r.leased) AS waiting,
            (SELECT count(*)::int FROM scheduled_message s WHERE s.topic_id = $topicId AND s.recalled_at IS NULL)
              AS scheduled,
            (SELECT count(*)::int FROM half_message h WHERE pair(h.topic_id, 0) = pair($topicId, 0)
              AND h.state = 'pending') AS transactions,
            (SELECT count(*)::int FROM (SELECT 1 FROM dead_letter d WHERE d.topic_id = $topicId
              LIMIT ${MOST_LETTERS}) d) AS "deadLetters",
            coalesce((SELECT jsonb_agg(r) FROM reader r), '[]') AS readers`,
      { topicId },
    ),
  );
  const [holds] = rows;
  if (holds === undefined) throw new Error('no row');
  return holds;
}

/** What keeps a topic from being deleted. */
export async function topicUses(db: Queryable, topicId: number): Promise<TopicUses> {
  const { rows } = await db.query<TopicUses>(
    sql(
      `SELECT ARRAY(SELECT r.redrive_id FROM redrive r WHERE r.finished_at IS NULL AND (r.target_topic_id = $topicId
              OR EXISTS (SELECT 1 FROM redrive_item i WHERE i.redrive_id = r.redrive_id AND i.topic_id = $topicId
                AND i.state = 'selected')) ORDER BY r.redrive_id) AS redrives,
            ARRAY(SELECT s.redirect_id FROM redirect s WHERE s.state <> 'ended' AND s.target_topic_id = $topicId
              ORDER BY s.redirect_id) AS redirects`,
      { topicId },
    ),
  );
  const [uses] = rows;
  if (uses === undefined) throw new Error('no row');
  return uses;
}
