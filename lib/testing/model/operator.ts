import {
  Broken,
  buryRow,
  dropClosed,
  epochOf,
  keyAt,
  leaseOf,
  offsIn,
  rowsOf,
  type Rules,
  settleKey,
  takeBack,
  waits,
} from './rows';
import { bit, type Item, type Job, type State } from './state';

export type RevokeVerb = 'now' | 'bury';

/** Whether `delivery_revoke` takes this message from its client. */
export function mayRevoke(state: State, rules: Rules, off: number, verb: RevokeVerb): boolean {
  const row = state.retry[off] ?? null;
  const key = keyAt(state, off);
  const place = state.keys[key] ?? null;
  const lease = leaseOf(state, place?.lease ?? null);
  const open = (lease?.open ?? 0) & (place?.mask ?? 0);
  if (row === null ? (open & bit(off)) === 0 : !row.leased || row.early) return false;
  if (verb === 'now' && (row?.attempt ?? 1) > rules.maxRetries) return false;
  const isBehind = rowsOf(state, key).some(({ off: other, row: each }) => !each.early && other < off);
  return !isBehind && !offsIn(open).some((other) => other < off);
}

/** `delivery_revoke`, and `retry_change` in the same transaction. */
export function revoke(state: State, rules: Rules, off: number, verb: RevokeVerb): void {
  const key = keyAt(state, off);
  const place = state.keys[key] ?? null;
  const lease = leaseOf(state, place?.lease ?? null);
  const counts = (each: number): boolean =>
    each === off || rules.mistake === 'delivery_revoke counts what is behind the named head';
  const rows = rowsOf(state, key).filter(({ row }) => row.leased && !row.early);
  if (place !== null && lease !== undefined) {
    const open = lease.open & place.mask;
    // revoke_leased
    if (rules.mistake !== 'delivery_revoke leaves the bits of the lease open') lease.open &= ~open;
    for (const each of offsIn(open)) {
      takeBack(state, each, each === off);
      waits(state, each, { attempt: counts(each) ? 1 : 0, due: each !== off, lost: each === off ? 0 : 1 });
    }
    Object.assign(place, { lease: null, mask: 0 });
  }
  for (const { off: each, row } of rows) {
    // revoke_retries
    takeBack(state, each, each === off);
    const fields = counts(each) ? {} : { attempt: row.attempt - 1, lost: row.lost + 1 };
    Object.assign(row, { ...fields, leased: false, due: each !== off, epoch: epochOf(state) });
  }
  dropClosed(state);
  const row = state.retry[off] ?? null;
  if (row === null) return;
  if (verb === 'now') {
    settleKey(state, rules, key);
    // retry_now
    Object.assign(row, { due: true, epoch: epochOf(state) });
  } else {
    buryRow(state, rules, off, row);
    settleKey(state, rules, key);
  }
}

const SHARES = 'redrive_start takes what another re-drive has, and redrive_step does not mark its items';

/** Dead letters that no running re-drive has. */
export function selectable(state: State, { mistake }: Rules): number[] {
  return state.dead.flatMap((letter, off) => {
    const isTaken = state.jobs.some(({ running, items }) => running && items[off]?.state === 'selected');
    return letter === null || (isTaken && mistake !== SHARES) ? [] : [off];
  });
}

/** `startRedrive`, which freezes the set; it says which dead letters stay behind. */
export function startRedrive(state: State, rules: Rules): void {
  const chosen = selectable(state, rules);
  const items = state.log.map((key, off): Item | null => {
    const letter = state.dead[off] ?? null;
    if (letter === null) return null;
    const { generation } = letter;
    if (!chosen.includes(off)) return { generation, previous: null, state: 'excluded' };
    const previous = chosen.findLast((each) => each < off && keyAt(state, each) === key) ?? null;
    return { generation, previous, state: 'selected' };
  });
  state.jobs.push({ running: true, items });
}

/** `redrive_next`: the first of every key, then the second of every key. Null: none may go now. */
export function nextItem(state: State, { items }: Job): number | null {
  const place = (off: number): number => {
    const previous = items[off]?.previous ?? null;
    return previous === null ? 0 : 1 + place(previous);
  };
  const isBlocking = (off: number | null): boolean => {
    if (off === null) return false;
    const item = items[off] ?? null;
    const row = state.retry[off] ?? null;
    return item?.state === 'selected' || (item?.state === 'moved' && row?.generation === item.generation + 1);
  };
  const selected = items.flatMap((item, off) => (item?.state === 'selected' ? [off] : []));
  return (
    selected
      .toSorted((a, b) => place(a) - place(b) || a - b)
      .find((off) => !isBlocking(items[off]?.previous ?? null)) ?? null
  );
}

/** `redrive_step` of one message. */
export function stepRedrive(state: State, rules: Rules, job: Job): void {
  const off = nextItem(state, job);
  const item = off === null ? null : (job.items[off] ?? null);
  if (off !== null && item !== null) {
    const letter = state.dead[off] ?? null;
    const isThere = letter !== null && letter.generation === item.generation;
    item.state = isThere || rules.mistake === SHARES ? 'moved' : 'excluded';
    if (item.state === 'moved') move(state, rules, off, item.generation + 1);
  }
  job.running = job.items.some((each) => each?.state === 'selected');
}

function move(state: State, { mistake }: Rules, off: number, generation: number): void {
  state.dead[off] = null;
  state.counted[off] = 0;
  if (mistake === 'redrive_step takes out the letter, and crashes before it writes the retry row') return;
  if ((state.retry[off] ?? null) !== null || state.done[off] === true)
    throw new Broken('a re-drive doubles nothing', `message ${off} is not dead`);
  const fields = { leased: false, early: false, due: true, client: 0, lost: 0 };
  state.retry[off] = { attempt: 0, generation, epoch: epochOf(state), ...fields };
  if (mistake === 'redrive_step does not block the key') return;
  const key = keyAt(state, off);
  const row = state.keys[key] ?? null;
  if (row !== null) Object.assign(row, { busy: true, ready: 0 });
  else state.keys[key] = { busy: true, lease: null, mask: 0, pos: state.cursor - 1, skipped: false, ready: 0 };
}
