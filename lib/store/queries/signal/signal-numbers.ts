import { LEVEL_FRESH_MS, type Moment, NO_MOMENT, NO_SUMS } from '../../../model/signal/moment';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { DEAD_LETTER_CHOSEN } from '../dead-letter/dead-letter-match';
import { ofGroup, OLDEST_OF_GROUP } from '../dead-letter/of-group';
import { ALIVE_MS } from '../throttle/broker-node';

/** A re-drive that is over still moves numbers for so long. */
export const SETTLING_MS = 60_000;

export interface SubjectNumber {
  readonly subject: string;
  /** Null: unknown. */
  readonly value: number | null;
}

/**
 * The newest step of 10 s of the group `g` between two times. Compared and ordered as the primary key is: no other
 * index can answer it, so that no statistics can make the planner read the steps of all groups for each of them.
 */
const newestStep = (columns: string, after: string, until: string, which: string): string => `
      SELECT ${columns} FROM group_sample s
       WHERE (s.group_id, s.step_s, s.at) > (g.group_id, 10, ${after})
         AND (s.group_id, s.step_s, s.at) <= (g.group_id, 10, ${until}) AND s.${which} IS NOT NULL
       ORDER BY s.group_id DESC, s.step_s DESC, s.at DESC LIMIT 1`;

export interface SubjectMoment {
  readonly subject: string;
  readonly moment: Moment;
}

interface GroupMomentRow extends NonNullable<Moment['levels']> {
  readonly subject: string;
  readonly now: Date;
  readonly isPaused: boolean;
  readonly readyThen: number | null;
  readonly delivered: number;
  readonly redelivered: number;
  readonly died: number;
  readonly isKnown: boolean;
  /** @neverNull where isKnown; elsewhere it is not read */
  readonly at: Date;
}

/**
 * The samples of every group in one statement: its newest levels, what was ready when the window began, and what
 * happened in it. OFFSET 0: a full join is never made row by row.
 */
export async function groupMoments(db: Queryable, now: Date | null, windowMs: number): Promise<SubjectMoment[]> {
  const { rows } = await db.query<GroupMomentRow>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
       SELECT g.name AS subject, t.now, g.paused_at IS NOT NULL AS "isPaused", b.ready AS "readyThen",
              g.delivered, g.redelivered, g.died, n.at IS NOT NULL AS "isKnown", n.at, n.ready,
              n.oldest_ready_at AS "oldestReadyAt", n.unhandled, n.consumers, n.deaths_due AS "deathsDue", n.expiring,
              n.blocked_keys AS "blockedKeys"
         FROM t CROSS JOIN (
           SELECT k.group_id, k.name, k.broadcast_of, k.paused_at, coalesce(w.delivered, 0) AS delivered,
                  coalesce(w.redelivered, 0) AS redelivered, coalesce(w.died, 0) AS died
             FROM consumer_group k FULL JOIN (
               SELECT s.group_id, sum(s.delivered)::float8 AS delivered, sum(s.redelivered)::float8 AS redelivered,
                      sum(s.died)::float8 AS died
                 FROM t JOIN group_sample s ON s.step_s = 10 AND s.at > t.now - $windowMs * interval '1 ms'
                  AND s.at <= t.now
                GROUP BY s.group_id) w ON w.group_id = k.group_id
           OFFSET 0) g
         LEFT JOIN LATERAL (${newestStep(
           's.at, s.ready, s.oldest_ready_at, s.unhandled, s.consumers, s.deaths_due, s.expiring, s.blocked_keys',
           `t.now - interval '${LEVEL_FRESH_MS} ms'`,
           't.now',
           'dead',
         )}) n ON true
         LEFT JOIN LATERAL (${newestStep(
           's.ready',
           `t.now - ($windowMs + ${LEVEL_FRESH_MS}) * interval '1 ms'`,
           "t.now - $windowMs * interval '1 ms'",
           'ready',
         )}) b ON true
        WHERE g.broadcast_of IS NULL AND g.name IS NOT NULL`,
      { now, windowMs },
    ),
  );
  return rows.map(({ subject, now: at, isPaused, readyThen, delivered, redelivered, died, isKnown, ...levels }) => ({
    subject,
    moment: {
      ...{ ...NO_MOMENT, at, isPaused, readyThen, windowMs, levels: isKnown ? levels : null },
      sums: isKnown ? { ...NO_SUMS, delivered, redelivered, died } : null,
    },
  }));
}

/**
 * For how long the oldest dead letter of each group has waited for a decision, seconds. One that an open re-drive has
 * chosen is under way to be handled; a held one waits on purpose.
 */
export async function deadLetterAges(db: Queryable, now: Date | null): Promise<SubjectNumber[]> {
  const { rows } = await db.query<SubjectNumber>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
       SELECT g.name AS subject, coalesce(greatest(extract(epoch FROM t.now - l.dead_at), 0), 0)::float8 AS value
         FROM t CROSS JOIN consumer_group g
         LEFT JOIN LATERAL (
           SELECT d.dead_at FROM dead_letter d
            WHERE ${ofGroup('g.group_id')} AND d.accepted_at IS NULL AND d.held_at IS NULL
              AND ${DEAD_LETTER_CHOSEN} IS NULL
            ORDER BY ${OLDEST_OF_GROUP} LIMIT 1) l ON true
        WHERE g.broadcast_of IS NULL`,
      { now },
    ),
  );
  return rows;
}

