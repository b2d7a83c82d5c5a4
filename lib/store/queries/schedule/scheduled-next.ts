import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** In how many milliseconds the next message is due; null: none waits. */
export async function scheduledNextMs(db: Queryable, now: Date | null): Promise<number | null> {
  const { rows } = await db.query<{ ms: number | null }>(
    sql(
      `SELECT (extract(epoch FROM s.due_at - coalesce($now::timestamptz, clock_timestamp())) * 1000)::float8 AS ms
         FROM scheduled_message s WHERE s.recalled_at IS NULL ORDER BY s.due_at LIMIT 1`,
      { now },
    ),
  );
  return rows[0]?.ms ?? null;
}
