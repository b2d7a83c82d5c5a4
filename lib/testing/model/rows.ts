import type { Mistake } from './mistakes';
import { bit, type Handle, type KeyRow, type Lease, type RetryRow, type State } from './state';

export interface Rules {
  readonly clients: number;
  readonly keys: number;
  readonly messagesOfAKey: number;
  readonly maxRetries: number;
  readonly mistake: Mistake | null;
}

/** An invariant does not hold. */
export class Broken extends Error {
  readonly invariant: string;

  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`);
    this.invariant = invariant;
  }
}

export const has = (mask: number, off: number): boolean => (mask & bit(off)) !== 0;

export function offsIn(mask: number): number[] {
  const offs: number[] = [];
  for (let off = 0; mask >> off > 0; off += 1) if (has(mask, off)) offs.push(off);
  return offs;
}

export const masked = (offs: readonly number[]): number => offs.reduce((sum, off) => sum | bit(off), 0);

/** Message offsets of a key. */
export function ofKey({ log }: State, key: number): number[] {
  const offs: number[] = [];
  for (let off = 0; off < log.length; off += 1) if (log[off] === key) offs.push(off);
  return offs;
}

export const keyAt = (state: State, off: number): number => state.log[off] ?? 0;

interface Placed {
  readonly off: number;
  readonly row: RetryRow;
}

/** Rows of `retry` of a key, in the order of the log. */
export function rowsOf({ log, retry }: State, key: number): Placed[] {
  const rows: Placed[] = [];
  for (let off = 0; off < log.length; off += 1) {
    const row = retry[off] ?? null;
    if (row !== null && log[off] === key) rows.push({ off, row });
  }
  return rows;
}

export function epochOf(state: State): number {
  state.next += 1;
  return state.next;
}

export const leaseOf = (state: State, id: number | null): Lease | undefined =>
  state.leases.find((lease) => lease.id === id);

/** A client receives a message. What it may rely on is checked here, whatever the rows say. */
export function deliver(
  state: State,
  rules: Rules,
  { off, client, attempt, ...handle }: Omit<Handle, 'won'> & { off: number; client: number; attempt: number },
  together: readonly number[],
): void {
  const name = `message ${off} to client ${client}`;
  if (state.done[off] === true) throw new Broken('an ack is final', `${name} after its ack`);
  for (const each of ofKey(state, keyAt(state, off))) {
    const other = state.holder[each] ?? null;
    if (other !== null && !together.includes(each))
      throw new Broken('one claim of a key at a time', `${name}, and client ${other} has message ${each}`);
    const isFinished = state.done[each] === true || (state.dead[each] ?? null) !== null;
    if (each < off && !isFinished && !together.includes(each))
      throw new Broken('the order of a key', `${name} before message ${each} is finished`);
  }
  const counted = (state.counted[off] ?? 0) + 1;
  if (attempt !== counted) throw new Broken('attempts', `${name} as ${attempt}, but it is number ${counted}`);
  if (attempt > rules.maxRetries + 1) throw new Broken('attempts', `${name} as ${attempt} of ${rules.maxRetries + 1}`);
  if (state.handles[off]?.some(({ epoch }) => epoch === handle.epoch) === true)
    throw new Broken('an epoch is given once', name);
  state.counted[off] = counted;
  state.holder[off] = client;
  state.handles[off] = [{ ...handle, won: false }, ...(state.handles[off] ?? [])].slice(0, 2);
}

/** A delivery is over that its client did not end. */
export function takeBack(state: State, off: number, counts: boolean): void {
  state.holder[off] = null;
  if (!counts) state.counted[off] = (state.counted[off] ?? 0) - 1;
}

export function commit(state: State, off: number): void {
  if (state.done[off] === true) throw new Broken('one commit of a life', `message ${off}`);
  const key = keyAt(state, off);
  for (const { off: other, row } of rowsOf(state, key))
    if (other < off && (row.attempt > 0 || row.lost > 0))
      throw new Broken('the order of a key', `message ${off} is done before message ${other}`);
  state.done[off] = true;
  state.holder[off] = null;
}

/** `message_bury`. */
export function bury(state: State, off: number, attempts: number, generation: number): void {
  if ((state.dead[off] ?? null) !== null) throw new Broken('a message is dead once', `message ${off}`);
  state.dead[off] = { attempts, generation };
  state.holder[off] = null;
}

/** Deletes a row of `retry` and writes the dead letter. */
export function buryRow(state: State, rules: Rules, off: number, row: RetryRow): void {
  if (rules.mistake !== 'message_bury leaves the retry row') state.retry[off] = null;
  bury(state, off, Math.max(1, row.attempt), row.generation);
}

/** A lease without open bits is of no effect any more: a repeated ack is known by its handle here. */
export function dropClosed(state: State): void {
  state.leases = state.leases.filter(({ open }) => open !== 0);
}

/** `fifo_open`. */
export function fifoOpen(state: State, key: number): { readonly held: number; readonly failed: number } {
  let held = Number.POSITIVE_INFINITY;
  let failed = Number.POSITIVE_INFINITY;
  for (const { off, row } of rowsOf(state, key)) {
    if (row.leased && !row.early) held = Math.min(held, off);
    if (!row.leased && (row.attempt >= 1 || row.lost > 0)) failed = Math.min(failed, off);
  }
  const place = state.keys[key] ?? null;
  const open = (leaseOf(state, place?.lease ?? null)?.open ?? 0) & (place?.mask ?? 0);
  return { held: Math.min(held, ...offsIn(open)), failed };
}

/** `fifo_settle_early`. */
export function settleEarly(state: State, rules: Rules, key: number): void {
  if (rules.mistake === 'fifo_settle_early leaves early acks alone') return;
  const early = rowsOf(state, key).filter(({ row }) => row.early);
  if (early.length === 0) return;
  const { held, failed } = fifoOpen(state, key);
  for (const { off, row } of early) {
    if (off < Math.min(held, failed) || (off > failed && row.attempt > rules.maxRetries)) {
      state.retry[off] = null;
      state.done[off] = true;
      state.holder[off] = null;
    } else if (off > failed) {
      Object.assign(row, { early: false, leased: false, due: true, epoch: epochOf(state) });
    }
  }
}

function free(state: State, key: number, row: KeyRow): void {
  if (row.skipped) Object.assign(row, { busy: false, lease: null, mask: 0, ready: epochOf(state) });
  else state.keys[key] = null;
}

/** `fifo_settle_leases` of one lease. */
export function settleLease(state: State, rules: Rules, id: number): void {
  const anyEarly = state.retry.some((row) => row?.early === true);
  for (const key of [0, 1]) {
    const row = state.keys[key] ?? null;
    if (row?.lease !== id) continue;
    if (anyEarly) settleEarly(state, rules, key);
    if (((leaseOf(state, id)?.open ?? 0) & row.mask) !== 0) continue;
    if (rowsOf(state, key).length > 0) Object.assign(row, { lease: null, mask: 0 });
    else free(state, key, row);
  }
}

/** `fifo_settle_messages`, which ends with `fifo_free`. */
export function settleKey(state: State, rules: Rules, key: number): void {
  settleEarly(state, rules, key);
  const row = state.keys[key] ?? null;
  if (row === null || !row.busy || row.lease !== null) return;
  if (rules.mistake !== 'fifo_free does not look for retry rows' && rowsOf(state, key).length > 0) return;
  free(state, key, row);
}

/** A row of `retry` for a message that leaves a lease. */
export function waits(state: State, off: number, fields: Pick<RetryRow, 'attempt' | 'due' | 'lost'>): void {
  if ((state.retry[off] ?? null) !== null) throw new Broken('a message is in one place', `message ${off} waits twice`);
  state.retry[off] = {
    ...{ generation: 0, epoch: epochOf(state), leased: false, early: false, client: 0 },
    ...fields,
  };
}

/** `lease_fail`: what is open of the mask failed. Without retries it would be dead; the model has some. */
export function failBits(state: State, rules: Rules, lease: Lease, mask: number, due: boolean): boolean {
  const hit = rules.mistake === 'expire does not look again before it ends a lease' && due ? mask : lease.open & mask;
  if (hit === 0) return false;
  lease.open &= ~hit;
  const isEarly = rules.mistake === 'lease_fail frees the key before the retry row is written';
  if (isEarly) settleLease(state, rules, lease.id);
  for (const off of offsIn(hit)) {
    takeBack(state, off, true);
    waits(state, off, { attempt: 1, due, lost: 0 });
  }
  if (!isEarly) settleLease(state, rules, lease.id);
  dropClosed(state);
  return true;
}

/** `retry_fail` of one row that is leased. */
export function failRow(state: State, rules: Rules, off: number, row: RetryRow, due: boolean): void {
  takeBack(state, off, true);
  const most = rules.mistake === 'retry_fail gives one delivery more than the limit' ? 1 : 0;
  if (row.attempt > rules.maxRetries + most) buryRow(state, rules, off, row);
  else {
    if (rules.mistake !== 'retry_fail keeps the epoch of the failed delivery') row.epoch = epochOf(state);
    Object.assign(row, { leased: false, due });
  }
  settleKey(state, rules, keyAt(state, off));
}
