import type { Store } from '../store/client';

/**
 * How often each of these tables was read from end to end until now. A connection keeps its counts for a while, of its
 * pool any may have some: all of them tell first, or what an earlier test did would come in later.
 */
export async function tableScans(
  { broker, console: other }: Store,
  tables: readonly string[],
): Promise<Record<string, number>> {
  for (const pool of [broker, other])
    await Promise.all(Array.from({ length: pool.totalCount }, () => pool.query('SELECT pg_stat_force_next_flush()')));
  await other.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await other.query<{ relname: string; scans: number }>(
    'SELECT relname, coalesce(seq_scan, 0)::int AS scans FROM pg_stat_user_tables WHERE relname = ANY ($1)',
    [tables],
  );
  return Object.fromEntries(rows.map(({ relname, scans }) => [relname, scans]));
}
