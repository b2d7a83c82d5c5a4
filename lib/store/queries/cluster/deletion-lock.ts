import type { Pool } from 'pg';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { sessionLock } from '../session-lock';

/** Any number that no other lock of Redrive uses; with it the number of the cluster. */
const SPACE = 7_294_002;

/**
 * A deletion in a cluster is alone, in any process, until the returned function is called. Null: another deletion runs
 * there, or what starts is about to use a group.
 */
export function deletionLock(pool: Pool, clusterId: number): Promise<(() => void) | null> {
  return sessionLock(pool, SPACE, clusterId);
}

/** Until the transaction ends no deletion begins in the cluster. False: one runs. */
export async function lockOutDeletions(db: Queryable, clusterId: number): Promise<boolean> {
  const { rows } = await db.query<{ locked: boolean }>(
    sql('SELECT pg_try_advisory_xact_lock_shared($space, $clusterId) AS locked', { space: SPACE, clusterId }),
  );
  return rows[0]?.locked === true;
}
