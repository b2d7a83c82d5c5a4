import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** What the level of a limit was read at, in the unit of its kind. */
export interface LevelReading {
  readonly limitId: number;
  readonly value: number;
}

/**
 * Closes and opens limits by what their levels were read at. Disabled and removed ones are not in the answer.
 * @param readAt the database's time, not after the reading; an older reading than the last that changed a limit changes
 * nothing
 * @returns by id of the limit, whether it is closed now: for every node alike
 */
export async function levelSettle(
  db: Queryable,
  now: Date | null,
  readAt: Date,
  readings: readonly LevelReading[],
): Promise<Map<number, boolean>> {
  const { rows } = await db.query<{ id: number; is_closed: boolean }>(
    sql(
      `SELECT id, is_closed FROM level_settle(p_now => $now, p_read_at => $readAt, p_limit => $limitIds,
        p_value => $values)`,
      { now, readAt, limitIds: readings.map(({ limitId }) => limitId), values: readings.map(({ value }) => value) },
    ),
  );
  return new Map(rows.map(({ id, is_closed: isClosed }) => [id, isClosed]));
}
