import { Broken, fifoOpen, has, keyAt, leaseOf, rowsOf, type Rules } from './rows';
import type { State } from './state';

/** What holds in every state, beside what is checked with each delivery and each commit. @throws Broken */
export function check(state: State, rules: Rules): void {
  for (const off of state.log.keys()) checkPlace(state, off);
  for (const key of state.keys.keys()) checkKey(state, rules, key);
}

/** Nothing is lost and nothing is doubled: what the cursor has passed is in one place. */
function checkPlace(state: State, off: number): void {
  const row = state.retry[off] ?? null;
  const letter = state.dead[off] ?? null;
  let places = Number(row !== null) + Number(letter !== null) + Number(state.done[off] === true);
  for (const { open } of state.leases) if (has(open, off)) places += 1;
  const key = state.keys[keyAt(state, off)] ?? null;
  const isPassedOver = key !== null && key.skipped && key.pos < off;
  if (places > 1) throw new Broken('a message is in one place', `message ${off} is in ${places}`);
  if (places === 0 && off < state.cursor && !isPassedOver)
    throw new Broken('nothing is lost', `message ${off} is in no place`);
  if (places > 0 && off >= state.cursor) throw new Broken('nothing is invented', `message ${off} was never claimed`);
  checkMoves(state, off, row?.generation ?? letter?.generation ?? null);
}

/** As many lives as re-drives say. */
function checkMoves({ jobs }: State, off: number, generation: number | null): void {
  const moves = jobs.filter(({ items }) => items[off]?.state === 'moved').length;
  if (generation !== null && moves !== generation)
    throw new Broken('a re-drive doubles nothing', `message ${off}: ${moves} moves, generation ${generation}`);
}

/** A busy key has something that can end: else it would wait for ever. */
function checkKey(state: State, { messagesOfAKey, maxRetries }: Rules, key: number): void {
  if (state.log.filter((each) => each === key).length > messagesOfAKey)
    throw new Broken('a repeated send stores nothing', `key ${key}`);
  const place = state.keys[key] ?? null;
  const rows = rowsOf(state, key);
  if (rows.some(({ row }) => !row.leased && row.attempt > maxRetries))
    throw new Broken('everything ends', `key ${key} waits for a delivery that may not be`);
  if (place === null || !place.busy) {
    if (rows.length > 0) throw new Broken('the order of a key', `key ${key} is free, and messages of it wait`);
    return;
  }
  const { held } = fifoOpen(state, key);
  const isLeased = ((leaseOf(state, place.lease)?.open ?? 0) & place.mask) !== 0;
  if (place.lease !== null && !isLeased) throw new Broken('everything ends', `key ${key} waits for a lease that ended`);
  if (held === Number.POSITIVE_INFINITY && rows.every(({ row }) => row.leased))
    throw new Broken('everything ends', `key ${key} is busy with nothing`);
}
