import type { Clock } from '../../model/clock';
import type { Store } from '../../store/client';
import { leaseAck } from '../../store/queries/delivery/lease-ack';
import { retryAck } from '../../store/queries/delivery/retry-ack';
import { retryRolledBack } from '../../store/sql-errors';
import { Batcher } from '../batcher';
import type { Handle } from './handle';
import { hasBit, mergeBits } from './lease-masks';

const MAX_ACKS = 1000;

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
  readonly #unordered = new Batcher<Handle, boolean>({
    run: (handles) => this.#run(handles, false),
    maxItems: MAX_ACKS,
  });
  readonly #ordered = new Batcher<Handle, boolean>({ run: (handles) => this.#run(handles, true), maxItems: MAX_ACKS });

  constructor(parts: { readonly store: Store; readonly clock: Clock }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
  }

  /** True: this delivery is committed, by this call or an earlier one. False: its lease is over. */
  ack(handle: Handle): Promise<boolean> {
    return (handle.ordered ? this.#ordered : this.#unordered).submit(handle);
  }

  async #run(handles: readonly Handle[], ordered: boolean): Promise<boolean[]> {
    const leases = handles.filter((handle): handle is LeaseHandle => handle.kind === 'lease');
    const retries = handles.filter((handle): handle is RetryHandle => handle.kind === 'retry');
    const [ackedBits, ackedRetries] = await Promise.all([
      this.#ackLeases(leases, ordered),
      this.#ackRetries(retries, ordered),
    ]);
    return handles.map((handle) =>
      handle.kind === 'lease'
        ? hasBit(ackedBits.get(handle.leaseId), handle.bit)
        : (ackedRetries.get(handle.epoch) ?? false),
    );
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
