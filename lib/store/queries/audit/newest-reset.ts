import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface RecordedReset {
  readonly at: Date;
  readonly actor: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The newest reset of the position of a group in a cluster, as the audit log has it. Null: none is on record. */
export async function newestReset(db: Queryable, workspace: string, group: string): Promise<RecordedReset | null> {
  const { rows } = await db.query<RecordedReset>(
    sql(
      `SELECT at, actor, before, after FROM audit
        WHERE target = $group AND action = 'group.reset-offset' AND workspace = $workspace
        ORDER BY audit_id DESC LIMIT 1`,
      { workspace, group },
    ),
  );
  return rows[0] ?? null;
}
