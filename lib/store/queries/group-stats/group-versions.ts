import type { GroupSettings } from '../group/group-write';
import type { Queryable } from '../../queryable';

export interface GroupVersionRow extends GroupSettings {
  readonly version: number;
  readonly actor: string;
  readonly reason: string | null;
  readonly at: Date;
}

/** Newest first. */
export async function groupVersions(db: Queryable, groupId: number, limit: number): Promise<GroupVersionRow[]> {
  const { rows } = await db.query<GroupVersionRow>(
    `SELECT version, delivery_order AS "deliveryOrder", max_retries AS "maxRetries", retry_policy AS "retryPolicy",
            consumption_timeout_ms AS "consumptionTimeoutMs", actor, reason, at
       FROM consumer_group_version WHERE group_id = $1 ORDER BY version DESC LIMIT $2`,
    [groupId, limit],
  );
  return rows;
}
