import pg from 'pg';

import { withSessionSettings } from './session-settings';
import { brokerTypes } from './type-parsers';

export type Pool = pg.Pool;

export interface PoolOptions {
  readonly databaseUrl: string;
  readonly applicationName: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly max: number;
  /** Of what every statement of this pool finds its tables in first; a connection that does not is refused. */
  readonly schema?: string;
  /** Called for connections lost while idle; the pool replaces them by itself. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined;
}

/** How long the code that wants a connection waits for its turn. */
export const ACQUIRE_LIMIT_MS = 5000;
/** Longer than every statement_timeout: only a server that no longer answers gets here. */
const ANSWER_LIMIT_MS = 20_000;

export function openPool({ databaseUrl, applicationName, settings, max, schema, onConnectionLost }: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: withSessionSettings(databaseUrl, settings),
    application_name: applicationName,
    max,
    types: brokerTypes,
    connectionTimeoutMillis: ACQUIRE_LIMIT_MS,
    query_timeout: ANSWER_LIMIT_MS,
    idleTimeoutMillis: 60_000,
    ...(schema === undefined ? {} : { verify: requireSchema(schema) }),
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

/** A schema without the right to use it is passed over in silence: statements would find other tables of the name. */
function requireSchema(schema: string) {
  return (client: pg.PoolClient, done: (error?: Error) => void): void => {
    client.query<{ first: string | null }>('SELECT current_schema() AS first').then(
      ({ rows }) =>
        done(rows[0]?.first === schema ? undefined : new Error(`this role may not use the schema ${schema}`)),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  };
}
