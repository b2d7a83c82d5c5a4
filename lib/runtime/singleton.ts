import type { BrokerContext } from '../broker';
import type { ClusterDirectory } from '../engine';
import type { ConnectedClient } from '../gateway/sessions/session';
import type { Store } from '../store/client';
import { BrokerError } from '../model/errors';
import type { Log } from '../model/log';
import type { Config } from './config';
import type { Health } from './health';
import type { Pressure } from './processes/messages';

/** Everything the console runs on; made once, used by every request handler. */
export interface Runtime {
  readonly config: Config;
  readonly store: Store;
  readonly ctx: BrokerContext;
  readonly log: Log;
  /** The attached clusters. */
  readonly clusters: ClusterDirectory;
  /** The SDK clients connected to any node: those of other nodes as these last reported. */
  listClients(): Promise<readonly ConnectedClient[]>;
  /**
   * How near the limits all nodes are; waits and protections are of this node. Null: none of its broker processes
   * answers.
   */
  pressure(): Promise<Pressure | null>;
  /** Of all processes of this node, for Prometheus. */
  metricsText(): Promise<string>;
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
