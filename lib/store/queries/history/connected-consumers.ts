import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { ALIVE_MS } from '../throttle/broker-node';

export interface ConnectedConsumers {
  readonly groupId: number;
  /** Null: no node is alive that could say. */
  readonly consumers: number | null;
}

/** The consumers of every group that are connected to living nodes. */
export async function connectedConsumers(db: Queryable, now: Date | null): Promise<ConnectedConsumers[]> {
  const { rows } = await db.query<ConnectedConsumers>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
     SELECT g.group_id AS "groupId", CASE
       WHEN alive.nodes > 0 THEN coalesce(c.n, 0) END::int AS consumers
       FROM t CROSS JOIN consumer_group g
     CROSS JOIN (SELECT count(*) AS nodes FROM broker_node o, t
      WHERE o.seen_at >= t.now - interval '${ALIVE_MS} ms') alive
     LEFT JOIN LATERAL (
      SELECT sum(c.consumers) AS n FROM node_consumers c JOIN broker_node o USING (node_id)
       WHERE c.group_id = g.group_id AND o.seen_at >= t.now - interval '${ALIVE_MS} ms') c ON true
      WHERE g.broadcast_of IS NULL`,
      { now },
    ),
  );
  return rows;
}
