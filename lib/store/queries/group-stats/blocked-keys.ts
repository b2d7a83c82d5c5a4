import type { RetryPolicy } from '../../../model/delivery/retry-policy';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { HOLDER_CLIENT } from '../client/lease-holders';

export interface BlockedKeyRow {
  readonly now: Date;
  readonly group: string;
  readonly maxRetries: number;
  readonly retryPolicy: RetryPolicy;
  readonly topic: string;
  readonly queueId: number;
  readonly queueNo: number;
  /** A chr(1) in front: a message without a key, which blocks only itself. */
  readonly key: string;
  /** @neverNull since its head failed, was suspended or is with its client: each has a time */
  readonly since: Date;
  /** The message that everything of this key waits for. */
  readonly headId: string | null;
  /** Null: the key is held, and nothing of it is under way. */
  readonly headOff: number | null;
  /** Deliveries the broker knows of. @neverNull a head that is a retry has one, any other is on its first */
  readonly attempt: number;
  /** A client has it, until `visibleAt`; else: due then. @neverNull a head is leased or is not */
  readonly leased: boolean;
  readonly startedAt: Date | null;
  /** The broker renews its lease while the client lives. */
  readonly autoRenew: boolean | null;
  /** Null: the head is held, or there is none. */
  readonly visibleAt: Date | null;
  /** The last attempt that the client reported as failed; an ordered client makes some by itself. */
  readonly reportedAttempt: number | null;
  readonly reportedAt: Date | null;
  /** Its cause; null: no error was reported. */
  readonly fingerprint: string | null;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
  /** An operator keeps everything of the key from being delivered. */
  readonly holdBy: string | null;
  readonly holdReason: string | null;
  readonly holdAt: Date | null;
  readonly client: string | null;
  /** Of the client that has it: where its connection comes from, and its SDK, as its node reports. */
  readonly clientAddress: string | null;
  readonly clientSdk: string | null;
  /** The version of the application that reported the last failure. */
  readonly appVersion: string | null;
  /** How often its client moved the end of the lease on, and when it did last. @neverNull a count */
  readonly renewals: number;
  readonly renewedAt: Date | null;
  /**
   * Failed for the broker; false: its first delivery is not finished, and the client may be retrying on its own.
   * @neverNull a head that is a retry is leased or is not
   */
  readonly failed: boolean;
  /**
   * Not blocked: its client suspended this lite topic, until `visibleAt`. In no count of blocked keys.
   * @neverNull a head that is a retry is leased or is not
   */
  readonly suspended: boolean;
  readonly behind: number;
  /** Every blocked key, those beyond the limit included. @neverNull a count */
  readonly allKeys: number;
  /** Every suspended lite topic. @neverNull a count */
  readonly allSuspended: number;
  /** Behind all that are blocked, unless `countsUnlisted` is false. @neverNull a sum with a default */
  readonly allBehind: number;
}

/** More renewals of one lease are not counted. */
const RENEWALS = 1000;
/** Longer than a healthy first delivery takes: a key held this long with messages behind it counts as blocked. */
const HELD_MS = 2000;

/**
 * Keys with a failed head, held by an operator, or with a client for long with messages behind them; and lite topics
 * that their client suspended, as such. A head whose only end was a suspension did not fail: while a client has it
 * again, it is as in its first delivery.
 */
