import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { CONSUMERS } from '../alarm/alarm-numbers';

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
     ${CONSUMERS}
      WHERE g.broadcast_of IS NULL`,
      { now },
    ),
  );
  return rows;
}
