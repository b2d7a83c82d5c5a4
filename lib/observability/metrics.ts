import { setImmediate as nextTurn } from 'node:timers/promises';

import { collectDefaultMetrics, Counter, Registry } from 'prom-client';

import { type GaugeValue, type MetricName, type Metrics, OWN_CLUSTER, WORKSPACE_LABELS } from '../model/metrics';
import { GaugeSources } from './gauge-sources';
import { METRIC_DEFINITIONS, type MetricDefinition } from './metric-definitions';
import { RefusedClients } from './refused-clients';
import { Counts, FastHistogram, MAX_SERIES } from './series';
import { shared } from './shared';

export interface PoolNumbers {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** As prom-client writes a registry. */
export type MetricsJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export interface MetricsRegistry extends Metrics {
  readonly text: () => Promise<string>;
  /** The same figures, to be put together with those of other processes. */
  readonly json: () => Promise<MetricsJson>;
  watchPool(pool: string, read: () => PoolNumbers): void;
  /** Gauges read when scraped, at most once per `keptMs`. */
  watch(source: string, keptMs: number, read: () => Promise<readonly GaugeValue[]> | readonly GaugeValue[]): void;
}

/** Node and cluster: labels of every series, as Apache RocketMQ has them. */
export interface NodeIdentity {
  readonly cluster: string;
  readonly nodeId: string;
  /** A label of what is measured of the process itself; a node has several. */
  readonly process?: string;
}

export interface MetricsOptions {
  /** How long one text answers every scrape, milliseconds: many scrapers cost as much as one. */
  readonly textKeptMs?: number;
  /** How long a source of gauges may take to answer, milliseconds; then it is left out. */
  readonly sourceLimitMs?: number;
}

export function createMetrics(
  { cluster, nodeId, process }: NodeIdentity = { cluster: OWN_CLUSTER, nodeId: 'local' },
  { textKeptMs = 0, sourceLimitMs }: MetricsOptions = {},
): MetricsRegistry {
  const registry = new Registry();
  registry.setDefaultLabels({ cluster, node_type: 'broker', node_id: nodeId });
  collectDefaultMetrics({ register: registry, ...(process === undefined ? {} : { labels: { process } }) });
  const leftOut = new Counter({
    name: 'redrive_metrics_left_out_total',
    help: `Counts that found no series because the metric has ${MAX_SERIES} of them.`,
    labelNames: ['metric'],
    registers: [registry],
  });
  const counters = new Map<string, Counts>();
  const histograms = new Map<string, FastHistogram>();
  for (const [name, definition] of Object.entries(METRIC_DEFINITIONS)) {
    const leaveOut = (): void => leftOut.inc({ metric: name });
    if (definition.kind === 'counter') counters.set(name, countsIn(registry, name, definition, leaveOut));
    else histograms.set(name, new FastHistogram(name, definition, leaveOut).register(registry));
  }
  const gauges = new GaugeSources(registry, sourceLimitMs);
  const refused = new RefusedClients();
  const refreshed = async (): Promise<Registry> => {
    for (const { labels, count } of refused.take())
      required(counters, 'redrive_throttled_requests_total').add(labels, count);
    await gauges.refresh();
    return registry;
  };
  return {
    text: shared(textKeptMs, async () => await render(await refreshed())),
    json: shared(textKeptMs, async () => await (await refreshed()).getMetricsAsJSON()),
    count: (name, labels, by = 1) => {
      if (name === 'redrive_throttled_requests_total') refused.add(labels, by);
      else required(counters, name).add(labels, by);
    },
    observe: (name, labels, value) => required(histograms, name).observe(labels, value),
    watchPool: (pool, read) => gauges.add(`${pool} pool`, 0, () => poolGauges(pool, read())),
    watch: (source, keptMs, read) => gauges.add(source, keptMs, read),
  };
}

/** Metric by metric: with thousands of series, other calls get a turn between two of them. */
export async function render(registry: Registry): Promise<string> {
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

/** A counter of prom-client that takes what was counted when it is read. */
function countsIn(registry: Registry, name: string, definition: MetricDefinition, leaveOut: () => void): Counts {
  const counts = new Counts(definition, leaveOut);
  const { help, labels, constant } = definition;
  new Counter({
    name,
    help,
    labelNames: [...labels, ...WORKSPACE_LABELS, ...Object.keys(constant ?? {})],
    registers: [registry],
    collect() {
      counts.take((declared, count) => this.inc(declared, count));
    },
  });
  return counts;
}

function required<Value>(metrics: ReadonlyMap<string, Value>, name: MetricName): Value {
  const metric = metrics.get(name);
  if (metric === undefined) throw new TypeError(`${name} is not a metric of this kind`);
  return metric;
}