const BLOCKED = `
  WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now),
  busy AS (
    SELECT f.group_id, f.queue_id, f.mgroup, f.since, f.pos, h.off, h.seg, h.attempt, h.leased, h.visible_at,
      h.client_id, coalesce(h.n, 0) AS n, f.lease_id, f.mask,
      h.generation, h.leased_at, h.auto_renew, h.lost_replies, f.hold_job
      FROM fifo_group f
      LEFT JOIN LATERAL (
        SELECT r.off, r.seg, r.attempt, r.generation, r.leased, r.visible_at, r.client_id, r.leased_at, r.auto_renew,
          r.lost_replies, count(*) OVER () AS n
          FROM retry r WHERE r.group_id = f.group_id AND r.queue_id = f.queue_id AND r.mgroup = f.mgroup AND NOT r.early
            ORDER BY r.off LIMIT 1) h ON true
     WHERE f.state = 1 AND ($groupId::int IS NULL OR f.group_id = $groupId)
       AND ($queueIds::int[] IS NULL OR f.queue_id = ANY ($queueIds))
  ), held AS (
    SELECT b.*, l.expires_at, l.client_id AS lease_client, l.claimed_at,
      l.auto_renew AS lease_renews, o.off AS lease_off, coalesce(o.n, 0) AS open, s.at AS suspended_at,
      b.off IS NOT NULL AND NOT (s.at IS NOT NULL AND (NOT b.leased OR b.attempt <= 1)) AS failed,
      s.at IS NOT NULL AND NOT b.leased AND b.off < coalesce(o.off, b.off + 1) AND b.hold_job IS NULL AS suspended
      FROM busy b
      LEFT JOIN lease l ON l.group_id = b.group_id AND l.queue_id = b.queue_id AND l.lease_id = b.lease_id
      LEFT JOIN LATERAL (
        SELECT min(w.off) AS off, count(*) AS n FROM unnest(l.offs) WITH ORDINALITY w (off, ord)
          WHERE ((l.open & b.mask) >> (w.ord - 1)::int) & 1 = 1) o ON true
      LEFT JOIN LATERAL (
        SELECT e.at FROM (
          SELECT d.at, d.cause FROM delivery_event d
           WHERE b.lost_replies > 0 AND d.group_id = b.group_id AND d.queue_id = b.queue_id AND d.off = b.off
             AND d.generation = b.generation AND d.state <> 'Inflight'
             AND d.cause NOT IN ('held', 'hold-released', 'retried-now')
           ORDER BY d.event_id DESC LIMIT 1) e
         WHERE e.cause = 'suspended') s ON true
  ), counted AS (
    -- The first of what is under way is the head, and not behind it. OFFSET 0: counted once for each key.
    SELECT h.*, CASE WHEN h.suspended THEN h.suspended_at WHEN h.failed OR h.leased IS NOT TRUE THEN h.since
             ELSE h.leased_at END AS begun_at,
           greatest(h.n + h.open - 1, 0) AS under_way, greatest(h.n + h.open - 1, 0)
             + CASE WHEN $countsBehind::boolean OR NOT (h.failed OR h.hold_job IS NOT NULL) THEN
               (SELECT count(*) FROM (SELECT 1 FROM message m WHERE m.queue_id = h.queue_id AND m.mgroup = h.mgroup
                 AND m.off > h.pos LIMIT CASE WHEN NOT $countsBehind THEN 1 END) c) ELSE 0 END AS behind
      FROM held h OFFSET 0
  ), blocked AS MATERIALIZED (
    SELECT c.* FROM counted c, t WHERE c.failed OR c.hold_job IS NOT NULL
      OR (c.suspended AND c.visible_at > t.now)
      OR (NOT c.suspended AND c.behind > 0 AND c.begun_at <= t.now - ${HELD_MS} * interval '1 ms')
  )`;

export interface BlockedKeysAsked {
  /** Null: of all. */
  readonly groupId: number | null;
  readonly limit: number;
  /** Left out: of all. */
  readonly queueIds?: readonly number[] | undefined;
  /** False: the log is read only for keys that are blocked by what waits there, and `behind` is at least so many. */
  readonly countsBehind?: boolean | undefined;
  /** False: the log is counted only for the keys of the answer, and `allBehind` is at least so many. */
  readonly countsUnlisted?: boolean | undefined;
}

