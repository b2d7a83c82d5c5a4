import type { Subscription } from '../../../model/group/subscription';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { ALIVE_MS } from '../throttle/broker-node';

const KEEP_LEFT_MS = 2 * 3_600_000;
const MOST = 500;
/** Versions of the application that are read, and the newest reports of each: bounded work on any history. */
const APP_VERSIONS = 20;
const REPORTS = 50;

export interface ReportedClient {
  readonly groupId: number;
  readonly clientId: number;
  readonly kind: 'push' | 'simple';
  readonly language: string;
  readonly version: string;
  readonly address: string;
  readonly accessKey: string | null;
  readonly sinceMs: number;
  readonly silentMs: number;
  readonly receivedPerS: number | null;
  readonly ackedPerS: number | null;
  /** The settings of its group that it was last sent; null: none yet. */
  readonly sent: SentSettings | null;
}

export interface SentSettings {
  readonly version: number;
  readonly agoMs: number;
  /** Its SDK cannot follow the retry policy as it is set: it was sent another one. */
  readonly adapted: boolean;
}

export async function groupClientReport(
  db: Queryable,
  now: Date | null,
  nodeId: string,
  clients: readonly ReportedClient[],
): Promise<void> {
  const rows = clients.map((client) => ({
    group_id: client.groupId,
    client_id: client.clientId,
    kind: client.kind,
    language: client.language,
    version: client.version,
    address: client.address,
    access_key: client.accessKey,
    since_ms: client.sinceMs,
    silent_ms: client.silentMs,
    received_per_s: client.receivedPerS,
    acked_per_s: client.ackedPerS,
    settings_version: client.sent?.version ?? null,
    settings_ms: client.sent?.agoMs ?? null,
    settings_adapted: client.sent?.adapted ?? null,
  }));
  await db.query(
    sql('SELECT group_client_report(p_now => $now, p_node => $nodeId, p_clients => $clients, p_keep_ms => $keepMs)', {
      now,
      nodeId,
      clients: JSON.stringify(rows),
      keepMs: KEEP_LEFT_MS,
    }),
  );
}

export interface GroupClientRow {
  readonly client: string;
  readonly node: string;
  readonly kind: 'push' | 'simple';
  readonly language: string;
  readonly version: string;
  readonly address: string;
  readonly accessKey: string | null;
  readonly since: Date;
  readonly seenAt: Date;
  /** Null: connected, as its node last reported. */
  readonly leftAt: Date | null;
  /** Its node is silent: whether it is connected is unknown. */
  readonly nodeSilent: boolean;
  readonly receivedPerS: number | null;
  readonly ackedPerS: number | null;
  readonly holds: number;
  readonly heldSince: Date | null;
  /** The version of the group's settings that it was last sent; null: none, or its node does not tell. */
  readonly settingsVersion: number | null;
  readonly settingsAt: Date | null;
  readonly settingsAdapted: boolean | null;
  /** By topic; null: it left, or its node does not tell. */
  readonly subscriptions: readonly Subscription[] | null;
  /** As its newest failure report with one says; null: none of the newest reports is of it. */
  readonly appVersion: string | null;
}

export interface GroupClients {
  /** Connected first, then the ones that left in the last two hours, newest first; at most 500. The last one always. */
  readonly items: readonly GroupClientRow[];
  readonly total: number;
  /** Nodes that live. */
  readonly nodes: number;
  /** Consumers that nodes count and do not name: nodes of an older release. */
  readonly unnamed: number;
}

