import type { LimitUse } from '../../../model/throttle/limit-state';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { ALIVE_MS } from './broker-node';

/** SDKs send a heartbeat every 10 s: a client that is as it was is written as often. */
const SEEN_EVERY_MS = 9_000;

/** A client that has introduced itself, as the process that serves it knows it. */
export interface NodeSession {
  readonly clientId: string;
  readonly kind: 'producer' | 'push' | 'simple';
  readonly group: string | null;
  readonly topics: readonly string[];
  readonly filters: readonly { readonly topic: string; readonly kind: 'tags' | 'sql'; readonly expression: string }[];
  readonly language: string;
  readonly version: string;
  readonly address: string;
  readonly accessKey: string | null;
  readonly connectedMs: number;
  readonly silentMs: number;
}

/** Clients may introduce themselves with a NUL, which PostgreSQL cannot store: a replacement character stands for it. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\u0000', '\uFFFD') : value;
}

/** Tells the consoles of other nodes what this process knows. @returns whether a client has come or left */
export async function nodeReport(
  db: Queryable,
  now: Date | null,
  nodeId: string,
  sessions: readonly NodeSession[],
  uses: readonly LimitUse[],
): Promise<boolean> {
  const rows = sessions.map(({ clientId, group, accessKey, connectedMs, silentMs, ...rest }) => ({
    ...{ client: clientId, group_name: group, access_key: accessKey, since_ms: connectedMs, silent_ms: silentMs },
    ...rest,
  }));
  const { rows: answer } = await db.query<{ changed: boolean }>(
    sql(
      `SELECT node_report(p_now => $now, p_node => $nodeId, p_sessions => $sessions, p_uses => $uses,
        p_seen_every_ms => $seenEveryMs) AS changed`,
      { now, nodeId, sessions: JSON.stringify(rows, storable), uses: JSON.stringify(uses), seenEveryMs: SEEN_EVERY_MS },
    ),
  );
  return answer[0]?.changed ?? false;
}

/** The clients of all living processes but these. */
export async function sessionsElsewhere(
  db: Queryable,
  now: Date | null,
  ownIds: readonly string[],
): Promise<NodeSession[]> {
  const { rows } = await db.query<NodeSession>(
    sql(
      `WITH t AS MATERIALIZED (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
     SELECT s.client AS "clientId", s.kind, s.group_name AS "group", s.topics, s.filters, s.language, s.version,
            s.address, s.access_key AS "accessKey",
            (extract(epoch FROM t.now - s.since) * 1000)::float8 AS "connectedMs",
            (extract(epoch FROM t.now - s.seen_at) * 1000)::float8 AS "silentMs"
       FROM t CROSS JOIN broker_node n JOIN node_session s USING (node_id)
      WHERE n.node_id <> ALL ($ownIds::text[]) AND n.seen_at >= t.now - $aliveMs * interval '1 ms'
      ORDER BY s.client`,
      { now, ownIds, aliveMs: ALIVE_MS },
    ),
  );
  return rows;
}

/** As JSON has it. */
interface StoredUse extends Omit<LimitUse, 'limit'> {
  readonly limit: Omit<LimitUse['limit'], 'updatedAt'> & { readonly updatedAt: string };
}

export interface NodeUses {
  readonly uses: readonly StoredUse[];
  /** Since they were reported. */
  readonly ageMs: number;
}

/** How much of each limit all living processes but these use, a row for each that has limits. */
export async function usesElsewhere(db: Queryable, now: Date | null, ownIds: readonly string[]): Promise<NodeUses[]> {
  const { rows } = await db.query<NodeUses>(
    sql(
      `WITH t AS MATERIALIZED (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
     SELECT l.uses, (extract(epoch FROM t.now - l.reported_at) * 1000)::float8 AS "ageMs"
       FROM t CROSS JOIN broker_node n JOIN node_limits l USING (node_id)
      WHERE n.node_id <> ALL ($ownIds::text[]) AND n.seen_at >= t.now - $aliveMs * interval '1 ms'`,
      { now, ownIds, aliveMs: ALIVE_MS },
    ),
  );
  return rows;
}
