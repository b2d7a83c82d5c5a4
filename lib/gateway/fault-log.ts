import type { Log } from '../model/log';
import type { SurfaceCall } from './call';
import { callerOf } from './caller';

const QUIET_MS = 1000;

/** Unexpected errors, at most one line per RPC and second: without its database, thousands of calls a second fail. */
export class FaultLog {
  readonly #log: Log;
  readonly #entries = new Map<string, { loggedAtMs: number; suppressed: number }>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** @param call in which it happened; left out: in none */
  report(rpc: string, error: unknown, call?: Pick<SurfaceCall, 'headers' | 'peer'>): void {
    const nowMs = performance.now();
    const entry = this.#entries.get(rpc);
    if (entry !== undefined && nowMs - entry.loggedAtMs < QUIET_MS) {
      entry.suppressed += 1;
      return;
    }
    this.#entries.set(rpc, { loggedAtMs: nowMs, suppressed: 0 });
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const caller = call === undefined ? {} : callerOf(call);
    this.#log.error({ rpc, ...caller, error: text, suppressed: entry?.suppressed ?? 0 }, 'rpc failed');
  }
}