/** The consumers of one group on all nodes, with what each holds. */
export async function groupClients(db: Queryable, now: Date | null, groupId: number): Promise<GroupClients> {
  const { rows } = await db.query<GroupClientRow & { readonly total: number }>(
    sql(
      `WITH RECURSIVE t AS MATERIALIZED (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now),
       holder AS MATERIALIZED (
       SELECT g.group_id FROM consumer_group g WHERE g.group_id = $groupId OR g.broadcast_of = $groupId
     ), held AS MATERIALIZED (
       SELECT h.client_id, sum(h.n)::bigint AS n, min(h.at) AS at FROM (
         SELECT l.client_id, bit_count(l.open::bit(64)) AS n, coalesce(l.handed_at, l.claimed_at) AS at FROM lease l
          WHERE l.live AND l.group_id IN (SELECT group_id FROM holder)
         UNION ALL
         SELECT r.client_id, 1, r.leased_at FROM retry r
          WHERE r.leased AND NOT r.early AND r.group_id IN (SELECT group_id FROM holder)) h GROUP BY h.client_id
     ), app AS (
       SELECT min(f.app_version) AS name FROM failure_report f WHERE f.group_id = $groupId AND f.app_version IS NOT NULL
       UNION ALL
       SELECT (SELECT min(f.app_version) FROM failure_report f
                WHERE f.group_id = $groupId AND f.app_version > a.name) FROM app a WHERE a.name IS NOT NULL
     ), said AS MATERIALIZED (
       SELECT DISTINCT ON (e.client_id) e.client_id, f.app_version
         FROM (SELECT a.name FROM app a WHERE a.name IS NOT NULL LIMIT ${APP_VERSIONS}) a
        CROSS JOIN LATERAL (SELECT r.* FROM failure_report r WHERE r.group_id = $groupId AND r.app_version = a.name
          ORDER BY r.reported_at DESC LIMIT ${REPORTS}) f
        CROSS JOIN LATERAL (SELECT d.client_id FROM delivery_step d WHERE d.group_id IN (SELECT group_id FROM holder)
          AND d.queue_id = f.queue_id AND d.off = f.off AND d.generation = f.generation AND d.attempt = f.attempt
          AND d.client_id IS NOT NULL LIMIT 1) e
        ORDER BY e.client_id, f.reported_at DESC)
     SELECT k.name AS client, c.node_id AS node, c.kind, c.language, c.version, c.address, c.access_key AS "accessKey",
            c.since, c.seen_at AS "seenAt", c.left_at AS "leftAt",
            c.left_at IS NULL AND NOT EXISTS (SELECT 1 FROM broker_node n, t WHERE n.node_id = c.node_id
              AND n.seen_at >= t.now - $aliveMs * interval '1 ms') AS "nodeSilent",
            c.received_per_s AS "receivedPerS", c.acked_per_s AS "ackedPerS", coalesce(h.n, 0)::bigint AS holds,
            h.at AS "heldSince", c.settings_version AS "settingsVersion", c.settings_at AS "settingsAt",
            c.settings_adapted AS "settingsAdapted", CASE WHEN u.filters IS NOT NULL THEN coalesce((
              SELECT jsonb_agg(jsonb_build_object('topic', f.topic, 'type', CASE f.kind WHEN 'sql' THEN 'SQL'
                ELSE 'TAG' END, 'expression', f.expression) ORDER BY f.topic)
                FROM jsonb_to_recordset(u.filters) f (topic text, kind text, expression text)), '[]') END AS subscriptions,
            v.app_version AS "appVersion", count(*) OVER ()::bigint AS total
       FROM group_client c JOIN client k ON k.client_id = c.client_id
       LEFT JOIN held h ON h.client_id = c.client_id
       LEFT JOIN said v ON v.client_id = c.client_id
       LEFT JOIN node_session u ON u.node_id = c.node_id AND u.client = k.name AND c.left_at IS NULL
        AND u.group_name = (SELECT g.name FROM consumer_group g WHERE g.group_id = $groupId)
      WHERE c.group_id = $groupId
        AND (c.left_at IS NULL OR NOT EXISTS (SELECT 1 FROM group_client o WHERE o.group_id = c.group_id
          AND o.client_id = c.client_id AND o.left_at IS NULL))
      ORDER BY c.left_at DESC NULLS FIRST, k.name LIMIT ${MOST}`,
      { now, groupId, aliveMs: ALIVE_MS },
    ),
  );
  const { rows: counts } = await db.query<{ nodes: number; unnamed: number }>(
    sql(
      `WITH alive AS MATERIALIZED (SELECT n.node_id FROM broker_node n
         WHERE n.seen_at >= coalesce($now::timestamptz, clock_timestamp()) - $aliveMs * interval '1 ms')
     SELECT (SELECT count(*) FROM alive) AS nodes,
            (SELECT coalesce(sum(s.consumers), 0)::bigint FROM node_consumers s JOIN alive a USING (node_id)
              WHERE s.group_id = $groupId AND NOT EXISTS (SELECT 1 FROM group_client o
                WHERE o.node_id = s.node_id)) AS unnamed`,
      { now, groupId, aliveMs: ALIVE_MS },
    ),
  );
  const items = rows.map(({ total: _total, ...row }) => row);
  return { items, total: rows[0]?.total ?? 0, nodes: counts[0]?.nodes ?? 0, unnamed: counts[0]?.unnamed ?? 0 };
}
