import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

import { PrismaClient } from './generated/client';
import { BROKER_SESSION, CONSOLE_SESSION, withSessionSettings } from './session-settings';
import { brokerTypes } from './type-parsers';

export interface StoreOptions {
  readonly databaseUrl: string;
  readonly brokerPoolMax: number;
  readonly consolePoolMax: number;
  /** Called for connections lost while idle; the pool replaces them by itself. */
  readonly onConnectionLost?: (error: Error) => void;
}

/** The two ways into the database: hot set-based SQL, and the reads of the console. */
export interface Store {
  readonly broker: pg.Pool;
  readonly console: pg.Pool;
  /** Typed metadata access; runs on the console pool. */
  readonly prisma: PrismaClient;
  close(): Promise<void>;
}

const ACQUIRE_LIMIT_MS = 5000;
/** Longer than every statement_timeout: only a server that no longer answers gets here. */
const ANSWER_LIMIT_MS = 20_000;
const CLOSE_LIMIT_MS = 3000;

export function createStore(given: StoreOptions): Store {
  let closing: Promise<void> | undefined;
  // While closing, losing connections is the purpose.
  const options = {
    ...given,
    onConnectionLost: (error: Error) => (closing === undefined ? given.onConnectionLost?.(error) : undefined),
  };
  const broker = createPool(options, 'redrive-broker', BROKER_SESSION, options.brokerPoolMax);
  const console = createPool(options, 'redrive-console', CONSOLE_SESSION, options.consolePoolMax);
  const prisma = new PrismaClient({ adapter: new PrismaPg(console) });
  return {
    broker,
    console,
    prisma,
    close: () => (closing ??= closeAll(broker, console, prisma)),
  };
}

function createPool(
  options: StoreOptions,
  applicationName: string,
  settings: Readonly<Record<string, string>>,
  max: number,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withSessionSettings(options.databaseUrl, settings),
    application_name: applicationName,
    max,
    types: brokerTypes,
    connectionTimeoutMillis: ACQUIRE_LIMIT_MS,
    query_timeout: ANSWER_LIMIT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // A restarted database closes idle connections; without a listener that would end the process.
  pool.on('error', (error) => options.onConnectionLost?.(error));
  // The same for a client that is checked out but between two queries of its transaction: the code that holds
  // it learns from the next query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function closeAll(broker: pg.Pool, console: pg.Pool, prisma: PrismaClient): Promise<void> {
  const ended = Promise.allSettled([prisma.$disconnect(), broker.end(), console.end()]);
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, CLOSE_LIMIT_MS);
  });
  await Promise.race([ended, limit]);
  clearTimeout(timer);
}
