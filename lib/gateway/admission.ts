import type { MetricLabels, Metrics } from '../model/metrics';
import { DOCUMENTED_REPLY } from '../model/throttle/limit';
import { CODE } from './proto/codes';
import type { Status } from './proto/wire';

export interface AdmissionParts {
  readonly metrics: Metrics;
  readonly maxRunningCalls: number;
}

/** Counts unary calls under way, per RPC; a call above the limit is refused before it is read. */
export class Admission {
  readonly #parts: AdmissionParts;
  readonly #running = new Map<string, number>();

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /** Running calls of the busiest RPC. */
  get busiest(): { readonly rpc: string; readonly running: number; readonly limit: number } {
    let [busiest, most] = ['', 0];
    for (const [rpc, running] of this.#running) if (running > most) [busiest, most] = [rpc, running];
    return { rpc: busiest, running: most, limit: this.#parts.maxRunningCalls };
  }

  /** Null: admitted, and `leave` must follow. */
  enter(rpc: string): Status | null {
    const { metrics, maxRunningCalls } = this.#parts;
    const running = this.#running.get(rpc) ?? 0;
    if (running >= maxRunningCalls) {
      const labels: MetricLabels = { limit: 'running-calls', topic: '', consumer_group: '' };
      metrics.count('redrive_throttled_requests_total', labels);
      const limit = `their limit ${maxRunningCalls} (${DOCUMENTED_REPLY})`;
      const message = `flow limit; ${rpc} calls under way are ${running}, ${limit}.`;
      return { code: CODE.TOO_MANY_REQUESTS, message };
    }
    this.#running.set(rpc, running + 1);
    return null;
  }

  /** Running calls, per RPC. */
  get running(): ReadonlyMap<string, number> {
    return this.#running;
  }

  leave(rpc: string): void {
    this.#running.set(rpc, (this.#running.get(rpc) ?? 1) - 1);
  }
}