/** Longest blocked first, then what is suspended; keys beyond the limit are counted in the same pass. */
export async function blockedKeys(
  db: Queryable,
  now: Date | null,
  { groupId, limit, queueIds, countsBehind = true, countsUnlisted = true }: BlockedKeysAsked,
): Promise<BlockedKeyRow[]> {
  const { rows } = await db.query<BlockedKeyRow>(
    sql(
      `${BLOCKED}, listed AS (
       SELECT b.*, CASE WHEN $countsListed::boolean THEN b.under_way + (SELECT count(*) FROM message m
                WHERE m.queue_id = b.queue_id AND m.mgroup = b.mgroup AND m.off > b.pos) ELSE b.behind END AS waiting
         FROM (SELECT k.* FROM blocked k ORDER BY k.suspended, k.begun_at, k.mgroup, k.queue_id LIMIT $limit) b
     )
     SELECT t.now, g.name AS "group", g.max_retries AS "maxRetries", g.retry_policy AS "retryPolicy",
       tp.name AS topic, q.queue_id AS "queueId", q.queue_no AS "queueNo", b.mgroup AS key, b.begun_at AS since,
       m.msg_id AS "headId",
       least(b.off, b.lease_off) AS "headOff",
            CASE WHEN w.retry THEN b.attempt ELSE 1 END::int AS attempt,
            CASE WHEN w.retry THEN b.leased ELSE b.lease_off IS NOT NULL END AS leased,
            CASE WHEN w.retry THEN b.leased_at ELSE b.claimed_at END AS "startedAt",
            CASE WHEN w.retry THEN b.auto_renew ELSE b.lease_renews END AS "autoRenew",
            CASE WHEN w.retry THEN nullif(b.visible_at, 'infinity') ELSE b.expires_at END AS "visibleAt",
            e.attempt::int AS "reportedAttempt", e.reported_at AS "reportedAt",
            e.error_type AS "errorType", e.fingerprint,
            left(e.message, 300) AS "errorMessage", j.actor AS "holdBy", j.reason AS "holdReason",
            j.started_at AS "holdAt", cl.name AS client, k.address AS "clientAddress",
            k.language || ' ' || k.version AS "clientSdk", e.app_version AS "appVersion",
            x.n AS renewals, x.last_at AS "renewedAt", b.failed, b.suspended, b.waiting AS behind,
            a.keys AS "allKeys", a.suspended AS "allSuspended", a.behind AS "allBehind"
       FROM listed b CROSS JOIN t
      CROSS JOIN (SELECT count(*) FILTER (WHERE NOT k.suspended) AS keys,
             count(*) FILTER (WHERE k.suspended) AS suspended,
             coalesce(sum(k.behind) FILTER (WHERE NOT k.suspended), 0)::bigint AS behind FROM blocked k) a
       JOIN consumer_group g ON g.group_id = b.group_id
       JOIN queue q ON q.queue_id = b.queue_id
       JOIN topic tp ON tp.topic_id = q.topic_id
       -- Whether the head failed before, or is of the lease that the key has.
      CROSS JOIN LATERAL (SELECT b.off IS NOT NULL AND b.off <= coalesce(b.lease_off, b.off) AS retry) w
       LEFT JOIN any_message m ON m.queue_id = b.queue_id AND m.off = least(b.off, b.lease_off) AND m.seg >= 0
       LEFT JOIN LATERAL (
         SELECT f.attempt, f.reported_at, f.error_type, f.message, f.app_version, f.fingerprint FROM failure_report f
          WHERE f.group_id = b.group_id AND f.queue_id = b.queue_id AND f.off = least(b.off, b.lease_off)
            AND f.generation = CASE WHEN w.retry THEN b.generation ELSE 0 END
          ORDER BY f.attempt DESC LIMIT 1) e ON true
      CROSS JOIN LATERAL (
         SELECT count(*) AS n, max(v.at) AS last_at FROM (
           SELECT d.at FROM delivery_event d WHERE d.group_id = b.group_id AND d.queue_id = b.queue_id
              AND d.off = least(b.off, b.lease_off) AND d.cause = 'extended'
              AND d.at >= CASE WHEN w.retry THEN b.leased_at ELSE b.claimed_at END
            ORDER BY d.event_id DESC LIMIT ${RENEWALS}) v) x
       LEFT JOIN retry_job j ON j.job_id = b.hold_job
       LEFT JOIN client cl ON cl.client_id = CASE WHEN w.retry THEN b.client_id ELSE b.lease_client END
       ${HOLDER_CLIENT}
      ORDER BY b.suspended, b.begun_at, b.mgroup, b.queue_id`,
      {
        ...{ now, groupId, limit, queueIds: queueIds ?? null },
        countsBehind: countsBehind && countsUnlisted,
        countsListed: countsBehind && !countsUnlisted,
      },
    ),
  );
  return rows;
}

export interface BlockedCountRow {
  readonly groupId: number;
  readonly keys: number;
  readonly behind: number;
  /** @neverNull as of each key */
  readonly since: Date;
  /** Keys whose head a client has: it may be retrying on its own, and the broker learns only of the end. */
  readonly withClients: number;
}

/** Per group that has any. `countsBehind`: as for blockedKeys. */
export async function blockedCounts(
  db: Queryable,
  now: Date | null,
  groupId: number | null,
  countsBehind = true,
): Promise<BlockedCountRow[]> {
  const { rows } = await db.query<BlockedCountRow>(
    sql(
      `${BLOCKED}
     SELECT b.group_id AS "groupId", count(*) AS keys, sum(b.behind)::bigint AS behind, min(b.begun_at) AS since,
            count(*) FILTER (WHERE NOT b.failed AND (b.lease_off IS NOT NULL OR b.leased)) AS "withClients"
       FROM blocked b WHERE NOT b.suspended GROUP BY b.group_id`,
      { now, groupId, queueIds: null, countsBehind },
    ),
  );
  return rows;
}
