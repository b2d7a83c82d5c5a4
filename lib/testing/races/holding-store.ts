import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';

import { PrismaClient } from '../../store/generated/client';
import type { Store } from '../../store/client';

export interface Held {
  /** Resolves when a transaction has written what it writes, holds its locks, and has not committed. */
  readonly reached: Promise<void>;
  /** Now it commits, or its process was killed and all of it is undone. */
  end(how: 'commit' | 'kill'): void;
}

export interface HoldingStore {
  readonly store: Store;
  /** The next transaction that writes, after `skip` others, is held before its commit; those after it are not. */
  holdNext(skip: number): Held;
  /** There was none: no later one is held either. */
  forget(): void;
  /** Transactions that have begun and not ended. */
  readonly open: number;
  /** Commits of transactions that wrote, since `holdNext`. */
  readonly writes: number;
  close(): Promise<void>;
}

type Query = (...args: unknown[]) => Promise<unknown>;

/** What a caller hears whose process was killed: nothing at all. */
export class Killed extends Error {}

interface Waiting {
  readonly skip: number;
  readonly reached: () => void;
  readonly decision: Promise<'commit' | 'kill'>;
}

/** A store for one process, whose commits wait until a test lets them through. Single statements are transactions. */
export function holdingStore(store: Store): HoldingStore {
  let next: Waiting | null = null;
  let open = 0;
  let writes = 0;

  const mayCommit = async (client: pg.PoolClient): Promise<void> => {
    if (next === null) return;
    const { rows } = await client.query<{ writes: boolean }>(
      'SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS writes',
    );
    if (rows[0]?.writes !== true) return;
    writes += 1;
    if (next === null || writes <= next.skip) return;
    const { reached, decision } = next;
    next = null;
    reached();
    if ((await decision) === 'kill') throw new Killed('killed');
  };
  const wrapClient = (client: pg.PoolClient): pg.PoolClient => {
    const query: Query = async (...args) => {
      const text = textOf(args[0]);
      if (text === 'BEGIN') open += 1;
      if (text === 'COMMIT') await mayCommit(client);
      const answer = await (client.query as unknown as Query).apply(client, args);
      if (text === 'COMMIT' || text === 'ROLLBACK') open -= 1;
      return answer;
    };
    return Object.assign(Object.create(client) as pg.PoolClient, {
      query,
      release: (broken?: Error) => client.release(broken),
    });
  };
  const wrapPool = (pool: pg.Pool): pg.Pool => {
    const connect = async (): Promise<pg.PoolClient> => wrapClient(await pool.connect());
    const query: Query = async (...args) => {
      const client = await connect();
      try {
        await client.query('BEGIN');
        const answer = await (client.query as unknown as Query)(...args);
        await client.query('COMMIT');
        return answer;
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    };
    return Object.assign(Object.create(pool) as pg.Pool, { query, connect });
  };

  const console = wrapPool(store.console);
  const prisma = new PrismaClient({ adapter: new PrismaPg(console) });
  return {
    store: { ...store, broker: wrapPool(store.broker), console, prisma },
    holdNext: (skip) => {
      let end: Held['end'] = () => undefined;
      writes = 0;
      const decision = new Promise<'commit' | 'kill'>((resolve) => (end = resolve));
      const reached = new Promise<void>((resolve) => (next = { skip, reached: resolve, decision }));
      return { reached, end: (how) => end(how) };
    },
    get open() {
      return open;
    },
    get writes() {
      return writes;
    },
    forget: () => (next = null),
    close: () => prisma.$disconnect(),
  };
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}
