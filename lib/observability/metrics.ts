import { setImmediate as nextTurn } from 'node:timers/promises';

import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

import type { GaugeValue, MetricLabels, MetricName, Metrics } from '../model/metrics';
import { GaugeSources } from './gauge-sources';
import { METRIC_DEFINITIONS } from './metric-definitions';
import { RefusedClients } from './refused-clients';

export interface PoolNumbers {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export interface MetricsRegistry extends Metrics {
  readonly contentType: string;
  readonly text: () => Promise<string>;
  watchPool(pool: string, read: () => PoolNumbers): void;
  /** Gauges read when scraped, at most once per `keptMs`. */
  watch(source: string, keptMs: number, read: () => Promise<readonly GaugeValue[]> | readonly GaugeValue[]): void;
}

/** Node and cluster: labels of every series, as Apache RocketMQ has them. */
export interface NodeIdentity {
  readonly cluster: string;
  readonly nodeId: string;
}

/** Only operators create topics and groups, but there may be many of them. */
const MAX_COUNTER_SERIES = 10_000;

export interface MetricsOptions {
  /** How long one text answers every scrape, milliseconds: many scrapers cost as much as one. */
  readonly textKeptMs?: number;
  /** How long a source of gauges may take to answer, milliseconds; then it is left out. */
  readonly sourceLimitMs?: number;
}

export function createMetrics(
  { cluster, nodeId }: NodeIdentity = { cluster: 'redrive', nodeId: 'local' },
  { textKeptMs = 0, sourceLimitMs }: MetricsOptions = {},
): MetricsRegistry {
  const registry = new Registry();
  registry.setDefaultLabels({ cluster, node_type: 'broker', node_id: nodeId });
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  for (const [name, { kind, help, labels, constant, buckets }] of Object.entries(METRIC_DEFINITIONS)) {
    const labelNames = [...labels, ...Object.keys(constant ?? {})];
    const config = { name, help, labelNames, registers: [registry] };
    if (kind === 'counter') counters.set(name, new Counter(config));
    else histograms.set(name, new Histogram({ ...config, buckets: [...(buckets ?? [])] }));
  }
  const cap = new SeriesCap(registry);
  const gauges = new GaugeSources(registry, sourceLimitMs);
  const refused = new RefusedClients();
  const inc = (name: MetricName, labels: MetricLabels, by: number): void => {
    const counter = required(counters, name);
    if (cap.admits(name, labels)) counter.inc(declaredOnly(name, labels), by);
  };
  return {
    contentType: registry.contentType,
    text: shared(textKeptMs, async () => {
      for (const { labels, count } of refused.take()) inc('redrive_throttled_requests_total', labels, count);
      await gauges.refresh();
      return await render(registry);
    }),
    count: (name, labels, by = 1) => {
      if (name === 'redrive_throttled_requests_total') refused.add(labels, by);
      else inc(name, labels, by);
    },
    observe: (name, labels, value) => {
      const histogram = required(histograms, name);
      if (cap.admits(name, labels)) histogram.observe(declaredOnly(name, labels), value);
    },
    watchPool: (pool, read) => gauges.add(`${pool} pool`, 0, () => poolGauges(pool, read())),
    watch: (source, keptMs, read) => gauges.add(source, keptMs, read),
  };
}

/** One collection at a time; scrapes meanwhile, or soon after, get its answer. A failed one is not kept. */
function shared(keptMs: number, collect: () => Promise<string>): () => Promise<string> {
  let current: Promise<string> | null = null;
  return () => {
    if (current !== null) return current;
    const collecting = collect();
    const forget = (): void => {
      if (current === collecting) current = null;
    };
    collecting.then(() => (keptMs > 0 ? void setTimeout(forget, keptMs).unref() : forget()), forget);
    current = collecting;
    return collecting;
  };
}

/** Metric by metric: with thousands of series, other calls get a turn between two of them. */
async function render(registry: Registry): Promise<string> {
  const texts: string[] = [];
  for (const { name } of registry.getMetricsAsArray()) {
    texts.push(await registry.getSingleMetricAsString(name));
    await nextTurn();
  }
  return `${texts.join('\n')}\n`;
}

function poolGauges(pool: string, { totalCount, idleCount, waitingCount }: PoolNumbers): GaugeValue[] {
  const name = 'redrive_database_connections';
  return [
    { name, labels: { pool, state: 'busy' }, value: totalCount - idleCount },
    { name, labels: { pool, state: 'idle' }, value: idleCount },
    { name, labels: { pool, state: 'waiting' }, value: waitingCount },
  ];
}

/** Series beyond a limit are not created; what they would have counted is shown as left out. */
class SeriesCap {
  readonly #seen = new Map<string, Set<string>>();
  readonly #leftOut: Counter;

  constructor(registry: Registry) {
    this.#leftOut = new Counter({
      name: 'redrive_metrics_left_out_total',
      help: `Counts that found no series because the metric has ${MAX_COUNTER_SERIES} of them.`,
      labelNames: ['metric'],
      registers: [registry],
    });
  }

  admits(name: MetricName, labels: MetricLabels): boolean {
    const seen = this.#seen.get(name) ?? new Set();
    this.#seen.set(name, seen);
    const key = METRIC_DEFINITIONS[name].labels.map((label) => labels[label] ?? '').join('\u0000');
    if (seen.has(key)) return true;
    if (seen.size >= MAX_COUNTER_SERIES) {
      this.#leftOut.inc({ metric: name });
      return false;
    }
    seen.add(key);
    return true;
  }
}

/** prom-client throws on a label that was not declared; counting must never fail a delivery. */
function declaredOnly(name: MetricName, labels: MetricLabels): Record<string, string> {
  const { labels: declared, constant } = METRIC_DEFINITIONS[name];
  return { ...Object.fromEntries(declared.map((label) => [label, labels[label] ?? ''])), ...constant };
}

function required<Value>(metrics: ReadonlyMap<string, Value>, name: MetricName): Value {
  const metric = metrics.get(name);
  if (metric === undefined) throw new TypeError(`${name} is not a metric of this kind`);
  return metric;
}
