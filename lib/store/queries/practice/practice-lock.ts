import type { Pool } from 'pg';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { sessionLock } from '../session-lock';

/** Any two numbers that nothing else of Redrive uses. */
const LOCK = { space: 7_294_001, key: 1 } as const;

/** One practice incident per database: null when another process runs it. @returns a function that releases the lock */
export function practiceLock(pool: Pool): Promise<(() => void) | null> {
  return sessionLock(pool, LOCK.space, LOCK.key);
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
