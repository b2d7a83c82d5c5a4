import type { Reason } from '../../../model/language/t';
import { fromKept } from '../../../model/language/retell';
import { LEVEL_FRESH_MS } from '../../../model/signal/moment';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { SubjectNumber } from './signal-numbers';

/** What was read longer ago says nothing about now. */
const PEER_IS_OLD = `p.checked_at < t.now - interval '${LEVEL_FRESH_MS} ms'`;
const STATE_IS_OLD = `s.checked_at < t.now - interval '${LEVEL_FRESH_MS} ms'`;
/** Of the connection. */
const HERE = "current_setting('redrive.cluster')::int";

/**
 * For how long each broker or proxy of a cluster has been away, seconds. A proxy that never answered is not known to be
 * away: it may be out of reach from here. Needs a connection that is in the cluster, as all of these do.
 */
export async function peersAway(db: Queryable, now: Date | null, kind: 'broker' | 'proxy'): Promise<SubjectNumber[]> {
  const { rows } = await db.query<SubjectNumber>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
       SELECT p.name AS subject, CASE WHEN ${PEER_IS_OLD} THEN NULL
              WHEN p.away_since IS NOT NULL THEN greatest(0, extract(epoch FROM t.now - p.away_since))
              WHEN coalesce(p.seen_at < t.now - interval '${LEVEL_FRESH_MS} ms', true) THEN NULL
              ELSE 0 END::float8 AS value
         FROM t CROSS JOIN cluster_peer p WHERE p.cluster_id = ${HERE} AND p.kind = $kind`,
      { now, kind },
    ),
  );
  return rows;
}

/** For how long each broker has had too much to do or no room, seconds; of one that does not answer it is unknown. */
export async function brokersUnwell(db: Queryable, now: Date | null): Promise<SubjectNumber[]> {
  const { rows } = await db.query<SubjectNumber>(
    `WITH t AS (SELECT coalesce($1::timestamptz, clock_timestamp()) AS now)
     SELECT p.name AS subject, CASE WHEN ${PEER_IS_OLD} OR p.away_since IS NOT NULL OR p.seen_at IS NULL THEN NULL
            WHEN p.unwell_since IS NOT NULL THEN greatest(0, extract(epoch FROM t.now - p.unwell_since))
            ELSE 0 END::float8 AS value
       FROM t CROSS JOIN cluster_peer p WHERE p.cluster_id = ${HERE} AND p.kind = 'broker'`,
    [now],
  );
  return rows;
}

const GROUP_STATES = {
  'brokers-differ': 's.differs_since',
  'group-missing': 's.missing_since',
} as const;

/** For how long brokers have had different settings of a group, or one of them none, seconds. */
export async function groupStates(
  db: Queryable,
  now: Date | null,
  which: keyof typeof GROUP_STATES,
): Promise<SubjectNumber[]> {
  const since = GROUP_STATES[which];
  const { rows } = await db.query<SubjectNumber>(
    `WITH t AS (SELECT coalesce($1::timestamptz, clock_timestamp()) AS now)
     SELECT g.name AS subject, CASE WHEN ${STATE_IS_OLD} THEN NULL WHEN ${since} IS NOT NULL THEN greatest(0, extract(epoch FROM t.now - ${since}))
            WHEN s.is_whole THEN 0 END::float8 AS value
       FROM t CROSS JOIN cluster_group_state s JOIN consumer_group g USING (group_id)
      WHERE s.cluster_id = ${HERE}`,
    [now],
  );
  return rows;
}

/**
 * Dead letters that no operator has dealt with and that their broker removes within a time. Unknown of a group whose
 * letters cannot all be read, or while a broker does not say how long it keeps messages.
 */
export async function lettersNearRetention(
  db: Queryable,
  now: Date | null,
  windowMs: number,
): Promise<SubjectNumber[]> {
  const { rows } = await db.query<SubjectNumber>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) + $windowMs * interval '1 ms' AS until)
       SELECT g.name AS subject, CASE WHEN q.n IS NULL THEN 0 WHEN q.is_known THEN q.n END::float8 AS value
         FROM t CROSS JOIN consumer_group g
        CROSS JOIN LATERAL (
          SELECT sum(l.n) AS n, bool_and(p.keeps_ms IS NOT NULL AND u.problem IS NULL) AS is_known
            FROM cluster_letter_queue u
            LEFT JOIN cluster_peer p ON p.cluster_id = u.cluster_id AND p.kind = 'broker' AND p.name = u.broker
           CROSS JOIN LATERAL (
             SELECT count(*) AS n FROM cluster_dead_letter d
              WHERE d.group_id = u.group_id AND d.queue_id = u.queue_id AND d.off >= u.min_off
                AND d.dead_at <= t.until - p.keeps_ms * interval '1 ms'
                AND d.accepted_at IS NULL AND d.held_at IS NULL AND d.chosen_by IS NULL) l
           WHERE u.group_id = g.group_id AND u.ended_at IS NULL) q`,
      { now, windowMs },
    ),
  );
  return rows;
}

