import type { Queryable } from '../../queryable';

export interface GroupName {
  readonly groupId: number;
  readonly name: string;
}

/** Without the members of broadcast groups. For every scrape, hence SQL. */
export async function groupNames(db: Queryable): Promise<GroupName[]> {
  const { rows } = await db.query<GroupName>(
    'SELECT group_id AS "groupId", name FROM consumer_group WHERE broadcast_of IS NULL ORDER BY name',
  );
  return rows;
}
