import type { Queryable } from '../../queryable';

export interface SettingRow {
  readonly name: string;
  readonly value: unknown;
  readonly version: number;
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

const COLUMNS = 'name, value, version, updated_by AS "updatedBy", updated_at AS "updatedAt"';

/** Null: never changed. */
export async function settingRead(db: Queryable, name: string): Promise<SettingRow | null> {
  const { rows } = await db.query<SettingRow>(`SELECT ${COLUMNS} FROM broker_setting WHERE name = $1`, [name]);
  return rows[0] ?? null;
}

/** Of every setting that was ever changed. */
export async function settingVersions(db: Queryable): Promise<{ readonly name: string; readonly version: number }[]> {
  const { rows } = await db.query<{ name: string; version: number }>('SELECT name, version FROM broker_setting');
  return rows;
}
