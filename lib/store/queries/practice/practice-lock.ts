import type { Pool } from 'pg';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Any two numbers that nothing else of Redrive uses. */
const LOCK = { space: 7_294_001, key: 1 } as const;

/** One practice incident per database: null when another process runs it. @returns a function that releases the lock */
export async function practiceLock(pool: Pool): Promise<(() => void) | null> {
  const client = await pool.connect();
  // A cut connection ends the lock with it; the run goes on, and the pool notices at release.
  let lost: Error | undefined;
  const onError = (error: Error): void => void (lost = error);
  client.on('error', onError);
  const { rows } = await client.query<{ locked: boolean }>(
    sql('SELECT pg_try_advisory_lock($space, $key) AS locked', LOCK),
  );
  if (rows[0]?.locked !== true) {
    client.off('error', onError);
    client.release();
    return null;
  }
  let released = false;
  return () => {
    if (released) return;
    released = true;
    // Closing the connection is the surest unlock.
    client.release(lost ?? true);
  };
}

export async function practiceLockHeld(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ held: boolean }>(
    sql(
      `SELECT EXISTS (SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                     WHERE l.locktype = 'advisory' AND l.classid = $space AND l.objid = $key AND l.granted
                       AND d.datname = current_database()) AS held`,
      LOCK,
    ),
  );
  return rows[0]?.held === true;
}
