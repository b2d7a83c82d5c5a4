import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** A node that has been silent for longer is not counted any more. */
export const ALIVE_MS = 15_000;
const FORGET_MS = 3_600_000;

export interface GroupConsumers {
  readonly groupId: number;
  readonly consumers: number;
}

/**
 * Reports that this node is alive and its clients. @param clientIds its push consumers @returns how many nodes are
 * alive
 */
export async function nodeBeat(
  db: Queryable,
  now: Date | null,
  nodeId: string,
  groups: readonly GroupConsumers[],
  clientIds: readonly number[],
): Promise<number> {
  const { rows } = await db.query<{ alive: number }>(
    sql(
      `SELECT node_beat(p_now => $now, p_node => $nodeId, p_group => $groupIds, p_consumers => $consumers,
        p_client => $clientIds, p_alive_ms => $aliveMs, p_forget_ms => $forgetMs) AS alive`,
      {
        now,
        nodeId,
        groupIds: groups.map(({ groupId }) => groupId),
        consumers: groups.map(({ consumers }) => consumers),
        clientIds,
        aliveMs: ALIVE_MS,
        forgetMs: FORGET_MS,
      },
    ),
  );
  return rows[0]?.alive ?? 1;
}

export interface LivingConsumers {
  /** How many nodes are alive; 0: which clients are connected is unknown. */
  readonly nodes: number;
  /** Every group with the consumers that are connected to any of them, 0 included. */
  readonly groups: readonly { readonly group: string; readonly consumers: number }[];
}

/** Which clients the living nodes serve, as each last reported. */
export async function livingConsumers(db: Queryable, now: Date | null): Promise<LivingConsumers> {
  const { rows } = await db.query<{ nodes: number; group: string | null; consumers: number }>(
    sql(
      `WITH alive AS MATERIALIZED (
       SELECT node_id FROM broker_node WHERE seen_at >= coalesce($now::timestamptz,
         clock_timestamp()) - $aliveMs * interval '1 ms')
     SELECT n.nodes::int AS nodes, g.name AS "group", coalesce(c.consumers, 0)::int AS consumers
       FROM (SELECT count(*) AS nodes FROM alive) n
       LEFT JOIN consumer_group g ON g.broadcast_of IS NULL
       LEFT JOIN (SELECT s.group_id, sum(s.consumers) AS consumers FROM node_consumers s JOIN alive USING (node_id)
         GROUP BY s.group_id) c
         ON c.group_id = g.group_id
      ORDER BY g.name`,
      { now, aliveMs: ALIVE_MS },
    ),
  );
  return {
    nodes: rows[0]?.nodes ?? 0,
    groups: rows.flatMap(({ group, consumers }) => (group === null ? [] : [{ group, consumers }])),
  };
}

/** The node stops: the other nodes get its share of the rates at once. */
export async function nodeLeave(db: Queryable, nodeId: string): Promise<void> {
  await db.query('DELETE FROM broker_node WHERE node_id = $1', [nodeId]);
}

/** A push consumer of this node is silent. @returns whether it is connected to another node */
export async function nodeClientLeave(
  db: Queryable,
  now: Date | null,
  nodeId: string,
  clientId: number,
): Promise<boolean> {
  const { rows } = await db.query<{ elsewhere: boolean }>(
    sql(
      `SELECT node_client_leave(p_now => $now, p_node => $nodeId, p_client => $clientId,
        p_alive_ms => $aliveMs) AS elsewhere`,
      { now, nodeId, clientId, aliveMs: ALIVE_MS },
    ),
  );
  return rows[0]?.elsewhere ?? false;
}
