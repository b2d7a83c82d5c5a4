import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface BuriedRow {
  readonly groupId: number;
  readonly queueId: number;
  readonly buried: number;
}

/** Dead-letters due messages that are over their group's current limit; answers how many of which queue. */
export async function retryBury(db: Queryable, now: Date | null, limit: number): Promise<BuriedRow[]> {
  const { rows } = await db.query<BuriedRow>(
    sql(
      'SELECT group_id AS "groupId", queue_id AS "queueId", buried FROM retry_bury(p_now => $now, p_limit => $limit)',
      { now, limit },
    ),
  );
  return rows;
}
