import 'server-only';
import type { Queryable } from '../store/queryable';

const RECHECK_MS = 60_000;

let offsetMs = 0;
let checkedAt = 0;

/**
 * The database's time as ISO text. Countdowns compare with times the database wrote; this process may run elsewhere,
 * so the difference of the two clocks is measured once a minute and applied.
 */
export async function databaseNow(db: Queryable): Promise<string> {
  const askedAt = Date.now();
  if (askedAt - checkedAt > RECHECK_MS) {
    const { rows } = await db.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    );
    const answeredAt = Date.now();
    offsetMs = Math.round((rows[0]?.ms ?? answeredAt) - (askedAt + answeredAt) / 2);
    checkedAt = answeredAt;
  }
  return new Date(Date.now() + offsetMs).toISOString();
}
