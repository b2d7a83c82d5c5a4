import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { CONSUMERS, deathsDue } from '../alarm/alarm-numbers';

export interface AlarmLevels {
  readonly groupId: number;
  readonly deathsDue: number;
  /** Null: no node is alive that could say. */
  readonly consumers: number | null;
}

/** What alarms watch and no other figure shows, of every group. @param dueMs deaths due within so long, milliseconds */
export async function alarmLevels(db: Queryable, now: Date | null, dueMs: number): Promise<AlarmLevels[]> {
  const { rows } = await db.query<AlarmLevels>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
     SELECT g.group_id AS "groupId", ${deathsDue('$dueMs')}::int AS "deathsDue", CASE
       WHEN alive.nodes > 0 THEN coalesce(c.n, 0) END::int AS consumers
       FROM t CROSS JOIN consumer_group g
     ${CONSUMERS}
      WHERE g.broadcast_of IS NULL`,
      { now, dueMs },
    ),
  );
  return rows;
}
