import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** @neverNull setting, at, actor */
export interface RecordedSettingChange {
  readonly setting: string;
  readonly at: Date;
  readonly actor: string;
  /** By broker. */
  readonly before: unknown;
  readonly after: unknown;
}

/** The newest change of each of these broker settings in a cluster, as the audit log has it. */
export async function newestSettingChanges(
  db: Queryable,
  workspace: string,
  settings: readonly string[],
): Promise<readonly RecordedSettingChange[]> {
  const { rows } = await db.query<RecordedSettingChange>(
    sql(
      `SELECT asked.setting, newest.at, newest.actor, newest.before, newest.after
         FROM unnest($settings::text[]) AS asked(setting)
        CROSS JOIN LATERAL (
              SELECT at, actor, before, after FROM audit
               WHERE target = asked.setting AND action = 'broker-setting.update' AND workspace = $workspace
               ORDER BY audit_id DESC LIMIT 1
              ) AS newest`,
      { workspace, settings },
    ),
  );
  return rows;
}
