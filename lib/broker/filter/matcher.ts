import { setImmediate as turn } from 'node:timers/promises';

import { matchesFilter } from '../../model/filter/evaluate';
import type { SqlFilter } from './parse-filter';

/** About 2 ms of evaluation; then the other work of this process runs. */
const STEPS_PER_TURN = 3_000;

/** Evaluates one expression over many messages without blocking the process. */
export class Matcher {
  readonly #filter: SqlFilter;
  readonly #places: ReadonlyMap<string, number>;
  readonly #meter = { steps: 0 };
  #evaluated = 0;
  #stepsOfTurns = 0;

  constructor(filter: SqlFilter) {
    this.#filter = filter;
    this.#places = new Map(filter.names.map((name, place) => [name, place]));
  }

  get evaluated(): number {
    return this.#evaluated;
  }

  get steps(): number {
    return this.#stepsOfTurns + this.#meter.steps;
  }

  /** @param values in the order of the filter's names */
  async matches(values: readonly (string | null)[]): Promise<boolean> {
    this.#evaluated += 1;
    if (this.#meter.steps >= STEPS_PER_TURN) {
      this.#stepsOfTurns += this.#meter.steps;
      this.#meter.steps = 0;
      await turn();
    }
    return matchesFilter(this.#filter.expression, (name) => values[this.#places.get(name) ?? -1] ?? null, this.#meter);
  }
}
