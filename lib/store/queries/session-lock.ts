import type { Pool } from 'pg';
import { sql } from '../sql';

/**
 * A lock that one process holds over many statements, on a connection of its own. Null: another one holds it.
 * @param key of locks of that space @returns a function that releases the lock
 */
export async function sessionLock(pool: Pool, space: number, key: number): Promise<(() => void) | null> {
  const client = await pool.connect();
  // A cut connection ends the lock with it; the work goes on, and the pool notices at release.
  let lost: Error | undefined;
  const onError = (error: Error): void => void (lost = error);
  client.on('error', onError);
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      sql('SELECT pg_try_advisory_lock($space, $key) AS locked', { space, key }),
    );
    if (rows[0]?.locked !== true) {
      client.off('error', onError);
      client.release();
      return null;
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  let released = false;
  return () => {
    if (released) return;
    released = true;
    // Closing the connection is the surest unlock.
    client.release(lost ?? true);
  };
}
