import { LEVEL_FRESH_MS, NEVER_S } from '../../../model/alarm/series';
import type { Watch } from '../../../model/alarm/watch';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { DIFFERS_NOW } from '../client/subscriptions';
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

const FRESH = `t.now - interval '${LEVEL_FRESH_MS} ms'`;

/** Every group with what happened in the window, in one pass. OFFSET 0: a full join is never made row by row. */
const FLOWS = `(
    SELECT k.group_id, k.name, k.broadcast_of, coalesce(w.delivered, 0) AS delivered,
           coalesce(w.redelivered, 0) AS redelivered, coalesce(w.died, 0) AS died
      FROM consumer_group k FULL JOIN (
        SELECT s.group_id, sum(s.delivered)::float8 AS delivered, sum(s.redelivered)::float8 AS redelivered,
               sum(s.died)::float8 AS died
          FROM t JOIN group_sample s ON s.step_s = 10 AND s.at > t.now - $windowMs * interval '1 ms' AND s.at <= t.now
         GROUP BY s.group_id) w ON w.group_id = k.group_id
    OFFSET 0)`;

/**
 * The newest levels of a group as n.ready, n.oldest_ready_at, n.unhandled, n.consumers, n.fresh; `then` is what it had
 * when the window began.
 */
const groupsWith = (value: string, more: string, groups: string): string => `
  WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
  SELECT g.name AS subject, ${value} AS value
    FROM t CROSS JOIN ${groups} g
    LEFT JOIN LATERAL (
      ${newestStep('s.ready, s.oldest_ready_at, s.unhandled, s.consumers, true AS fresh', FRESH, 't.now', 'dead')}) n ON true
   ${more} WHERE g.broadcast_of IS NULL AND g.name IS NOT NULL`;

const THEN = `
    LEFT JOIN LATERAL (${newestStep(
      's.ready',
      `t.now - ($windowMs + ${LEVEL_FRESH_MS}) * interval '1 ms'`,
      "t.now - $windowMs * interval '1 ms'",
      'ready',
    )}) b ON true`;

const GROUP_NUMBERS = {
  backlog: { value: 'n.ready::float8', more: '', groups: 'consumer_group' },
  // A sample without the oldest message says nothing of its age, unless none is ready.
  'oldest-age': {
    value: `CASE WHEN n.ready = 0 THEN 0 WHEN n.ready > 0
      THEN greatest(extract(epoch FROM t.now - n.oldest_ready_at), 0) END::float8`,
    more: '',
    groups: 'consumer_group',
  },
  'lag-growth': { value: '(n.ready - b.ready)::float8', more: THEN, groups: 'consumer_group' },
  'time-to-drain': {
    value: `CASE WHEN n.ready = 0 THEN 0 WHEN n.ready IS NULL OR b.ready IS NULL THEN NULL
      WHEN n.ready >= b.ready THEN ${NEVER_S} ELSE least(n.ready * ($windowMs / 1000.0) / (b.ready - n.ready),
      ${NEVER_S}) END::float8`,
    more: THEN,
    groups: 'consumer_group',
  },
  // What a re-drive sent and died again died: its fix does not work.
  deaths: { value: 'CASE WHEN n.fresh THEN g.died END::float8', more: '', groups: FLOWS },
  'dead-letters': { value: 'n.unhandled::float8', more: '', groups: 'consumer_group' },
  // One that an open re-drive has chosen is under way to be handled; a held one waits on purpose.
  'dead-letter-age': {
    value: 'coalesce(greatest(extract(epoch FROM t.now - l.dead_at), 0), 0)::float8',
    more: `
    LEFT JOIN LATERAL (
      SELECT d.dead_at FROM dead_letter d
       WHERE ${ofGroup('g.group_id')} AND d.accepted_at IS NULL AND d.held_at IS NULL
         AND ${DEAD_LETTER_CHOSEN} IS NULL
       ORDER BY ${OLDEST_OF_GROUP} LIMIT 1) l ON true`,
    groups: 'consumer_group',
  },
  amplification: {
    value: 'CASE WHEN n.fresh THEN g.delivered / greatest(g.delivered - g.redelivered, 1) END::float8',
    more: '',
    groups: FLOWS,
  },
  // Counted with the consumers: without a count of these it is unknown.
  'subscriptions-differ': {
    value: `CASE WHEN n.consumers IS NOT NULL
      THEN coalesce(greatest(extract(epoch FROM t.now - d.since), 0), 0) END::float8`,
    more: `
    LEFT JOIN subscription_difference d ON d.group_id = g.group_id AND ${DIFFERS_NOW}`,
    groups: 'consumer_group',
  },
  // 1: the group should have consumers and has none.
  'no-consumer': {
    value: `CASE WHEN n.ready IS NULL OR n.consumers IS NULL THEN NULL
            WHEN n.ready > 0 AND n.consumers = 0 THEN 1 ELSE 0 END::float8`,
    more: '',
    groups: 'consumer_group',
  },
} as const satisfies Partial<Record<Watch, { readonly value: string; readonly more: string; readonly groups: string }>>;

export type GroupNumber = keyof typeof GROUP_NUMBERS;

/** One number of every group; `windowMs` for numbers that are counted over time. */
export async function groupNumbers(
  db: Queryable,
  now: Date | null,
  which: GroupNumber,
  windowMs: number,
): Promise<SubjectNumber[]> {
  const { value, more, groups } = GROUP_NUMBERS[which];
  const { rows } = await db.query<SubjectNumber>(sql(groupsWith(value, more, groups), { now, windowMs }));
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

/** Share of sends to each topic that were refused in the window, percent. Unknown while no history is written. */
export async function refusedShares(db: Queryable, now: Date | null, windowMs: number): Promise<SubjectNumber[]> {
  const { rows } = await db.query<SubjectNumber>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
     SELECT p.name AS subject,
            CASE WHEN NOT EXISTS (SELECT FROM broker_sample b WHERE b.step_s = 10
              AND b.at > t.now - interval '${LEVEL_FRESH_MS} ms' AND b.at <= t.now) THEN NULL
                 WHEN f.refused > 0 THEN f.refused * 100 / (f.refused + f.taken) ELSE 0 END::float8 AS value
       FROM t CROSS JOIN topic p
       LEFT JOIN LATERAL (
         SELECT sum(s.refused)::float8 AS refused, sum(s.messages_in)::float8 AS taken FROM topic_sample s
          WHERE s.topic_id = p.topic_id AND s.step_s = 10 AND s.at > t.now - $windowMs * interval '1 ms'
            AND s.at <= t.now) f ON true`,
      { now, windowMs },
    ),
  );
  return rows;
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
