import type { FailScope } from '../../../store/queries/delivery/lease-fail';
import type { RetryFailItem, RetryFailOutcome } from '../../../store/queries/delivery/retry-fail';
import { isStaleGroupVersion } from '../../../store/sql-errors';
import { KeyedBatchers } from '../batcher';
import { endLeases, type EndParts, endRetries } from './end-deliveries';
import { hasBit, type LeaseBit, mergeBits } from './lease-masks';

const MAX_FAILURES = 500;

interface LeaseFailure extends LeaseBit {
  readonly scope: FailScope;
  readonly delayMs: number | null;
}

interface RetryFailure {
  readonly scope: FailScope;
  readonly item: RetryFailItem;
}

/** Failures that share a policy decision (group, version, cause, delay) share a statement. */
export class FailLanes {
  readonly #parts: EndParts;
  readonly #leases = new KeyedBatchers<LeaseFailure, boolean>(() => ({
    run: (items) => this.#failLeases(items),
    maxItems: MAX_FAILURES,
    mayRunAlone: isAlone,
  }));
  readonly #retries = new KeyedBatchers<RetryFailure, RetryFailOutcome>(() => ({
    run: (items) => this.#failRetries(items),
    maxItems: MAX_FAILURES,
    mayRunAlone: isAlone,
  }));

  constructor(parts: EndParts) {
    this.#parts = parts;
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

  async #failLeases(items: readonly LeaseFailure[]): Promise<boolean[]> {
    const [first] = items;
    if (first === undefined) return [];
    const leases = mergeBits(items);
    const failed = await endLeases(this.#parts, first.scope, first.delayMs, leases);
    return items.map(({ leaseId, bit }) => hasBit(failed.get(leaseId), bit));
  }

  async #failRetries(items: readonly RetryFailure[]): Promise<RetryFailOutcome[]> {
    const [first] = items;
    if (first === undefined) return [];
    const distinct = [...new Map(items.map(({ item }) => [item.epoch, item])).values()];
    const outcomes = await endRetries(this.#parts, first.scope, distinct);
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
