import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** As nodes count each other: see broker-node. */
const ALIVE_MS = 15_000;
const KEEP_LEFT_MS = 2 * 3_600_000;
const MOST = 500;

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
}

export interface GroupClients {
  /** Connected first, then the ones that left in the last two hours, newest first; at most 500. */
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
      `WITH t AS MATERIALIZED (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), holder AS MATERIALIZED (
       SELECT g.group_id FROM consumer_group g WHERE g.group_id = $groupId OR g.broadcast_of = $groupId
     ), held AS MATERIALIZED (
       SELECT h.client_id, sum(h.n)::bigint AS n, min(h.at) AS at FROM (
         SELECT l.client_id, bit_count(l.open::bit(64)) AS n, coalesce(l.handed_at, l.claimed_at) AS at FROM lease l
          WHERE l.live AND l.group_id IN (SELECT group_id FROM holder)
         UNION ALL
         SELECT r.client_id, 1, r.leased_at FROM retry r
          WHERE r.leased AND NOT r.early AND r.group_id IN (SELECT group_id FROM holder)) h GROUP BY h.client_id)
     SELECT k.name AS client, c.node_id AS node, c.kind, c.language, c.version, c.address, c.access_key AS "accessKey",
            c.since, c.seen_at AS "seenAt", c.left_at AS "leftAt",
            c.left_at IS NULL AND NOT EXISTS (SELECT 1 FROM broker_node n, t WHERE n.node_id = c.node_id
              AND n.seen_at >= t.now - $aliveMs * interval '1 ms') AS "nodeSilent",
            c.received_per_s AS "receivedPerS", c.acked_per_s AS "ackedPerS", coalesce(h.n, 0)::bigint AS holds,
            h.at AS "heldSince", count(*) OVER ()::bigint AS total
       FROM group_client c JOIN client k ON k.client_id = c.client_id
       LEFT JOIN held h ON h.client_id = c.client_id
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
