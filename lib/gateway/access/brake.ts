import type { Log, LogFields } from '../../model/log';
import type { Metrics } from '../../model/metrics';

/** Why a call was refused: for the operator's log and metrics, never for the caller. */
export type AuthenticationFailure =
  | 'missing'
  | 'malformed'
  | 'unknown-key'
  | 'wrong-signature'
  | 'malformed-time'
  | 'outside-window'
  | 'disabled'
  | 'expired'
  | 'unreadable';

interface Failure {
  readonly reason: AuthenticationFailure;
  readonly address: string;
  /** Whose call it was, as the log says it. */
  readonly caller?: LogFields;
  /** Only of a key that exists: what was typed into the wrong field could be a secret. */
  readonly accessKeyId: string | null;
}

const WINDOW_MS = 60_000;
const FREE_FAILURES = 10;
const DELAY_MS = 1_000;
const MAX_ADDRESSES = 10_000;
const LOG_EVERY_MS = 1_000;

/**
 * Counts failures and slows an address that goes on failing: from its eleventh failure in a minute, each refusal takes
 * a second. Calls with a good signature from the same address are not slowed. Memory only, no query.
 */
export class FailureBrake {
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly #addresses = new Map<string, { sinceMs: number; failures: number }>();
  #loggedAtMs = Number.NEGATIVE_INFINITY;
  #suppressed = 0;

  constructor({ log, metrics }: { readonly log: Log; readonly metrics: Metrics }) {
    this.#log = log;
    this.#metrics = metrics;
  }

  /** @returns how long the answer should be held back, in milliseconds */
  note({ reason, address, accessKeyId, caller }: Failure, nowMs = performance.now()): number {
    this.#metrics.count('redrive_authentication_failures_total', { reason });
    const host = hostOf(address);
    this.#report({ ...caller, reason, host, accessKeyId }, nowMs);
    return this.#count(host, nowMs) > FREE_FAILURES ? DELAY_MS : 0;
  }

  #count(host: string, nowMs: number): number {
    const known = this.#addresses.get(host);
    const entry = known === undefined || nowMs - known.sinceMs > WINDOW_MS ? { sinceMs: nowMs, failures: 0 } : known;
    entry.failures += 1;
    // Bounded: the address that began to fail first is dropped first, so an attacker with many addresses cannot make
    // this grow.
    if (entry !== known) this.#addresses.delete(host);
    this.#addresses.set(host, entry);
    const [oldest] = this.#addresses.keys();
    if (this.#addresses.size > MAX_ADDRESSES && oldest !== undefined) this.#addresses.delete(oldest);
    return entry.failures;
  }

  #report(fields: LogFields, nowMs: number): void {
    if (nowMs - this.#loggedAtMs < LOG_EVERY_MS) {
      this.#suppressed += 1;
      return;
    }
    this.#log.warn({ ...fields, suppressed: this.#suppressed }, 'a RocketMQ client was refused for its access key');
    this.#loggedAtMs = nowMs;
    this.#suppressed = 0;
  }
}

/** "10.0.0.4:51234", "[::1]:51234" without the port. */
function hostOf(address: string): string {
  return address.replace(/:\d+$/, '').slice(0, 64);
}
