import type { Queryable } from '../../queryable';

export interface ProblemGroupRow {
  readonly groupId: number;
  readonly name: string;
  readonly createdAt: Date;
  readonly isBroadcast: boolean;
  readonly pausedAt: Date | null;
  readonly pausedBy: string | null;
}

/** Every group that can have problems of its own, without the members of broadcast groups. */
export async function problemGroups(db: Queryable): Promise<ProblemGroupRow[]> {
  const { rows } = await db.query<ProblemGroupRow>(
    `SELECT group_id AS "groupId", name, created_at AS "createdAt", message_model = 'broadcasting' AS "isBroadcast",
            paused_at AS "pausedAt", paused_by AS "pausedBy"
       FROM consumer_group WHERE broadcast_of IS NULL ORDER BY name`,
  );
  return rows;
}
