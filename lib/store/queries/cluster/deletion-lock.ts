import type { Pool } from 'pg';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Any number that no other lock of Redrive uses; with it the number of the cluster. */
const SPACE = 7_294_002;

/**
 * A deletion in a cluster is alone, in any process, until the returned function is called. Null: another deletion runs
 * there, or what starts is about to use a group.
 */
export async function deletionLock(pool: Pool, clusterId: number): Promise<(() => void) | null> {
  const client = await pool.connect();
  // A cut connection ends the lock with it, and the pool notices at release.
  let lost: Error | undefined;
  const onError = (error: Error): void => void (lost = error);
  client.on('error', onError);
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      sql('SELECT pg_try_advisory_lock($space, $clusterId) AS locked', { space: SPACE, clusterId }),
    );
    if (rows[0]?.locked === true) return () => client.release(lost ?? true);
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.off('error', onError);
  client.release();
  return null;
}

/** Until the transaction ends no deletion begins in the cluster. False: one runs. */
export async function lockOutDeletions(db: Queryable, clusterId: number): Promise<boolean> {
  const { rows } = await db.query<{ locked: boolean }>(
    sql('SELECT pg_try_advisory_xact_lock_shared($space, $clusterId) AS locked', { space: SPACE, clusterId }),
  );
  return rows[0]?.locked === true;
}
