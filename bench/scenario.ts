import type { Bench } from './bench';
import type { Samples } from './samples';

/** One line of the table. */
export interface RowPlan {
  readonly work: string;
  /** Which figure of its sides is compared. */
  readonly figure: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  readonly redrive: string;
  /** The other side of the same rounds, a limit in the same unit, or nothing: then the figure is only reported. */
  readonly against: string | { readonly limit: number } | null;
  /** For the ratio of Redrive to the other side: at least, or at most, by `better`; null: none. */
  readonly goal: number | null;
}

/** Works that share what they prepare, measured in the same alternating rounds. */
export interface Scenario {
  readonly name: string;
  readonly rows: readonly RowPlan[];
  /** Uses the brokers that works share: they stay up from one such work to the next. */
  readonly sharesBrokers?: boolean;
  measure(bench: Bench, samples: Samples): Promise<void>;
}
