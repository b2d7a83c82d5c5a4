/** One side in one of several works that share their rounds. The table shows the side alone. */
export function sideIn(side: string, work: string | number): string {
  return `${side} #${work}`;
}

export function labelOf(side: string): string {
  return side.replace(/ #.*$/, '');
}

/** What was measured: one number for each round, by side and figure. */
export class Samples {
  readonly #values = new Map<string, number[]>();
  readonly #missing = new Map<string, string>();
  readonly #checked = new Map<string, string>();

  add(side: string, figures: Readonly<Record<string, number>>): void {
    for (const [figure, value] of Object.entries(figures)) {
      const key = `${side}\n${figure}`;
      this.#values.set(key, [...(this.#values.get(key) ?? []), value]);
    }
  }

  of(side: string, figure: string): readonly number[] {
    return this.#values.get(`${side}\n${figure}`) ?? [];
  }

  /** This side has no figures, and why. */
  miss(side: string, reason: string): void {
    this.#missing.set(side, reason);
  }

  /** What shows that the figures of this side are of the work that its row names. */
  check(side: string, found: string): void {
    this.#checked.set(side, found);
  }

  checked(side: string): string | undefined {
    return this.#checked.get(side);
  }

  whyMissing(side: string): string | undefined {
    return this.#missing.get(side) ?? this.#missing.get(labelOf(side));
  }
}
