import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { MetricLabels, MetricName, Metrics } from '../model/metrics';
import type { LimitUse } from '../model/throttle/limit-state';
import { METRIC_DEFINITIONS } from './metric-definitions';

export interface PoolNumbers {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export interface MetricsRegistry extends Metrics {
  readonly contentType: string;
  readonly text: () => Promise<string>;
  watchPool(pool: string, read: () => PoolNumbers): void;
  watchHalfMessages(read: () => Promise<readonly { readonly topic: string; readonly pending: number }[]>): void;
  watchLimits(read: () => readonly LimitUse[]): void;
}

export function createMetrics(): MetricsRegistry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  for (const [name, { kind, help, labels, buckets }] of Object.entries(METRIC_DEFINITIONS)) {
    const config = { name, help, labelNames: [...labels], registers: [registry] };
    if (kind === 'counter') counters.set(name, new Counter(config));
    else histograms.set(name, new Histogram({ ...config, buckets: [...(buckets ?? [])] }));
  }
  const pools = new Map<string, () => PoolNumbers>();
  registerPoolGauge(registry, pools);
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    count: (name, labels, by = 1) => required(counters, name).inc(declaredOnly(name, labels), by),
    observe: (name, labels, value) => required(histograms, name).observe(declaredOnly(name, labels), value),
    watchPool: (pool, read) => void pools.set(pool, read),
    watchHalfMessages: (read) => registerHalfGauge(registry, read),
    watchLimits: (read) => registerLimitGauges(registry, read),
  };
}

/** Read when scraped: a pool's numbers change far more often than anybody looks at them. */
function registerPoolGauge(registry: Registry, pools: ReadonlyMap<string, () => PoolNumbers>): void {
  new Gauge({
    name: 'redrive_database_connections',
    help: 'Database connections and the calls that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, read] of pools) {
        const { totalCount, idleCount, waitingCount } = read();
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}

/** Counted when scraped. A database that does not answer leaves the series out: no number is better than an old one. */
function registerHalfGauge(
  registry: Registry,
  read: () => Promise<readonly { readonly topic: string; readonly pending: number }[]>,
): void {
  new Gauge({
    name: 'rocketmq_half_messages',
    help: 'Half messages that wait for their transaction to end.',
    labelNames: ['topic'],
    registers: [registry],
    async collect() {
      const counts = await read().catch(() => []);
      this.reset();
      for (const { topic, pending } of counts) this.set({ topic }, pending);
    },
  });
}

/** One series per enabled limit; what is not known has none. */
function registerLimitGauges(registry: Registry, read: () => readonly LimitUse[]): void {
  const labelNames = ['kind', 'scope', 'subject'];
  new Gauge({
    name: 'redrive_limit_used_ratio',
    help: 'How much of a limit is used: of a rate, the mean of 10 s against the share of this node; of a level, as last read.',
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const { limit, value, line } of read()) {
        const { kind, scope, subject } = limit;
        if (value !== null) this.set({ kind, scope, subject }, value / line);
      }
    },
  });
  new Gauge({
    name: 'redrive_limit_warning',
    help: '1 from the soft line of a limit on, 2 while it refuses.',
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const { limit, state } of read()) {
        const { kind, scope, subject } = limit;
        if (state !== 'unknown')
          this.set({ kind, scope, subject }, state === 'refusing' ? 2 : state === 'warning' ? 1 : 0);
      }
    },
  });
}

/** prom-client throws on a label it was not told about; counting must never fail a delivery. */
function declaredOnly(name: MetricName, labels: MetricLabels): Record<string, string> {
  return Object.fromEntries(METRIC_DEFINITIONS[name].labels.map((label) => [label, labels[label] ?? '']));
}

function required<Value>(metrics: ReadonlyMap<string, Value>, name: MetricName): Value {
  const metric = metrics.get(name);
  if (metric === undefined) throw new TypeError(`${name} is not a metric of this kind`);
  return metric;
}
