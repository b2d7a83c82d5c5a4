import type { Pool } from 'pg';

import { withTransaction } from '../../transaction';

/** Rejects as a write would, without one: no connection, in recovery, read-only. */
export async function probeWritable(pool: Pool): Promise<void> {
  await withTransaction(pool, async (db) => {
    const { rows } = await db.query<{ state: string }>("SELECT current_setting('transaction_read_only') AS state");
    if (rows[0]?.state === 'on') throw Object.assign(new Error('the database is read-only'), { code: '25006' });
  });
}

/**
 * Takes a few megabytes of the database's disk and gives them back: a sort that memory has no room for. It writes
 * neither a row nor the log, which a full disk has no room for.
 */
export async function probeDisk(pool: Pool): Promise<void> {
  await withTransaction(pool, async (db) => {
    await db.query("SET LOCAL work_mem = '64kB'");
    await db.query('SELECT count(*) FROM (SELECT n FROM generate_series(1, 150000) n ORDER BY md5(n::text)) sorted');
  });
}