/** For how long a queue of each group has stood still with messages to deliver, seconds. */
export async function stillQueues(db: Queryable, now: Date | null): Promise<SubjectNumber[]> {
  const { rows } = await db.query<SubjectNumber>(
    `WITH t AS (SELECT coalesce($1::timestamptz, clock_timestamp()) AS now)
     SELECT g.name AS subject,
            CASE WHEN coalesce(s.still_checked_at < t.now - interval '${LEVEL_FRESH_MS} ms', true) THEN NULL
            WHEN s.still_since IS NOT NULL THEN greatest(0, extract(epoch FROM t.now - s.still_since))
            ELSE 0 END::float8 AS value
       FROM t CROSS JOIN cluster_group_state s JOIN consumer_group g USING (group_id)
      WHERE s.cluster_id = ${HERE}`,
    [now],
  );
  return rows;
}

/** For how long a replica of each broker has not been connected or in sync, seconds. */
export async function replicasBehind(db: Queryable, now: Date | null): Promise<SubjectNumber[]> {
  const { rows } = await db.query<SubjectNumber>(
    `WITH t AS (SELECT coalesce($1::timestamptz, clock_timestamp()) AS now)
     SELECT p.name AS subject, CASE WHEN ${PEER_IS_OLD} OR NOT p.replicas_known THEN NULL
            WHEN p.behind_since IS NOT NULL THEN greatest(0, extract(epoch FROM t.now - p.behind_since))
            ELSE 0 END::float8 AS value
       FROM t CROSS JOIN cluster_peer p WHERE p.cluster_id = ${HERE} AND p.kind = 'broker'`,
    [now],
  );
  return rows;
}

/** What each broker measures of itself; of one that does not answer, or does not say it, it is unknown. */
export async function brokerMarks(db: Queryable, now: Date | null, mark: string): Promise<SubjectNumber[]> {
  const { rows } = await db.query<SubjectNumber>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
       SELECT p.name AS subject, CASE WHEN ${PEER_IS_OLD} OR p.away_since IS NOT NULL THEN NULL
              ELSE (p.marks -> $mark::text ->> 'value')::float8 END AS value
         FROM t CROSS JOIN cluster_peer p WHERE p.cluster_id = ${HERE} AND p.kind = 'broker'`,
      { now, mark },
    ),
  );
  return rows;
}

/** Why an alarm about a broker, a proxy or the settings of a group fires, in words; null: not known any more. */
export async function whyInCluster(db: Queryable, watch: string, subject: string): Promise<Reason | null> {
  const { rows } = await db.query<{ why: string | null }>(
    sql(
      `SELECT p.why FROM (
         SELECT CASE WHEN $watch::text IN ('sends-refused', 'calls-refused') THEN p.marks -> $watch::text ->> 'why'
                WHEN $watch = 'broker-health' THEN p.unwell_why WHEN $watch = 'replica-behind' THEN p.behind_why
                ELSE p.away_why END AS why FROM cluster_peer p
          WHERE p.cluster_id = ${HERE} AND p.name = $subject
            AND p.kind = CASE $watch WHEN 'proxy-away' THEN 'proxy' ELSE 'broker' END
            AND $watch IN ('broker-health', 'broker-away', 'proxy-away', 'replica-behind', 'sends-refused',
              'calls-refused')
          UNION ALL
         SELECT CASE $watch WHEN 'brokers-differ' THEN s.differs_in WHEN 'queue-still' THEN s.still_why
                ELSE s.missing_on END
           FROM cluster_group_state s JOIN consumer_group g USING (group_id)
          WHERE s.cluster_id = ${HERE} AND g.name = $subject
            AND $watch IN ('brokers-differ', 'group-missing', 'queue-still')) p (why)`,
      { watch, subject },
    ),
  );
  const why = rows[0]?.why ?? null;
  return why === null ? null : fromKept(why);
}

/** Brokers and proxies that are known, by name. */
export async function clusterPeers(
  db: Queryable,
): Promise<{ readonly kind: 'broker' | 'proxy'; readonly name: string }[]> {
  const { rows } = await db.query<{ kind: 'broker' | 'proxy'; name: string }>(
    `SELECT kind, name FROM cluster_peer WHERE cluster_id = ${HERE} ORDER BY kind, name`,
  );
  return rows;
}
