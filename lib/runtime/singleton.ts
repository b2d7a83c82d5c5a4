import type { BrokerContext } from '../broker';
import type { Gateway } from '../gateway/server';
import type { ConnectedClient } from '../gateway/sessions/session';
import type { Store } from '../store/client';
import { BrokerError } from '../model/errors';
import type { Log } from '../model/log';
import type { MetricsRegistry } from '../observability/metrics';
import type { Config } from './config';
import type { Health } from './health';

/** Everything this process runs on; made once, used by every request handler. */
export interface Runtime {
  readonly config: Config;
  readonly store: Store;
  readonly ctx: BrokerContext;
  readonly log: Log;
  readonly metrics: MetricsRegistry;
  readonly grpcPort: number;
  /** The SDK clients connected to this process. */
  listClients(): ConnectedClient[];
  /** Calls under way of the busiest RPC. */
  busiestRpc: Gateway['busiestRpc'];
  /** Lines for the person who started it, e.g. the one-time sign-in link. */
  readonly announcements: readonly string[];
  health(): Promise<Health>;
  stop(): Promise<void>;
}

interface Slot {
  starting: Promise<Runtime> | undefined;
  ready: Runtime | undefined;
  failure: Error | undefined;
}

/**
 * Next gives instrumentation.ts and route handlers two instances of this module; only the global
 * object is one. Classes differ between the two as well: compare error names, not `instanceof`.
 */
const key = Symbol.for('redrive.runtime');

function slot(): Slot {
  const holder = globalThis as { [key]?: Slot };
  return (holder[key] ??= { starting: undefined, ready: undefined, failure: undefined });
}

/** Starts at most one runtime per process. */
export function holdRuntime(start: () => Promise<Runtime>): Promise<Runtime> {
  const held = slot();
  held.starting ??= start().then(
    (runtime) => {
      held.ready = runtime;
      return runtime;
    },
    (error: unknown) => {
      held.failure = error instanceof Error ? error : new Error(String(error));
      throw held.failure;
    },
  );
  return held.starting;
}

/** @param reason why there will be none in this process again */
export function releaseRuntime(reason?: string): void {
  const held = slot();
  held.ready = undefined;
  if (reason !== undefined) held.failure = new Error(reason);
}

/** Why there is no runtime now. */
export function whyAbsent(): string {
  return slot().failure?.message ?? 'starting or stopping';
}

/** Undefined while starting, after a failed start and while stopping. */
export function findRuntime(): Runtime | undefined {
  return slot().ready;
}

export function getRuntime(): Runtime {
  const { ready, failure } = slot();
  if (ready === undefined)
    throw new BrokerError('unavailable', failure?.message ?? 'Redrive is starting or stopping.', { cause: failure });
  return ready;
}
