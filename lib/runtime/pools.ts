import type { Config } from './config';
import { StartError } from './start-error';

/** Connections to the database that one process may have, besides one for wake-ups. */
export interface Pools {
  readonly broker: number;
  readonly console: number;
}

/** How the processes of a node share its connections. */
export interface NodePools {
  /** Of each process that serves RocketMQ clients. */
  readonly broker: Pools;
  /** Null: the node has no console. */
  readonly console: Pools | null;
  /** Of the supervisor, which looks for newer releases and checks tokens. */
  readonly supervisor: number;
}

/** A job of the background holds one and reads through another. */
const LEAST: Pools = { broker: 2, console: 2 };
const SUPERVISOR = 1;
const WAKE_UPS = 1;
/** What broker processes have where nothing is set; many of them share so much that all fit the embedded server. */
const BROKER: Pools = { broker: 16, console: 4 };
const BROKERS_TOGETHER: Pools = { broker: 96, console: 48 };
const CONSOLE: Pools = { broker: 4, console: 8 };
/** Of a node whose connections are limited: the console's part of what the processes share. */
const SHARE_OF_CONSOLE = 0.35;

const together = ({ broker, console }: Pools): number => broker + console;

/** @throws StartError the limit is below what the processes of this node need */
export function nodePools({ brokers, databaseConnections: limit }: PoolSettings, hasConsole: boolean): NodePools {
  if (limit === undefined)
    return {
      broker: {
        broker: Math.min(BROKER.broker, Math.floor(BROKERS_TOGETHER.broker / brokers)),
        console: Math.min(BROKER.console, Math.floor(BROKERS_TOGETHER.console / brokers)),
      },
      console: hasConsole ? CONSOLE : null,
      supervisor: SUPERVISOR,
    };
  const processes = brokers + (hasConsole ? 1 : 0);
  const least = SUPERVISOR + processes * (WAKE_UPS + together(LEAST));
  if (limit < least) {
    const needs = `${brokers} broker process${brokers === 1 ? '' : 'es'}${hasConsole ? ' and a console' : ''}`;
    throw new StartError(
      `REDRIVE_DATABASE_CONNECTIONS must be at least ${least} for ${needs} (REDRIVE_BROKERS), and is ${limit}.`,
    );
  }
  const shared = limit - SUPERVISOR - processes * WAKE_UPS;
  const part = Math.min(Math.floor(shared * SHARE_OF_CONSOLE), shared - brokers * together(LEAST));
  const forConsole = hasConsole ? Math.max(together(LEAST), part) : 0;
  return {
    broker: split(Math.floor((shared - forConsole) / brokers), 'broker', BROKER.console),
    console: hasConsole ? split(forConsole, 'console', CONSOLE.broker) : null,
    supervisor: SUPERVISOR,
  };
}

type PoolSettings = Pick<Config, 'brokers' | 'databaseConnections'>;

/** @param most of the pool that the process uses less */
function split(connections: number, main: keyof Pools, most: number): Pools {
  const less = Math.min(most, Math.max(2, Math.floor(connections / 3)));
  const more = connections - less;
  return main === 'broker' ? { broker: more, console: less } : { broker: less, console: more };
}

/** The most connections that a node holds, those for attached clusters and teams apart. */
export function connectionsOf({ broker, console, supervisor }: NodePools, brokers: number): number {
  const ofConsole = console === null ? 0 : together(console) + WAKE_UPS;
  return supervisor + brokers * (together(broker) + WAKE_UPS) + ofConsole;
}
