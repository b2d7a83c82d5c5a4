const SMALLEST = 64;
const LARGEST = 4_000;
/** A filter may name properties of 16 KB: this bounds what one window reads into memory. */
const CHARS = 4_000_000;
/** A filter may have a thousand comparisons: this bounds the cost of one window to about 0.1 s. */
const STEPS = 200_000;

/** The size of a window, and what it found. */
export interface Look {
  readonly wanted: number;
  /** Messages the filter was evaluated for. */
  readonly looked: number;
  readonly found: number;
  /** Of all evaluations together. */
  readonly steps: number;
  readonly values: readonly (readonly (string | null)[])[];
}

/** How many messages of the log one window holds: few while nearly all match, many while nearly none does. */
export class Window {
  #size = SMALLEST;

  get size(): number {
    return this.#size;
  }

  /** After a window with too few matches the next one is larger; after one with more than needed, smaller. */
  learn({ wanted, looked, found, steps, values }: Look): void {
    const fits = found === 0 ? this.#size * 4 : Math.ceil((looked / found) * wanted * 1.25);
    const chars = values.reduce((sum, each) => sum + each.reduce((all, value) => all + (value?.length ?? 0), 0), 0);
    const affordable = chars === 0 ? LARGEST : Math.floor((CHARS * values.length) / chars);
    const bearable = steps === 0 ? LARGEST : Math.floor((STEPS * looked) / steps);
    this.#size = Math.max(SMALLEST, Math.min(LARGEST, fits, affordable, bearable));
  }
}
