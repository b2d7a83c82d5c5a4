import type { Handle, Item, Job, KeyRow, Lease, RetryRow, State } from './state';

const NONE = 0;
const ITEM_STATES = { selected: 1, moved: 2, excluded: 3 } as const;

/**
 * Equal for states that only differ in names: clients and epochs are numbered in the order in which they are met. An
 * epoch that no row has any more is like any other such one.
 */
export function keyOf(state: State): string {
  const writer = new KeyWriter();
  const { log, cursor, unanswered, left } = state;
  writer.add(log.length, cursor);
  for (const key of log) writer.add(key);
  for (const each of unanswered) writer.flags(each);
  writer.add(left.revokes, left.lostReplies, left.jobs, left.looks, left.forwards);
  const leases = state.leases.length < 2 ? state.leases : state.leases.toSorted((a, b) => first(a) - first(b));
  for (const lease of leases) writer.lease(lease);
  writer.add(NONE);
  for (const row of state.keys) writer.key(row);
  writer.flags((state.keys[0]?.ready ?? 0) > (state.keys[1]?.ready ?? 0));
  for (const off of log.keys()) {
    writer.flags(state.done[off] === true);
    writer.client(state.holder[off] ?? null);
    writer.add(state.counted[off] ?? 0);
    const letter = state.dead[off] ?? null;
    writer.add(letter === null ? NONE : 1 + letter.attempts, letter?.generation ?? 0);
    writer.retry(state.retry[off] ?? null);
  }
  for (const job of state.jobs) writer.job(job);
  writer.found(state.looked);
  for (const some of state.handles) writer.handles(some);
  return writer.text();
}

const first = ({ offs }: Lease): number => offs[0] ?? 0;

class KeyWriter {
  readonly #out: number[] = [];
  readonly #clients: number[] = [];
  readonly #epochs: number[] = [];

  text(): string {
    return String.fromCharCode.apply(null, this.#out);
  }

  add(...values: readonly number[]): void {
    for (const value of values) this.#out.push(value + 2);
  }

  flags(...values: readonly boolean[]): void {
    let sum = 0;
    for (const value of values) sum = sum * 2 + (value ? 1 : 0);
    this.#out.push(sum);
  }

  client(id: number | null): void {
    this.add(id === null ? NONE : numberOf(this.#clients, id));
  }

  lease({ id, client, offs, open, acked, over, lost }: Lease): void {
    this.add(numberOf(this.#epochs, id), lost, open, acked);
    this.client(client);
    for (const off of offs) this.add(off);
    this.add(-1);
    this.flags(over);
  }

  key(row: KeyRow | null): void {
    if (row === null) return this.add(NONE);
    this.add(1, row.lease === null ? NONE : numberOf(this.#epochs, row.lease), row.mask, row.pos);
    this.flags(true, row.busy, row.skipped);
  }

  retry(row: RetryRow | null): void {
    if (row === null) return this.add(NONE);
    this.add(1 + row.attempt, row.generation, numberOf(this.#epochs, row.epoch), row.lost);
    this.flags(row.leased, row.early, row.due);
    // Whose a message was that waits is of no effect.
    this.client(row.leased ? row.client : null);
  }

  job({ running, items }: Job): void {
    this.flags(true, running);
    for (const item of items) this.#item(item);
  }

  #item(item: Item | null): void {
    if (item === null) return this.add(NONE);
    this.add(ITEM_STATES[item.state], item.generation, item.previous === null ? NONE : item.previous + 1);
  }

  found(looked: State['looked']): void {
    this.add(looked?.leases.length ?? 0, looked?.retries.length ?? 0);
    for (const { id, open } of looked?.leases ?? []) this.add(this.#known(id), open);
    for (const { off, epoch } of looked?.retries ?? []) this.add(off, this.#known(epoch));
  }

  handles(some: readonly Handle[]): void {
    this.add(some.length);
    for (const { epoch, lease, won } of some) {
      this.add(this.#known(epoch));
      this.flags(lease, won);
    }
  }

  #known(epoch: number): number {
    return this.#epochs.indexOf(epoch) + 1;
  }
}

function numberOf(numbers: number[], id: number): number {
  const known = numbers.indexOf(id);
  return known === -1 ? numbers.push(id) : known + 1;
}
