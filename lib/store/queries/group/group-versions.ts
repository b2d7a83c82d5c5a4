import type { GroupSettings } from '../../../model/group-settings';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { SETTINGS_SELECT } from './group-columns';

export interface GroupVersionRow extends GroupSettings {
  readonly version: number;
  readonly actor: string;
  readonly reason: string | null;
  readonly at: Date;
}

/** Newest first. */
export async function groupVersions(db: Queryable, groupId: number, limit: number): Promise<GroupVersionRow[]> {
  const { rows } = await db.query<GroupVersionRow>(
    sql(
      `SELECT version, ${SETTINGS_SELECT}, actor, reason, at
       FROM consumer_group_version WHERE group_id = $groupId ORDER BY version DESC LIMIT $limit`,
      { groupId, limit },
    ),
  );
  return rows;
}
