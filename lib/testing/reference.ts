import type { Queryable } from '../store/queryable';
import { explained } from './explained';

/** What the reference statement takes on the machine of docs/reference/performance.md while nothing else runs there. */
export const ORDINARY_MS = 20;

/**
 * Processor time of a statement that reads no table. A machine that others use, whose second thread shares a core, or
 * that is slower, takes longer for it in the same proportion as for what is measured beside it.
 */
export async function referenceMs(db: Queryable): Promise<number> {
  return (await explained(db, (q) => q.query('SELECT count(*) FROM generate_series(1, 200000) n'))).ms;
}
