import type { Clock } from '../../../model/clock';
import type { Store } from '../../../store/client';
import { leaseAck } from '../../../store/queries/delivery/lease-ack';
import { retryAck } from '../../../store/queries/delivery/retry-ack';
import { retryRolledBack } from '../../../store/sql-errors';
import { Batcher } from '../batcher';
import type { Handle } from './handle';
import { hasBit, mergeBits } from './lease-masks';

const MAX_ACKS = 1000;
/**
 * From so many on, the next ones are acknowledged while the ones before are committed. Rows are locked in one order, so
 * two batches cannot wait for each other.
 */
const AHEAD = { maxRunning: 2, fromWeight: 32 } as const;
const LIMITS = { maxItems: MAX_ACKS, maxWeight: MAX_ACKS, weigh: (handles: readonly Handle[]) => handles.length };

type LeaseHandle = Handle & { kind: 'lease' };
type RetryHandle = Handle & { kind: 'retry' };

/**
 * Acks of all groups in one lane: masks of one lease are merged before the statement, which applies one row per lease.
 */
export class AckLane {
  readonly #store: Store;
  readonly #clock: Clock;
  // Ordered and unordered separately: an ordered ack waits for its queue's claim lock, the others must not wait with
  // it.
  readonly #unordered = new Batcher<readonly Handle[], readonly boolean[]>({
    run: (calls) => this.#run(calls, false),
    ahead: AHEAD,
    ...LIMITS,
  });
  readonly #ordered = new Batcher<readonly Handle[], readonly boolean[]>({
    run: (calls) => this.#run(calls, true),
    ...LIMITS,
  });

  constructor(parts: { readonly store: Store; readonly clock: Clock }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
  }

  /**
   * Of each handle of a call. True: this delivery is committed, by this call or an earlier one. False: its lease is
   * over.
   */
  ack(handles: readonly Handle[]): Promise<readonly boolean[]> {
    if (handles.length === 0) return Promise.resolve([]);
    // Nearly always all of one kind: a group is ordered or it is not.
    if (handles.every(({ ordered }) => !ordered)) return this.#unordered.submit(handles);
    if (handles.every(({ ordered }) => ordered)) return this.#ordered.submit(handles);
    return this.#ackMixed(handles);
  }

  async #ackMixed(handles: readonly Handle[]): Promise<readonly boolean[]> {
    const ordered = handles.filter((handle) => handle.ordered);
    const unordered = handles.filter((handle) => !handle.ordered);
    const [ofOrdered, ofUnordered] = await Promise.all([
      this.#ordered.submit(ordered),
      this.#unordered.submit(unordered),
    ]);
    const acked = new Map<Handle, boolean | undefined>([
      ...ordered.map((handle, index) => [handle, ofOrdered[index]] as const),
      ...unordered.map((handle, index) => [handle, ofUnordered[index]] as const),
    ]);
    return handles.map((handle) => acked.get(handle) ?? false);
  }

  async #run(calls: readonly (readonly Handle[])[], ordered: boolean): Promise<boolean[][]> {
    const handles = calls.flat();
    const leases = handles.filter((handle): handle is LeaseHandle => handle.kind === 'lease');
    const retries = handles.filter((handle): handle is RetryHandle => handle.kind === 'retry');
    const [ackedBits, ackedRetries] = await Promise.all([
      this.#ackLeases(leases, ordered),
      this.#ackRetries(retries, ordered),
    ]);
    const isAcked = (handle: Handle): boolean =>
      handle.kind === 'lease'
        ? hasBit(ackedBits.get(handle.leaseId), handle.bit)
        : (ackedRetries.get(handle.epoch) ?? false);
    return calls.map((call) => call.map(isAcked));
  }

  async #ackLeases(handles: readonly LeaseHandle[], ordered: boolean): Promise<Map<number, number>> {
    if (handles.length === 0) return new Map();
    const masks = mergeBits(handles);
    return await retryRolledBack(() => leaseAck(this.#store.broker, this.#clock.nowOrNull(), masks, ordered));
  }

  async #ackRetries(handles: readonly RetryHandle[], ordered: boolean): Promise<Map<number, boolean>> {
    // The same handle twice in one batch is one ack.
    const distinct = [...new Map(handles.map((handle) => [handle.epoch, handle])).values()];
    if (distinct.length === 0) return new Map();
    const acked = await retryRolledBack(() => retryAck(this.#store.broker, this.#clock.nowOrNull(), distinct, ordered));
    return new Map(distinct.map(({ epoch }, index) => [epoch, acked[index] ?? false]));
  }
}
