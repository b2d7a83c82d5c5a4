import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Puts the version after the one the editor saw (0: none yet); false: it was changed meanwhile. */
export async function settingWrite(
  db: Queryable,
  now: Date | null,
  name: string,
  seenVersion: number,
  value: object,
  updatedBy: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      seenVersion === 0
        ? `INSERT INTO broker_setting (name, value, version, updated_by, updated_at)
           VALUES ($name, $value, 1, $updatedBy, coalesce($now, clock_timestamp())) ON CONFLICT DO NOTHING`
        : `UPDATE broker_setting
              SET value = $value, version = version + 1, updated_by = $updatedBy,
                  updated_at = coalesce($now, clock_timestamp())
            WHERE name = $name AND version = $seenVersion`,
      { now, name, seenVersion, value: JSON.stringify(value), updatedBy },
    ),
  );
  return rowCount === 1;
}
