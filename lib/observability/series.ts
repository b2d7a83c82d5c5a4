import type { Registry } from 'prom-client';

import { type MetricLabels, WORKSPACE_LABELS } from '../model/metrics';
import type { MetricDefinition } from './metric-definitions';

/** Only operators create topics and groups, but there may be many of them. */
export const MAX_SERIES = 10_000;

/** All declared labels, and no other: prom-client throws, and counting must never fail a delivery. */
export type DeclaredLabels = Readonly<Record<string, string>>;

/** The series of one metric by their labels. Finding one is on the way of every message. */
class SeriesTable<State> {
  readonly #definition: MetricDefinition;
  readonly #make: (labels: DeclaredLabels) => State;
  readonly #leaveOut: () => void;
  readonly #states = new Map<string, State>();
  /** Labels that stay as they are need no key. */
  readonly #frozen = new WeakMap<MetricLabels, State>();

  constructor(definition: MetricDefinition, make: (labels: DeclaredLabels) => State, leaveOut: () => void) {
    this.#definition = definition;
    this.#make = make;
    this.#leaveOut = leaveOut;
  }

  /** Null: it would be one too many, which is counted. */
  find(labels: MetricLabels): State | null {
    const known = this.#frozen.get(labels);
    if (known !== undefined) return known;
    let key = '';
    for (const label of this.#definition.labels) key += `${labels[label] ?? ''}\u0000`;
    for (const label of WORKSPACE_LABELS) if (labels[label] !== undefined) key += `${labels[label]}\u0000`;
    let state = this.#states.get(key);
    if (state === undefined) {
      if (this.#states.size >= MAX_SERIES) {
        this.#leaveOut();
        return null;
      }
      state = this.#make(this.#declared(labels));
      this.#states.set(key, state);
    }
    if (Object.isFrozen(labels)) this.#frozen.set(labels, state);
    return state;
  }

  all(): Iterable<State> {
    return this.#states.values();
  }

  #declared(labels: MetricLabels): DeclaredLabels {
    const { labels: declared, constant } = this.#definition;
    const own = WORKSPACE_LABELS.flatMap((label) => (labels[label] === undefined ? [] : [[label, labels[label]]]));
    return {
      ...Object.fromEntries([...declared.map((label) => [label, labels[label] ?? '']), ...own]),
      ...constant,
    };
  }
}

/** What was counted since the metric was last read: a sum here costs a tenth of a call of prom-client. */
export class Counts {
  readonly #table: SeriesTable<{ readonly labels: DeclaredLabels; count: number; isNew: boolean }>;

  constructor(definition: MetricDefinition, leaveOut: () => void) {
    this.#table = new SeriesTable(definition, (labels) => ({ labels, count: 0, isNew: true }), leaveOut);
  }

  add(labels: MetricLabels, by: number): void {
    const series = this.#table.find(labels);
    if (series !== null) series.count += by;
  }

  /** Hands everything over; a series that never counted anything has to be shown, too. */
  take(give: (labels: DeclaredLabels, count: number) => void): void {
    for (const series of this.#table.all()) {
      if (series.count !== 0 || series.isNew) give(series.labels, series.count);
      series.count = 0;
      series.isNew = false;
    }
  }
}

interface Observed {
  readonly labels: DeclaredLabels;
  /** Per bucket, the last one for what is above all bounds. */
  readonly counts: Float64Array;
  sum: number;
}

interface HistogramValue {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly sharedLabels: DeclaredLabels;
  readonly value: number;
}

/** A histogram as prom-client's registry wants one, with nothing but additions per value. */
export class FastHistogram {
  readonly name: string;
  readonly help: string;
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #bounds: readonly number[];
  readonly #table: SeriesTable<Observed>;

  constructor(name: string, definition: MetricDefinition, leaveOut: () => void) {
    this.name = name;
    this.help = definition.help;
    this.#bounds = definition.buckets ?? [];
    const make = (labels: DeclaredLabels): Observed => ({
      labels,
      counts: new Float64Array(this.#bounds.length + 1),
      sum: 0,
    });
    this.#table = new SeriesTable(definition, make, leaveOut);
  }

  register(registry: Registry): this {
    // Its interface is what a registry reads; its type is the classes of prom-client.
    registry.registerMetric(this as unknown as Parameters<Registry['registerMetric']>[0]);
    return this;
  }

  observe(labels: MetricLabels, value: number): void {
    const series = this.#table.find(labels);
    if (series === null || !Number.isFinite(value)) return;
    let bucket = 0;
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
  }

  /** For the text of a scrape: the labels of a series are written once for all its buckets. */
  getForPromString(): Promise<object> {
    return Promise.resolve(this.#read());
  }

  get(): Promise<object> {
    const { values, ...rest } = this.#read();
    const whole = values.map(({ sharedLabels, labels, ...value }) => ({
      ...value,
      labels: { ...sharedLabels, ...labels },
    }));
    return Promise.resolve({ ...rest, values: whole });
  }

  #read() {
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values: [...this.#table.all()].flatMap((series) => this.#valuesOf(series)) };
  }

  #valuesOf({ labels: sharedLabels, counts, sum }: Observed): HistogramValue[] {
    let total = 0;
    const buckets = Array.from(counts, (count, index) => {
      total += count;
      const le = this.#bounds[index] ?? '+Inf';
      return { metricName: `${this.name}_bucket`, labels: { le }, sharedLabels, value: total };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels: {}, sharedLabels, value: sum },
      { metricName: `${this.name}_count`, labels: {}, sharedLabels, value: total },
    ];
  }
}
