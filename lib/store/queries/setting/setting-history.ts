import type { Queryable } from '../../queryable';

export interface SettingChangeRow {
  readonly actor: string;
  readonly reason: string | null;
  readonly at: Date;
}

/** Who changed a setting and why, newest first. Each change made the next version, so the newest one is the current. */
export async function settingHistory(db: Queryable, name: string, limit: number): Promise<SettingChangeRow[]> {
  const { rows } = await db.query<SettingChangeRow>(
    `SELECT actor, reason, at FROM audit WHERE target = $1 AND action = 'setting.update' ORDER BY audit_id DESC LIMIT $2`,
    [name, limit],
  );
  return rows;
}
