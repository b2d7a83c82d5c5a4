import pg from 'pg';

import { clientConfig, socketOf } from './connect/client-config';
import { Lives } from './connect/lives';
import { checkSession } from './connect/session-check';
import { brokerTypes } from './type-parsers';

export type Pool = pg.Pool;

export interface PoolOptions {
  readonly databaseUrl: string;
  readonly applicationName: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly max: number;
  /** Of what every statement of this pool finds its tables in first; a connection that does not is refused. */
  readonly schema?: string;
  /** Knows the connections of all pools of a store. */
  readonly lives?: Lives;
  /** Called for connections lost while idle; the pool replaces them by itself. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined;
}

/** How long the code that wants a connection waits for its turn. */
export const ACQUIRE_LIMIT_MS = 5000;
/** Longer than every statement_timeout: only a server that no longer answers gets here. */
const ANSWER_LIMIT_MS = 20_000;

export function openPool(options: PoolOptions): Pool {
  const { databaseUrl, applicationName, settings, max, schema, lives = new Lives(), onConnectionLost } = options;
  const config = clientConfig(databaseUrl, applicationName, settings);
  const pool = new pg.Pool({
    ...config,
    stream: () => lives.add(socketOf(config)),
    max,
    types: brokerTypes,
    connectionTimeoutMillis: ACQUIRE_LIMIT_MS,
    query_timeout: ANSWER_LIMIT_MS,
    idleTimeoutMillis: 60_000,
    verify: checkSession({ settings, schema }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // A restarted database closes idle connections; without a listener that would end the process.
  pool.on('error', (error) => onConnectionLost?.(error));
  // The same for a client that is checked out but between two queries of its transaction: the code that holds
  // it learns from the next query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
