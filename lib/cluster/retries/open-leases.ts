import type { PopRecord } from '../redrive/pop-record';

export interface OpenLease {
  readonly topic: string;
  readonly queueNo: number;
  readonly offset: number;
  readonly untilMs: number;
}

/** Hand-outs without an end, of one group. A longer lease or a failure is a new one, and the end of the old one. */
export class OpenLeases {
  readonly #open = new Map<string, OpenLease & { readonly popMs: number }>();
  /** Ends whose hand-out was not seen: they may come in any order. */
  readonly #ended = new Set<string>();

  constructor(private readonly group: string) {}

  see(record: PopRecord): void {
    const { group, topic, queueNo, popMs } = record;
    if (group !== this.group) return;
    for (const offset of record.offsets) {
      const place = `${topic}\n${queueNo}\n${offset}`;
      if (record.kind === 'settled') {
        this.#ended.add(`${place}\n${popMs}`);
        if (this.#open.get(place)?.popMs === popMs) this.#open.delete(place);
        continue;
      }
      const known = this.#open.get(place);
      if (this.#ended.has(`${place}\n${popMs}`) || (known !== undefined && known.popMs > popMs)) continue;
      this.#open.set(place, { topic, queueNo, offset, untilMs: record.untilMs, popMs });
    }
  }

  /** Soonest first. */
  at(nowMs: number): readonly OpenLease[] {
    return [...this.#open.values()]
      .filter(({ untilMs }) => untilMs > nowMs)
      .toSorted((a, b) => a.untilMs - b.untilMs)
      .map(({ popMs: _popMs, ...lease }) => lease);
  }
}
