import type { GroupPoint } from '../../../model/history';
import type { Queryable } from '../../queryable';

export interface GroupPointOf extends GroupPoint {
  readonly groupId: number;
}

/** Every step of 10 s of every group since `from`, oldest first. */
export async function historyRecent(db: Queryable, from: Date): Promise<GroupPointOf[]> {
  const { rows } = await db.query<GroupPointOf>(
    `SELECT group_id AS "groupId", at, ready, in_flight AS "inFlight", waiting, dead, blocked_keys AS "blockedKeys",
      oldest_ready_at AS "oldestReadyAt",
            arrived, deaths_due AS "deathsDue", expiring, consumers, unhandled, delivered, redelivered, died, redriven
       FROM group_sample WHERE step_s = 10 AND at >= $1 ORDER BY at`,
    [from],
  );
  return rows;
}

export interface BacklogAt {
  readonly groupId: number;
  readonly at: Date;
  readonly backlog: number | null;
  readonly dead: number | null;
  readonly blockedKeys: number | null;
}

/** What every group had to do, dead and blocked at some full minutes. */
export async function backlogsAt(db: Queryable, minutes: readonly Date[]): Promise<BacklogAt[]> {
  const { rows } = await db.query<BacklogAt>(
    `SELECT group_id AS "groupId", at, ready + coalesce(in_flight, 0) + coalesce(waiting, 0) AS backlog, dead,
            blocked_keys AS "blockedKeys"
       FROM group_sample WHERE step_s = 60 AND at = ANY($1) ORDER BY at`,
    [minutes],
  );
  return rows;
}

/** The size of the database as last sampled since `from`. */
export async function databaseBytes(db: Queryable, from: Date): Promise<number | null> {
  const { rows } = await db.query<{ bytes: number | null }>(
    `SELECT database_bytes AS bytes FROM broker_sample WHERE step_s = 10 AND at >= $1 ORDER BY at DESC LIMIT 1`,
    [from],
  );
  return rows[0]?.bytes ?? null;
}
