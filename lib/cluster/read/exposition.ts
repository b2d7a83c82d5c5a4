import { CLUSTER_MARK_NAMES, CLUSTER_MARKS, type ClusterMarkName } from '../../model/cluster-mark';

/** name{labels} value, and perhaps when: Prometheus' text format. */
const SERIES = /^(rocketmq_[a-z_]+)\{(.*)\} (\S+)(?: -?\d+)?\s*$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const WATERMARK = 'rocketmq_processor_watermark';
const MOST_BROKERS = 1_000;

/** The mark of a series, by its name or its processor. */
const MARK_OF: ReadonlyMap<string, ClusterMarkName> = new Map(
  CLUSTER_MARK_NAMES.flatMap((mark) => {
    const { metric } = CLUSTER_MARKS[mark];
    if (metric === null) return [];
    return [['name' in metric ? metric.name : `${WATERMARK} ${metric.processor}`, mark] as const];
  }),
);
const NAMES: readonly string[] = [...new Set([...MARK_OF.keys()].map((key) => key.split(' ')[0] ?? ''))];

export type MetricMarks = Readonly<Partial<Record<ClusterMarkName, number>>>;

/** The marks of brokers in what they report to Prometheus, line by line; all else is passed over. */
export class Exposition {
  readonly #brokers = new Map<string, Partial<Record<ClusterMarkName, number>>>();

  add(line: string): void {
    // Most of a large cluster's lines are about its groups.
    if (!NAMES.some((name) => line.startsWith(name))) return;
    const [, name = '', labels = '', text = ''] = SERIES.exec(line) ?? [];
    const of = new Map([...labels.matchAll(LABEL)].map(([, label = '', value = '']) => [label, value]));
    const mark = MARK_OF.get(name === WATERMARK ? `${name} ${of.get('processor') ?? ''}` : name);
    const broker = of.get('node_id');
    const value = Number(text);
    // What is not known is written as NaN, or below 0.
    if (mark === undefined || broker === undefined || text === '' || !Number.isFinite(value) || value < 0) return;
    const marks = this.#brokers.get(broker) ?? {};
    if (this.#brokers.size >= MOST_BROKERS && !this.#brokers.has(broker)) return;
    this.#brokers.set(broker, marks);
    marks[mark] = Math.max(marks[mark] ?? 0, value);
  }

  /** Undefined: nothing of this broker is in it. */
  of(broker: string): MetricMarks | undefined {
    return this.#brokers.get(broker);
  }

  get brokers(): readonly string[] {
    return [...this.#brokers.keys()].toSorted();
  }
}
