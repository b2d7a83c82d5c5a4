import { PrismaPg } from '@prisma/adapter-pg';

import { Lives } from './connect/lives';
import { PrismaClient } from './generated/client';
import { openPool, type Pool } from './pool';
import {
  BROKER_SESSION,
  CONSOLE_SESSION,
  IN_CLUSTER,
  IN_TEAM,
  inClusterSession,
  inTeamSession,
} from './session-settings';

export interface StoreOptions {
  readonly databaseUrl: string;
  readonly brokerPoolMax: number;
  readonly consolePoolMax: number;
  /** Called for connections lost while idle; the pool replaces them by itself. */
  readonly onConnectionLost?: (error: Error) => void;
}

/** The two ways into the database: hot set-based SQL, and the reads of the console. */
export interface Store {
  readonly broker: Pool;
  readonly console: Pool;
  /** Typed metadata access; runs on the console pool. */
  readonly prisma: PrismaClient;
  /** Connections that see the dead letters of an attached cluster in place of the embedded broker's. */
  inCluster(cluster: ClusterPlace): Pool;
  /** For reading: what begins with one of these prefixes, and nothing else. */
  inTeam(prefixes: readonly string[]): Store;
  /** Ends every connection that began before that moment of the monotonic clock. @returns how many there were */
  endConnections(beganBeforeMs: number, reason: Error): number;
  /** Opens a connection beside the pools and ends it. @throws the database takes no further one */
  tryConnection(): Promise<void>;
  close(): Promise<void>;
}

/** An attached cluster as the schema in_cluster knows it; its name goes into the audit rows of these connections. */
export interface ClusterPlace {
  readonly clusterId: number;
  readonly name: string;
}

const CLOSE_LIMIT_MS = 3000;
/** Of each attached cluster: its pages, who indexes it, and its alarms, which need two. */
const CLUSTER_POOL_MAX = 4;
/** Of the people who have the same teams. Idle connections end after a minute. */
const TEAM_POOL_MAX = 2;
/** Of so many different ones the connections are kept; those asked for longest ago end. */
const MOST_TEAM_POOLS = 24;

export function createStore(given: StoreOptions): Store {
  let closing: Promise<void> | undefined;
  // While closing, losing connections is the purpose.
  const options = {
    ...given,
    onConnectionLost: (error: Error) => (closing === undefined ? given.onConnectionLost?.(error) : undefined),
  };
  const { databaseUrl, onConnectionLost } = options;
  const lives = new Lives();
  const endConnections: Store['endConnections'] = (beganBeforeMs, reason) => lives.end(beganBeforeMs, reason);
  const open = (
    applicationName: string,
    settings: Readonly<Record<string, string>>,
    max: number,
    more: { readonly schema?: string } = {},
  ): Pool => openPool({ databaseUrl, applicationName, settings, max, lives, onConnectionLost, ...more });
  const tryConnection = async (): Promise<void> => {
    const one = open('redrive-broker', BROKER_SESSION, 1);
    try {
      await one.query('SELECT');
    } finally {
      await one.end();
    }
  };
  const broker = open('redrive-broker', BROKER_SESSION, options.brokerPoolMax);
  const console = open('redrive-console', CONSOLE_SESSION, options.consolePoolMax);
  const prisma = new PrismaClient({ adapter: new PrismaPg(console) });
  const clusters = new Map<number, Pool>();
  const teams = new Map<string, Store>();
  const openTeam = (prefixes: readonly string[]): Store => {
    const settings = { ...CONSOLE_SESSION, ...inTeamSession(prefixes) };
    const pool = open('redrive-team', settings, TEAM_POOL_MAX, { schema: IN_TEAM });
    const teamPrisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema: IN_TEAM }) });
    const refuse = (): never => {
      throw new Error('what a team sees has nothing below it');
    };
    return {
      ...{ broker: pool, console: pool, prisma: teamPrisma, inCluster: refuse, inTeam: refuse },
      endConnections,
      tryConnection,
      close: () => closeAll([pool], teamPrisma),
    };
  };
  const inTeam = (prefixes: readonly string[]): Store => {
    const key = JSON.stringify(prefixes);
    const store = teams.get(key) ?? openTeam(prefixes);
    teams.delete(key);
    teams.set(key, store);
    const [oldest] = teams;
    if (teams.size > MOST_TEAM_POOLS && oldest !== undefined) {
      teams.delete(oldest[0]);
      // what is under way on it ends by itself
      void oldest[1].close();
    }
    return store;
  };
  return {
    inTeam,
    broker,
    console,
    prisma,
    endConnections,
    tryConnection,
    inCluster: ({ clusterId, name }) => {
      const of = { schema: IN_CLUSTER };
      const settings = { ...CONSOLE_SESSION, ...inClusterSession(clusterId, name) };
      const pool = clusters.get(clusterId) ?? open(`redrive-cluster-${name}`, settings, CLUSTER_POOL_MAX, of);
      clusters.set(clusterId, pool);
      return pool;
    },
    close: () =>
      (closing ??= closeAll(
        [broker, console, ...clusters.values(), ...[...teams.values()].map((team) => team.console)],
        prisma,
        [...teams.values()].map((team) => team.prisma),
      )),
  };
}

async function closeAll(
  pools: readonly Pool[],
  prisma: PrismaClient,
  more: readonly PrismaClient[] = [],
): Promise<void> {
  const ended = Promise.allSettled([
    ...[prisma, ...more].map((client) => client.$disconnect()),
    ...pools.map((pool) => pool.end()),
  ]);
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, CLOSE_LIMIT_MS);
  });
  await Promise.race([ended, limit]);
  clearTimeout(timer);
}
