import {
  bury,
  buryRow,
  Broken,
  commit,
  dropClosed,
  epochOf,
  failBits,
  failRow,
  fifoOpen,
  has,
  keyAt,
  leaseOf,
  masked,
  offsIn,
  rowsOf,
  type Rules,
  settleKey,
  settleLease,
  takeBack,
} from './rows';
import { bit, type Handle, type Lease, type RetryRow, type State } from './state';

export type Answer = 'OK' | 'INVALID_RECEIPT_HANDLE';

function handleOf(state: State, off: number, which: number): Handle {
  const handle = state.handles[off]?.[which];
  if (handle === undefined) throw new Error(`message ${off} has no handle ${which}`);
  return handle;
}

type Live = { readonly lease: Lease } | { readonly row: RetryRow };

/** What a handle still decides about; null: the answer is refused. */
export function liveOf(state: State, { mistake }: Rules, off: number, which: number): Live | null {
  const handle = handleOf(state, off, which);
  if (handle.lease) {
    const lease = leaseOf(state, handle.epoch);
    if (lease === undefined) return null;
    const isOver = lease.over && mistake !== 'lease_ack does not look whether the lease is over';
    const isOpen = has(lease.open, off) || mistake === 'lease_ack does not look whether the bit is open';
    return isOver || !isOpen ? null : { lease };
  }
  const row = state.retry[off] ?? null;
  const isIts = row?.epoch === handle.epoch || mistake === 'retry_ack does not compare the epoch';
  // `visible_at > v_now`: of a leased row, that it is not over; of a waiting one, that it is not due.
  return row === null || !isIts || row.due || row.early ? null : { row };
}

/** `lease_ack` and `retry_ack`. */
export function ack(state: State, rules: Rules, off: number, which: number): Answer {
  const found = liveOf(state, rules, off, which);
  const handle = handleOf(state, off, which);
  if (found === null) return handle.won ? 'OK' : 'INVALID_RECEIPT_HANDLE';
  if ((state.holder[off] ?? null) === null || which !== 0)
    throw new Broken('an ack counts for its own delivery', `message ${off} by handle ${which}`);
  state.handles[off] = [{ ...handle, won: true }, ...(state.handles[off] ?? []).slice(1)];
  if ('lease' in found) ackLease(state, rules, off, found.lease);
  else ackRow(state, rules, off, found.row);
  return 'OK';
}

/** `fifo_lease_ack` of one bit. */
function ackLease(state: State, rules: Rules, off: number, lease: Lease): void {
  const place = state.keys[keyAt(state, off)] ?? null;
  const rest = lease.open & ~bit(off);
  const isBehind = place?.lease === lease.id && offsIn(rest & place.mask).some((other) => other < off);
  const isEarly = isBehind || isBehindOwnRow(state, lease, off);
  lease.open = rest;
  if (!isEarly || rules.mistake === 'fifo_lease_ack takes an early ack as final') {
    lease.acked |= bit(off);
    commit(state, off);
  } else {
    const { id: epoch, client } = lease;
    state.retry[off] = { attempt: 1, generation: 0, epoch, leased: true, early: true, due: false, client, lost: 0 };
    state.holder[off] = null;
  }
  settleLease(state, rules, lease.id);
  dropClosed(state);
}

/** A bit that is neither open nor acknowledged left the lease: its own row may be unfinished. */
function isBehindOwnRow(state: State, lease: Lease, off: number): boolean {
  const key = keyAt(state, off);
  const row = state.keys[key] ?? null;
  const gone = masked(lease.offs) & ~(lease.open | lease.acked);
  if (row?.lease !== lease.id || (row.mask & gone) === 0) return false;
  return rowsOf(state, key).some(
    ({ off: other, row: each }) => !each.early && (each.attempt >= 1 || each.lost > 0) && other < off,
  );
}

function ackRow(state: State, rules: Rules, off: number, row: RetryRow): void {
  const key = keyAt(state, off);
  const { held, failed } = fifoOpen(state, key);
  if (Math.min(held, failed) < off) {
    row.early = true;
    state.holder[off] = null;
  } else {
    state.retry[off] = null;
    commit(state, off);
  }
  settleKey(state, rules, key);
}

/** `lease_fail` and `retry_fail`, phase live. */
export function fail(state: State, rules: Rules, off: number, which: number): Answer {
  const found = liveOf(state, rules, off, which);
  if (found === null || ('row' in found && !found.row.leased)) return 'INVALID_RECEIPT_HANDLE';
  if ('lease' in found) failBits(state, rules, found.lease, bit(off), false);
  else failRow(state, rules, off, found.row, false);
  return 'OK';
}

/** `message_forward`. */
export function forward(state: State, rules: Rules, off: number, which: number): void {
  const found = liveOf(state, rules, off, which);
  if (found === null) return;
  if ('lease' in found) {
    found.lease.open &= ~bit(off);
    bury(state, off, 1, 0);
    settleLease(state, rules, found.lease.id);
    dropClosed(state);
  } else {
    buryRow(state, rules, off, found.row);
    settleKey(state, rules, keyAt(state, off));
  }
}

/** `lease_expired` and `retry_expired`: what the loop will end. */
export function look(state: State): void {
  state.looked = {
    leases: state.leases.filter(({ over }) => over).map(({ id, open }) => ({ id, open })),
    retries: state.retry.flatMap((row, off) =>
      row?.leased === true && !row.early && row.due ? [{ off, epoch: row.epoch }] : [],
    ),
  };
}

/** `lease_fail` and `retry_fail`, phase over: of what was found, what is still over. */
export function endLooked(state: State, rules: Rules): void {
  const { looked } = state;
  state.looked = null;
  for (const { id, open } of looked?.leases ?? []) {
    const lease = leaseOf(state, id);
    if (rules.mistake === 'expire does not look again before it ends a lease' && lease === undefined)
      offsIn(open).forEach((off) => endAgain(state, off));
    else if (lease?.over === true) failBits(state, rules, lease, open, true);
  }
  for (const { off, epoch } of looked?.retries ?? []) {
    const row = state.retry[off] ?? null;
    if (row?.epoch === epoch && row.leased && row.due && !row.early) failRow(state, rules, off, row, true);
  }
}

/** Of a lease that is closed meanwhile. */
function endAgain(state: State, off: number): void {
  takeBack(state, off, true);
  state.retry[off] ??= {
    ...{ attempt: 1, generation: 0, epoch: epochOf(state), leased: false, early: false, due: true, client: 0, lost: 0 },
  };
}
