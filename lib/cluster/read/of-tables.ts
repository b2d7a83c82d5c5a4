import type { Cluster } from '../cluster';
import type { Answers, BrokerAnswer } from '../topology/answers';

interface Kept<Table, Made> {
  readonly tables: readonly BrokerAnswer<Table>[];
  /** Brokers without a table, and what else it was made from. */
  readonly beside: string;
  readonly made: Made;
}

/**
 * What is worked out from the tables of all brokers: with thousands of rows it is made again only when a broker has
 * another table.
 */
export class OfTables<Table, Made> {
  readonly #kept = new WeakMap<Cluster, Kept<Table, Made>>();

  get(cluster: Cluster, { parts, silent }: Answers<Table>, make: () => Made, ...others: readonly string[]): Made {
    const beside = JSON.stringify([silent, others]);
    const kept = this.#kept.get(cluster);
    const isSame = ({ broker, value }: BrokerAnswer<Table>, index: number): boolean =>
      kept?.tables[index]?.broker === broker && kept.tables[index]?.value === value;
    if (kept !== undefined && kept.beside === beside && kept.tables.length === parts.length && parts.every(isSame))
      return kept.made;
    const made = make();
    this.#kept.set(cluster, { tables: parts, beside, made });
    return made;
  }
}
