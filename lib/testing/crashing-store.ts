import type pg from 'pg';

import type { Store } from '../store/client';

export interface CrashingStore {
  readonly store: Store;
  /** The process is killed when the n-th statement from now on is done, and its answer has not arrived. */
  dieAfter(statements: number): void;
  isDead(): boolean;
}

type Query = (...args: unknown[]) => Promise<unknown>;

/**
 * What a process does to the database up to the moment of its death: every statement after it fails, and transactions
 * that are open then end with their connections.
 */
export function crashingStore(store: Store): CrashingStore {
  let left = Number.POSITIVE_INFINITY;
  const step = async (run: () => Promise<unknown>): Promise<unknown> => {
    if (left <= 0) throw new Error('killed');
    left -= 1;
    const answer = await run();
    if (left === 0) throw new Error('killed');
    return answer;
  };
  const wrap = <Real extends pg.Pool | pg.PoolClient>(real: Real): Real => {
    const query: Query = (...args) => step(() => (real.query as unknown as Query).apply(real, args));
    return Object.assign(Object.create(real) as Real, { query });
  };
  const wrapPool = (pool: pg.Pool): pg.Pool =>
    Object.assign(wrap(pool), {
      connect: async () => {
        const client = await pool.connect();
        return Object.assign(wrap(client), { release: (broken?: Error) => client.release(broken) });
      },
    });
  return {
    store: { ...store, broker: wrapPool(store.broker), console: wrapPool(store.console) },
    dieAfter: (statements) => (left = statements),
    isDead: () => left <= 0,
  };
}