interface GroupName {
  readonly groupId: number;
  readonly name: string;
  /** It has a place in some queue: there is something for it to consume. */
  readonly subscribed: boolean;
}

export async function watchedGroups(db: Queryable): Promise<GroupName[]> {
  const { rows } = await db.query<GroupName>(
    `SELECT g.group_id AS "groupId", g.name, EXISTS (SELECT FROM group_queue q
      WHERE q.group_id = g.group_id) AS subscribed
       FROM consumer_group g WHERE g.broadcast_of IS NULL ORDER BY g.name`,
  );
  return rows;
}

/** What died in a group since a moment and is still there; what was recalled did not die again. */
export async function deathsSince(db: Queryable, group: string, since: Date): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    sql(
      `SELECT count(*) AS n FROM dead_letter d JOIN consumer_group g USING (group_id)
      WHERE g.name = $group AND d.dead_at > $since AND d.cause <> 'recalled'`,
      { group, since },
    ),
  );
  return rows[0]?.n ?? 0;
}

/** Sends to each topic that were taken and refused in the window. Unknown while no history is written. */
export async function topicMoments(db: Queryable, now: Date | null, windowMs: number): Promise<SubjectMoment[]> {
  const { rows } = await db.query<{
    subject: string;
    at: Date;
    refused: number;
    accepted: number;
    isKnown: boolean;
  }>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
       SELECT p.name AS subject, t.now AS at, coalesce(f.refused, 0) AS refused, coalesce(f.taken, 0) AS accepted,
              EXISTS (SELECT FROM broker_sample b WHERE b.step_s = 10
                AND b.at > t.now - interval '${LEVEL_FRESH_MS} ms' AND b.at <= t.now) AS "isKnown"
         FROM t CROSS JOIN topic p
         LEFT JOIN LATERAL (
           SELECT sum(s.refused)::float8 AS refused, sum(s.messages_in)::float8 AS taken FROM topic_sample s
            WHERE s.topic_id = p.topic_id AND s.step_s = 10 AND s.at > t.now - $windowMs * interval '1 ms'
              AND s.at <= t.now) f ON true`,
      { now, windowMs },
    ),
  );
  return rows.map(({ subject, at, isKnown, ...sums }) => ({
    subject,
    moment: { ...NO_MOMENT, at, windowMs, sums: isKnown ? { ...NO_SUMS, ...sums } : null },
  }));
}

/**
 * For how long the broker has had a problem that any process can see: a silent node, levels that no node reads;
 * seconds.
 */
export async function brokerUnwellSeconds(db: Queryable, now: Date | null): Promise<number> {
  const { rows } = await db.query<{ value: number }>(
    `WITH t AS (SELECT coalesce($1::timestamptz, clock_timestamp()) AS now), silent AS (
       -- A node that started after it replaces it; one that stopped properly has no row.
       SELECT min(n.seen_at) AS at FROM broker_node n, t
        WHERE n.seen_at < t.now - interval '${ALIVE_MS} ms' AND NOT EXISTS (SELECT FROM broker_node r
          WHERE r.started_at > n.seen_at)
     ), level AS (SELECT max(b.at) AS at FROM broker_sample b, t WHERE b.step_s = 10 AND b.at <= t.now)
     SELECT greatest(0, extract(epoch FROM t.now - silent.at),
              CASE WHEN level.at < t.now - interval '30 seconds' THEN extract(epoch
                FROM t.now - level.at) END)::float8 AS value
       FROM t, silent, level`,
    [now],
  );
  return rows[0]?.value ?? 0;
}

/** Groups whose numbers a re-drive moves now, with the newest one. */
export async function groupsInRedrive(db: Queryable, now: Date | null): Promise<Map<string, number>> {
  const { rows } = await db.query<{ name: string; redriveId: number }>(
    `SELECT g.name, max(r.redrive_id) AS "redriveId" FROM redrive r JOIN consumer_group g USING (group_id)
      WHERE r.state = 'running' OR r.finished_at > coalesce($1::timestamptz,
        clock_timestamp()) - interval '${SETTLING_MS} ms' GROUP BY g.name`,
    [now],
  );
  return new Map(rows.map(({ name, redriveId }) => [name, redriveId]));
}
