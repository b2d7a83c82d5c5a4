import type { Subscription, SubscriptionDifference } from '../../../model/group/subscription';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { ALIVE_MS } from '../throttle/broker-node';

/** A difference that was not seen for so long is over: three counts. */
const SEEN_MS = 30_000;
/** One that is back within this time goes on: clients that reconnect do not begin it anew. */
const SAME_MS = 120_000;

export interface SubscribedRow extends Subscription {
  readonly groupId: number;
  /** @neverNull each filter of a session has one */
  readonly topic: string;
  /** @neverNull each filter of a session has one */
  readonly expression: string;
  /** @neverNull counted */
  readonly clients: number;
}

/**
 * Of groups whose connected clients have more than one expression on a topic, each of these expressions. Members of a
 * broadcast group have positions of their own: none takes anything from another.
 */
export async function subscribedDifferently(db: Queryable, now: Date | null): Promise<SubscribedRow[]> {
  const { rows } = await db.query<SubscribedRow>(
    sql(
      `WITH t AS MATERIALIZED (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), subscribed AS (
       SELECT s.group_name, f.topic, f.kind, f.expression, count(DISTINCT s.client) AS clients,
              count(*) OVER (PARTITION BY s.group_name, f.topic) AS expressions
         FROM t JOIN broker_node n ON n.seen_at >= t.now - $aliveMs * interval '1 ms'
         JOIN node_session s ON s.node_id = n.node_id
        CROSS JOIN LATERAL jsonb_to_recordset(s.filters) f (topic text, kind text, expression text)
        WHERE s.group_name IS NOT NULL AND s.kind <> 'producer'
        GROUP BY s.group_name, f.topic, f.kind, f.expression
     )
     SELECT g.group_id AS "groupId", u.topic, CASE u.kind WHEN 'sql' THEN 'SQL' ELSE 'TAG' END AS type, u.expression,
            u.clients
       FROM subscribed u JOIN consumer_group g ON g.name = u.group_name
      WHERE u.expressions > 1 AND g.message_model <> 'broadcasting' AND g.broadcast_of IS NULL`,
      { now, aliveMs: ALIVE_MS },
    ),
  );
  return rows;
}

export interface GroupDifference {
  readonly groupId: number;
  readonly topics: readonly SubscriptionDifference[];
}

/** Keeps which groups differ now, and since when each has. */
export async function subscriptionDifferencesWrite(
  db: Queryable,
  now: Date | null,
  differences: readonly GroupDifference[],
): Promise<void> {
  const rows = differences.map(({ groupId, topics }) => ({ group_id: groupId, topics }));
  await db.query(
    sql(
      `WITH t AS MATERIALIZED (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), seen AS MATERIALIZED (
       SELECT i.* FROM jsonb_to_recordset($rows) i (group_id int, topics jsonb)
        WHERE EXISTS (SELECT 1 FROM consumer_group g WHERE g.group_id = i.group_id)
     ), over AS (
       DELETE FROM subscription_difference d USING t
        WHERE d.seen_at < t.now - $sameMs * interval '1 ms' AND d.group_id NOT IN (SELECT s.group_id FROM seen s)
     )
     INSERT INTO subscription_difference AS d (group_id, since, seen_at, topics)
     SELECT s.group_id, t.now, t.now, s.topics FROM seen s CROSS JOIN t ORDER BY s.group_id
     ON CONFLICT (group_id) DO UPDATE SET seen_at = excluded.seen_at, topics = excluded.topics,
       since = CASE WHEN d.seen_at < excluded.seen_at - $sameMs * interval '1 ms' THEN excluded.since ELSE d.since END`,
      { now, rows: JSON.stringify(rows), sameMs: SAME_MS },
    ),
  );
}

export interface DifferenceRow extends GroupDifference {
  readonly group: string;
  readonly since: Date;
}

/** Groups whose clients subscribe differently, as last counted. @param groupId null: all */
export async function subscriptionDifferences(
  db: Queryable,
  now: Date | null,
  groupId: number | null,
): Promise<DifferenceRow[]> {
  const { rows } = await db.query<DifferenceRow>(
    sql(
      `SELECT d.group_id AS "groupId", g.name AS "group", d.since, d.topics
       FROM subscription_difference d JOIN consumer_group g USING (group_id)
      WHERE ($groupId::int IS NULL OR d.group_id = $groupId) AND ${DIFFERS_NOW}
      ORDER BY d.since, g.name`,
      { now, groupId },
    ),
  );
  return rows;
}

/** Of a row d of subscription_difference, with the time as $now. */
export const DIFFERS_NOW = `d.seen_at > coalesce($now::timestamptz, clock_timestamp()) - interval '${SEEN_MS} ms'`;
