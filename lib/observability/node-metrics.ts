import { AggregatorRegistry, type Registry } from 'prom-client';

import { type MetricsJson, render } from './metrics';

/** What one process of the node counted. */
export interface ProcessMetrics {
  readonly name: string;
  /** Another one after the process was started again: its counts began at 0. */
  readonly run: number;
  readonly metrics: MetricsJson;
}

/**
 * The figures of a node from those of its processes, which are under the same labels. Counts never fall: what a process
 * had counted when it was last asked stays in the sum after it has ended, and while it does not answer. Gauges are of
 * the processes that answer.
 */
export class NodeMetrics {
  readonly #last = new Map<string, { readonly run: number; readonly counts: MetricsJson }>();
  #ended: MetricsJson = [];

  /** One at a time. */
  async text(answers: readonly ProcessMetrics[]): Promise<string> {
    const silent = new Map(this.#last);
    for (const { name, run, metrics } of answers) {
      const before = this.#last.get(name);
      if (before !== undefined && before.run !== run)
        this.#ended = await sumOf([this.#ended, before.counts]).getMetricsAsJSON();
      this.#last.set(name, { run, counts: metrics.filter(isCount) });
      silent.delete(name);
    }
    const parts = [...answers.map(({ metrics }) => metrics), ...[...silent.values()].map(({ counts }) => counts)];
    return await render(sumOf([...parts, this.#ended]));
  }
}

type Metric = MetricsJson[number];

const isCount = ({ type }: Metric): boolean => String(type) === 'counter' || String(type) === 'histogram';

/** What is measured of a process itself has its label, so that nothing has to be left out. */
function sumOf(parts: readonly MetricsJson[]): Registry {
  const keepingAll = (metric: Metric): object =>
    metric.aggregator === 'omit' ? { ...metric, aggregator: 'first' } : metric;
  return AggregatorRegistry.aggregate(parts.map((part) => part.map(keepingAll)));
}
