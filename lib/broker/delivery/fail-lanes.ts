import type { Clock } from '../../model/clock';
import type { Store } from '../../store/client';
import { type FailScope, leaseFail } from '../../store/queries/delivery/lease-fail';
import { retryFail, type RetryFailItem, type RetryFailOutcome } from '../../store/queries/delivery/retry-fail';
import { isStaleGroupVersion, retryRolledBack } from '../../store/sql-errors';
import { KeyedBatchers } from '../batcher';

const MAX_FAILURES = 500;

interface LeaseBit {
  readonly scope: FailScope;
  readonly queueId: number;
  readonly leaseId: number;
  readonly bit: number;
  readonly delayMs: number | null;
}

interface RetryFailure {
  readonly scope: FailScope;
  readonly item: RetryFailItem;
}

/** Failures that share a policy decision (group, version, cause, delay) share a statement. */
export class FailLanes {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #leases = new KeyedBatchers<LeaseBit, boolean>(() => ({
    run: (items) => this.#failLeases(items),
    maxItems: MAX_FAILURES,
    mayRunAlone: isAlone,
  }));
  readonly #retries = new KeyedBatchers<RetryFailure, RetryFailOutcome>(() => ({
    run: (items) => this.#failRetries(items),
    maxItems: MAX_FAILURES,
    mayRunAlone: isAlone,
  }));

  constructor(parts: { readonly store: Store; readonly clock: Clock }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
  }

  /** @returns false: the message is not in this lease any more */
  failLeaseBit(
    scope: FailScope,
    place: { queueId: number; leaseId: number; bit: number },
    delayMs: number | null,
  ): Promise<boolean> {
    return this.#leases.submit(`${keyOf(scope)} ${delayMs}`, { scope, ...place, delayMs });
  }

  failRetry(scope: FailScope, item: RetryFailItem): Promise<RetryFailOutcome> {
    return this.#retries.submit(keyOf(scope), { scope, item });
  }

  async #failLeases(items: readonly LeaseBit[]): Promise<boolean[]> {
    const [first] = items;
    if (first === undefined) return [];
    const masks = new Map<number, { queueId: number; leaseId: number; bits: Set<number> }>();
    for (const { queueId, leaseId, bit } of items) {
      const lease = masks.get(leaseId) ?? { queueId, leaseId, bits: new Set<number>() };
      lease.bits.add(bit);
      masks.set(leaseId, lease);
    }
    const leases = [...masks.values()].map(({ queueId, leaseId, bits }) => ({
      queueId,
      leaseId,
      mask: [...bits].reduce((mask, bit) => mask + 2 ** bit, 0),
    }));
    const failed = await retryRolledBack(() =>
      leaseFail(this.#store.broker, this.#clock.nowOrNull(), first.scope, first.delayMs, leases),
    );
    return items.map(({ leaseId, bit }) => ((failed.get(leaseId) ?? 0) / 2 ** bit) % 2 >= 1);
  }

  async #failRetries(items: readonly RetryFailure[]): Promise<RetryFailOutcome[]> {
    const [first] = items;
    if (first === undefined) return [];
    const distinct = [...new Map(items.map(({ item }) => [item.epoch, item])).values()];
    const outcomes = await retryRolledBack(() =>
      retryFail(this.#store.broker, this.#clock.nowOrNull(), first.scope, distinct),
    );
    const byEpoch = new Map(distinct.map(({ epoch }, index) => [epoch, outcomes[index] ?? 'stale']));
    return items.map(({ item }) => byEpoch.get(item.epoch) ?? 'stale');
  }
}

function keyOf(scope: FailScope): string {
  return `${scope.groupId} ${scope.policyVersion} ${scope.ordered} ${scope.cause} ${scope.phase}`;
}

/** A stale policy version fails every item the same way: each caller decides again with the new one. */
function isAlone(error: unknown): boolean {
  return !isStaleGroupVersion(error);
}
