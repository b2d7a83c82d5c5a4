/** Connections to the database that one process may have, besides one for wake-ups. */
export interface Pools {
  readonly broker: number;
  readonly console: number;
}

/** What the broker processes of a node share: with those of the console they stay below 200, see postgres/settings. */
const BROKERS_TOGETHER: Pools = { broker: 96, console: 48 };

export const CONSOLE_POOLS: Pools = { broker: 8, console: 8 };
/** Of the supervisor, which looks for newer releases and checks tokens. */
export const SUPERVISOR_POOL = 2;

export function brokerPools(brokers: number): Pools {
  return {
    broker: Math.min(16, Math.floor(BROKERS_TOGETHER.broker / brokers)),
    console: Math.min(8, Math.floor(BROKERS_TOGETHER.console / brokers)),
  };
}
