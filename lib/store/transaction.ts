import type { Pool, PoolClient } from 'pg';

import { troubleOf } from './database-trouble';

/**
 * Runs `work` in one transaction of one connection; rolls back on any error. The work must be short: it holds locks.
 */
export async function withTransaction<T>(pool: Pool, work: (db: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const value = await work(client);
    await client.query('COMMIT');
    return value;
  } catch (error) {
    // After a failover the server that became a standby keeps its connections: only a new one finds the primary.
    if (error instanceof Error && troubleOf(error)?.kind === 'read-only') broken = error;
    await client.query('ROLLBACK').catch((cause: unknown) => {
      broken = cause instanceof Error ? cause : new Error(String(cause));
    });
    throw error;
  } finally {
    // a connection that could not roll back is not returned to the pool
    client.release(broken);
  }
}
