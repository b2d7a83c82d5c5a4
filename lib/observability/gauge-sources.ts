import { setImmediate as nextTurn } from 'node:timers/promises';

import { Gauge, type Registry } from 'prom-client';

import type { GaugeName, GaugeValue } from '../model/metrics';
import { GAUGE_DEFINITIONS } from './metric-definitions';

/** Series of one gauge; the first ones are kept, which are those with the first names. */
const MAX_SERIES = 10_000;
/** Then calls get their turn. */
const WRITTEN_AT_ONCE = 2000;

interface Source {
  readonly read: () => Promise<readonly GaugeValue[]> | readonly GaugeValue[];
  readonly keptMs: number;
  readAtMs: number;
  reading: Promise<readonly GaugeValue[] | null> | null;
}

/**
 * Gauges are read when somebody scrapes, but each source at most once per `keptMs`, however many scrape. A source that
 * fails leaves its series out: no number is better than an old one.
 */
export class GaugeSources {
  readonly #gauges = new Map<GaugeName, Gauge>();
  readonly #sources = new Map<string, Source>();
  readonly #up: Gauge;
  readonly #leftOut: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    for (const [name, { help, labels, constant }] of Object.entries(GAUGE_DEFINITIONS)) {
      const labelNames = [...labels, ...Object.keys(constant ?? {})];
      this.#gauges.set(name as GaugeName, new Gauge({ name, help, labelNames, registers }));
    }
    this.#up = new Gauge({
      name: 'redrive_metrics_source_up',
      help: '0: what this source tells could not be read, and is left out.',
      labelNames: ['source'],
      registers,
    });
    this.#leftOut = new Gauge({
      name: 'redrive_metrics_series_left_out',
      help: `Series left out because the metric has more than ${MAX_SERIES}.`,
      labelNames: ['metric'],
      registers,
    });
  }

  add(source: string, keptMs: number, read: Source['read']): void {
    this.#sources.set(source, { read, keptMs, readAtMs: Number.NEGATIVE_INFINITY, reading: null });
  }

  /** One at a time: who reads the registry meanwhile sees a part. */
  async refresh(): Promise<void> {
    const answers = await Promise.all(
      [...this.#sources].map(async ([name, source]) => [name, await ask(source)] as const),
    );
    for (const [name, gauge] of this.#gauges) {
      gauge.reset();
      // A gauge without labels is set to 0 by that, and 0 would be a claim.
      const { labels, constant } = GAUGE_DEFINITIONS[name];
      if (labels.length === 0 && constant === undefined) gauge.remove();
    }
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

function ask(source: Source): Promise<readonly GaugeValue[] | null> {
  const now = performance.now();
  if (source.reading === null || now - source.readAtMs >= source.keptMs) {
    source.readAtMs = now;
    source.reading = Promise.resolve()
      .then(source.read)
      .catch(() => null);
  }
  return source.reading;
}
