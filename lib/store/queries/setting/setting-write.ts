import type { Queryable } from '../../queryable';

/** Puts the version after the one the editor saw (0: none yet); false: it was changed meanwhile. */
export async function settingWrite(
  db: Queryable,
  now: Date | null,
  name: string,
  seenVersion: number,
  value: object,
  updatedBy: string,
): Promise<boolean> {
  const values = [name, JSON.stringify(value), updatedBy, now];
  const { rowCount } =
    seenVersion === 0
      ? await db.query(
          `INSERT INTO broker_setting (name, value, version, updated_by, updated_at)
           VALUES ($1, $2, 1, $3, coalesce($4, clock_timestamp())) ON CONFLICT DO NOTHING`,
          values,
        )
      : await db.query(
          `UPDATE broker_setting SET value = $2, version = version + 1, updated_by = $3, updated_at = coalesce($4, clock_timestamp())
            WHERE name = $1 AND version = $5`,
          [...values, seenVersion],
        );
  return rowCount === 1;
}
