import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { Gauge, type Registry } from 'prom-client';

import { type GaugeName, type GaugeValue, WORKSPACE_LABELS } from '../model/metrics';
import { GAUGE_DEFINITIONS } from './metric-definitions';

/** Series of one gauge; the first ones are kept, which are those with the first names. */
const MAX_SERIES = 10_000;
/** Then other calls get a turn. */
const WRITTEN_AT_ONCE = 2000;
/** Longer than a statement of the console may run, shorter than Prometheus waits for a scrape (10 s). */
const SOURCE_LIMIT_MS = 6000;

interface Source {
  readonly read: () => Promise<readonly GaugeValue[]> | readonly GaugeValue[];
  readonly keptMs: number;
  readAtMs: number;
  isReading: boolean;
  reading: Promise<readonly GaugeValue[] | null> | null;
}

/**
 * Gauges are read on a scrape, but each source at most once per `keptMs`, however many scrape. A source that
 * fails leaves its series out: no value is better than an old one. So does one that does not answer in time: while the
 * database hangs, what the process itself knows is still reported.
 */
export class GaugeSources {
  readonly #gauges = new Map<GaugeName, Gauge>();
  readonly #sources = new Map<string, Source>();
  readonly #up: Gauge;
  readonly #leftOut: Gauge;
  readonly #limitMs: number;

  constructor(registry: Registry, limitMs: number = SOURCE_LIMIT_MS) {
    this.#limitMs = limitMs;
    const registers = [registry];
    for (const [name, { help, labels, constant, acrossProcesses }] of Object.entries(GAUGE_DEFINITIONS)) {
      const labelNames = [...labels, ...WORKSPACE_LABELS, ...Object.keys(constant ?? {})];
      const aggregator = acrossProcesses ?? 'sum';
      this.#gauges.set(name as GaugeName, new Gauge({ name, help, labelNames, registers, aggregator }));
    }
    this.#up = new Gauge({
      name: 'redrive_metrics_source_up',
      help: '0: the figures of this source could not be read, and are left out.',
      labelNames: ['source'],
      registers,
      aggregator: 'min',
    });
    this.#leftOut = new Gauge({
      name: 'redrive_metrics_series_left_out',
      help: `Series left out because the metric has more than ${MAX_SERIES}.`,
      labelNames: ['metric'],
      registers,
    });
  }

  add(source: string, keptMs: number, read: Source['read']): void {
    this.#sources.set(source, { read, keptMs, readAtMs: Number.NEGATIVE_INFINITY, isReading: false, reading: null });
  }

  /** One at a time: a concurrent reader of the registry would see a part. */
  async refresh(): Promise<void> {
    const answers = await Promise.all(
      [...this.#sources].map(async ([name, source]) => [name, await within(this.#limitMs, ask(source))] as const),
    );
    // None is set to 0 by that, which would be a claim: each has labels.
    for (const gauge of this.#gauges.values()) gauge.reset();
    this.#leftOut.reset();
    const shown = new Map<GaugeName, number>();
    let written = 0;
    for (const [source, values] of answers) {
      this.#up.set({ source }, values === null ? 0 : 1);
      for (const { name, labels, value } of values ?? []) {
        written += 1;
        if (written % WRITTEN_AT_ONCE === 0) await nextTurn();
        const count = (shown.get(name) ?? 0) + 1;
        shown.set(name, count);
        if (count > MAX_SERIES) this.#leftOut.set({ metric: name }, count - MAX_SERIES);
        else this.#gauges.get(name)?.set({ ...labels, ...GAUGE_DEFINITIONS[name].constant }, value);
      }
    }
  }
}

/** A source that has not answered yet is not read a second time: later scrapes wait for the same answer. */
function ask(source: Source): Promise<readonly GaugeValue[] | null> {
  const now = performance.now();
  if (source.reading === null || (!source.isReading && now - source.readAtMs >= source.keptMs)) {
    source.readAtMs = now;
    source.isReading = true;
    source.reading = Promise.resolve()
      .then(source.read)
      .catch(() => null)
      .finally(() => {
        source.isReading = false;
      });
  }
  return source.reading;
}

async function within<T>(limitMs: number, reading: Promise<T>): Promise<T | null> {
  const answered = new AbortController();
  const late = sleep(limitMs, null, { signal: answered.signal, ref: false }).catch(() => null);
  try {
    return await Promise.race([reading, late]);
  } finally {
    answered.abort();
  }
}
