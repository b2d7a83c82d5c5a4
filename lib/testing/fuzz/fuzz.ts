import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Random } from '../random';

/** Set by `npm run fuzz`: how many inputs of each kind, and which. */
const { REDRIVE_FUZZ_INPUTS: inputs = '', REDRIVE_FUZZ_SEED: seed = '' } = process.env;
export const FUZZ_REPORT = join('test-results', 'fuzz.jsonl');

export interface FuzzFigures {
  readonly target: string;
  readonly seed: number;
  readonly inputs: number;
  /** How they were answered. */
  readonly answers: Readonly<Record<string, number>>;
  /** What must not be: an input that was taken and should not be, a crash, no answer, an error of the server. */
  readonly wrong: readonly string[];
}

/** One run of made-up inputs. A seed gives the same ones again; it is said when a test fails. */
export class Fuzz {
  readonly seed = seed === '' ? Math.floor(Math.random() * 2 ** 31) : Number(seed);
  readonly random = new Random(this.seed);
  readonly inputs: number;
  readonly #target: string;
  readonly #answers = new Map<string, number>();
  readonly wrong: string[] = [];

  /** @param short how many inputs in tests; `share` of what the long run asks for, when an input is dear */
  constructor(target: string, { short, share = 1 }: { readonly short: number; readonly share?: number }) {
    this.#target = target;
    this.inputs = inputs === '' ? short : Math.ceil(Number(inputs) * share);
  }

  answered(answer: string): void {
    this.#answers.set(answer, (this.#answers.get(answer) ?? 0) + 1);
  }

  fault(what: string): void {
    this.wrong.push(what);
  }

  /** Equal to what it must be; a long run also keeps it. */
  figures(): FuzzFigures {
    const { seed: used, wrong } = this;
    const answers = Object.fromEntries([...this.#answers].toSorted(([, left], [, right]) => right - left));
    const figures = { target: this.#target, seed: used, inputs: this.inputs, answers, wrong: wrong.slice(0, 20) };
    if (inputs !== '') {
      mkdirSync(dirname(FUZZ_REPORT), { recursive: true });
      appendFileSync(FUZZ_REPORT, `${JSON.stringify(figures)}\n`);
    }
    return figures;
  }
}
