import {
  deliver,
  dropClosed,
  epochOf,
  keyAt,
  masked,
  ofKey,
  offsIn,
  rowsOf,
  type Rules,
  settleKey,
  settleLease,
  takeBack,
  waits,
} from './rows';
import type { State } from './state';

/** A delivery that a claim hands out, before clients and invariants see it. */
interface Given {
  readonly off: number;
  readonly attempt: number;
  readonly epoch: number;
  readonly lease: boolean;
}

export interface Claim {
  readonly client: number;
  readonly want: number;
  /** Of two keys that are due, the one whose message became visible first. */
  readonly first: number;
}

/** `fifo_claim_all` for one receiver. */
export function claim(state: State, rules: Rules, { client, want, first }: Claim): readonly number[] {
  const again = claimRetries(state, rules, client, { want, first });
  const given = [...again, ...(again.length < want ? claimLog(state, rules, client, want - again.length) : [])];
  const together = given.map(({ off }) => off);
  for (const each of given) deliver(state, rules, { ...each, client }, together);
  return together;
}

/** `fifo_retry_claim`: everything due from the head of a key on, while no client has anything of it. */
function claimRetries(state: State, rules: Rules, client: number, { want, first }: Omit<Claim, 'client'>): Given[] {
  const open = [first, 1 - first].flatMap((key) => openRows(state, rules, key));
  return open.slice(0, want).map((off) => {
    const row = state.retry[off];
    if (row === null || row === undefined) throw new Error('no row');
    // retry_lease
    row.attempt += 1;
    Object.assign(row, { epoch: epochOf(state), leased: true, due: false, client });
    return { off, attempt: row.attempt, epoch: row.epoch, lease: false };
  });
}

export function openRows(state: State, rules: Rules, key: number): number[] {
  const rows = rowsOf(state, key);
  const looks = rules.mistake !== 'fifo_retry_claim does not look for a lease of the key';
  if (rows.some(({ row }) => row.leased) || (looks && (state.keys[key]?.lease ?? null) !== null)) return [];
  const blocked = rows.findIndex(({ row }) => !row.due || row.attempt > rules.maxRetries);
  return rows.slice(0, blocked === -1 ? rows.length : blocked).map(({ off }) => off);
}

/** `fifo_log_claim`: keys that are free again, then new messages from the cursor. */
function claimLog(state: State, rules: Rules, client: number, want: number): Given[] {
  const start = state.cursor;
  const taken: number[] = [];
  let cut: number | null = null;
  const freed = [0, 1]
    .filter((key) => state.keys[key]?.busy === false)
    .toSorted((a, b) => (state.keys[a]?.ready ?? 0) - (state.keys[b]?.ready ?? 0))
    .slice(0, want);
  let rows = 0;
  for (const key of freed) {
    const { pos } = state.keys[key] ?? { pos: 0 };
    const left = ofKey(state, key).filter((off) => off > pos && off < start);
    rows += Math.max(1, left.length);
    if (left.length === 0) state.keys[key] = null;
    taken.push(...left);
  }
  taken.splice(want);
  const last = taken.at(-1);
  if (rows > want && last !== undefined) cut = keyAt(state, last);
  const again = new Set(taken.map((off) => keyAt(state, off)));
  if (cut === null) passLog(state, rules, { want, again, taken });
  if (taken.length === 0) return [];
  return giveLease(state, client, { taken: taken.toSorted((a, b) => a - b), again, cut });
}

/** New messages of keys that nothing blocks; of the others only the flag is set. */
function passLog(
  state: State,
  rules: Rules,
  { want, again, taken }: { readonly want: number; readonly again: ReadonlySet<number>; readonly taken: number[] },
): void {
  while (state.cursor < state.log.length && taken.length < want) {
    const off = state.cursor;
    const key = keyAt(state, off);
    const row = state.keys[key] ?? null;
    if (row === null || again.has(key)) taken.push(off);
    else if (rules.mistake !== 'fifo_log_claim does not flag what it passes over') row.skipped = true;
    state.cursor += 1;
  }
  if (rules.mistake === 'fifo_log_claim moves the cursor behind what it did not take') state.cursor = state.log.length;
}

function giveLease(
  state: State,
  client: number,
  { taken, again, cut }: { readonly taken: number[]; readonly again: ReadonlySet<number>; readonly cut: number | null },
): Given[] {
  const id = epochOf(state);
  state.leases.push({ id, client, offs: taken, open: masked(taken), acked: 0, over: false, lost: 0 });
  for (const key of new Set(taken.map((off) => keyAt(state, off)))) {
    const own = taken.filter((off) => keyAt(state, off) === key);
    const skipped = again.has(key) && cut === key;
    state.keys[key] = { busy: true, lease: id, mask: masked(own), pos: Math.max(...own), skipped, ready: 0 };
  }
  return taken.map((off) => ({ off, attempt: 1, epoch: id, lease: true }));
}

/** What a client has, and may still answer. */
export function heldBy(state: State, client: number): number[] {
  return [
    ...state.leases.flatMap((lease) => (lease.client === client && !lease.over ? offsIn(lease.open) : [])),
    ...state.retry.flatMap((row, off) =>
      row?.leased === true && !row.early && !row.due && row.client === client ? [off] : [],
    ),
  ].toSorted((a, b) => a - b);
}

/** `fifo_reenter`: the same delivery again. */
export function reenter(state: State, rules: Rules, client: number): readonly number[] {
  const held = heldBy(state, client);
  for (const lease of state.leases) if (lease.client === client && !lease.over) lease.lost += 1;
  for (const off of held) {
    const row = state.retry[off] ?? null;
    if (row !== null) row.lost += 1;
    if (rules.mistake === 'fifo_reenter counts as a delivery') {
      state.holder[off] = null;
      const [handle] = state.handles[off] ?? [];
      state.handles[off] = [];
      const counted = state.counted[off] ?? 0;
      deliver(state, rules, { off, client, lease: true, epoch: 0, ...handle, attempt: counted }, held);
    }
  }
  return held;
}

/** `delivery_lost`: the reply with these messages was never written. Only of what nothing was answered of. */
export function loseReply(state: State, rules: Rules, client: number): void {
  const counts = rules.mistake === 'delivery_lost counts as an attempt';
  for (const lease of state.leases.filter((each) => each.client === client && !each.over)) {
    if (lease.open !== masked(lease.offs)) continue;
    lease.open = 0;
    for (const off of lease.offs) {
      takeBack(state, off, false);
      waits(state, off, { attempt: counts ? 1 : 0, due: false, lost: lease.lost + 1 });
    }
    settleLease(state, rules, lease.id);
  }
  dropClosed(state);
  for (const [off, row] of state.retry.entries()) {
    if (row === null || !row.leased || row.early || row.due || row.client !== client) continue;
    takeBack(state, off, false);
    const attempt = counts ? row.attempt : row.attempt - 1;
    Object.assign(row, { leased: false, due: false, attempt, lost: row.lost + 1, epoch: epochOf(state) });
    settleKey(state, rules, keyAt(state, off));
  }
}

export const isWhole = (state: State, client: number): boolean =>
  state.leases.every((lease) => lease.client !== client || lease.over || lease.open === masked(lease.offs));
