import type { Queryable } from '../../queryable';

/** Makes the minutes that are over, of all clusters; drops what is past its age. @returns rows made */
export async function clusterHistoryRollUp(db: Queryable, now: Date | null): Promise<number> {
  const { rows } = await db.query<{ made: number }>('SELECT cluster_history_roll_up($1) AS made', [now]);
  return rows[0]?.made ?? 0;
}
