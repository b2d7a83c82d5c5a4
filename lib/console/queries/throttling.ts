import 'server-only';
import { z } from 'zod';
import { findSetting } from '../../broker';
import type { ProducerRetry } from '../../model/producer-retry';
import { known, type Reading, unknown } from '../../model/reading';
import { failoverList } from '../../store/queries/throttle/topic-failover';
import { refusals } from '../../store/queries/history/history-read';
import { retryLoad, sendSteps } from '../../store/queries/throttle/throttle-history';
import { databaseNow } from '../database-time';
import { defineRead } from '../read';
import { type LimitView, type ProtectionView, readLimits, readProtections, REFUSED_MS } from './limits';
import { readThrottledTopics, type ThrottledTopic } from './throttled-topics';

export const CHART_RANGES = ['15m', '1h', '24h'] as const;
export type ChartRange = (typeof CHART_RANGES)[number];

export interface ChartBar {
  readonly at: string;
  /** Per second, in the busiest step of the bar. */
  readonly accepted: number;
  readonly refused: number;
}

export interface RefusedView {
  readonly limit: string;
  readonly topic: string;
  readonly group: string;
  readonly client: string;
  readonly refused: number;
  readonly lastAt: string;
}

export interface RetryLoadView {
  readonly group: string;
  readonly delivered: number;
  readonly redelivered: number;
}

export interface FailoverView {
  readonly topic: string;
  readonly endpoints: string;
  readonly afterSeconds: number;
  readonly version: number;
  /** Set: throttling has lasted for `afterSeconds`; producers should change over. */
  readonly due: boolean;
}

export interface ThrottlingPage {
  /** Null: all topics. */
  readonly topic: string | null;
  readonly range: ChartRange;
  /** How long a step is whose sends are shown per second. */
  readonly stepSeconds: number;
  readonly bars: Reading<readonly ChartBar[]>;
  readonly limits: readonly LimitView[];
  readonly protections: readonly ProtectionView[];
  readonly throttled: readonly ThrottledTopic[];
  readonly refusals: Reading<readonly RefusedView[]>;
  /** There are more clients than `refusals` shows. */
  readonly moreRefusals: boolean;
  readonly load: Reading<readonly RetryLoadView[]>;
  readonly failovers: readonly FailoverView[];
  /** How producers are told to wait. */
  readonly retry: ProducerRetry;
}

const RANGES: Readonly<Record<ChartRange, { readonly step: 10 | 60; readonly barMs: number; readonly bars: number }>> =
  {
    '15m': { step: 10, barMs: 10_000, bars: 90 },
    '1h': { step: 10, barMs: 60_000, bars: 60 },
    '24h': { step: 60, barMs: 15 * 60_000, bars: 96 },
  };
const REFUSALS_SHOWN = 50;
const GROUPS_SHOWN = 8;
const NO_ANSWER = 'the database did not answer';

export const throttlingRead = defineRead({
  permission: 'limit:read',
  input: z.object({
    topic: z.string().max(255).optional(),
    range: z.enum(CHART_RANGES).catch('1h'),
  }),
  run: async ({ broker, store }, { topic: asked, range }): Promise<ThrottlingPage> => {
    const db = store.console;
    const asOf = await databaseNow(db);
    const recent = { stepSeconds: 10, from: new Date(Date.parse(asOf) - REFUSED_MS), until: after(asOf) } as const;
    const [limits, protections, throttled, rows, load, failovers, retry] = await Promise.all([
      readLimits(broker, asOf),
      readProtections(broker, asOf),
      readThrottledTopics(db),
      refusals(db, recent, REFUSALS_SHOWN + 1).catch(() => null),
      retryLoad(db, recent, GROUPS_SHOWN).catch(() => null),
      failoverList(db),
      findSetting(broker, 'producer-retry'),
    ]);
    const topic = asked === '*' ? null : (asked ?? throttled[0]?.topic ?? limits.find(isOfTopic)?.subject ?? null);
    return {
      topic,
      range,
      stepSeconds: RANGES[range].step,
      bars: await readBars(topic, range, asOf, (...given) => sendSteps(db, ...given)),
      limits,
      protections,
      throttled,
      refusals:
        rows === null
          ? unknown(NO_ANSWER, asOf)
          : known(
              rows.slice(0, REFUSALS_SHOWN).map((row) => ({ ...row, lastAt: row.lastAt.toISOString() })),
              asOf,
            ),
      moreRefusals: (rows?.length ?? 0) > REFUSALS_SHOWN,
      load: load === null ? unknown(NO_ANSWER, asOf) : known(load, asOf),
      retry: retry.value,
      failovers: failovers.map(({ topic: name, endpoints, afterSeconds, version }) => ({
        topic: name,
        endpoints,
        afterSeconds,
        version,
        due: (throttled.find((row) => row.topic === name)?.lastedMs ?? 0) >= afterSeconds * 1000,
      })),
    };
  },
});

function isOfTopic({ scope }: LimitView): boolean {
  return scope === 'topic';
}

function after(asOf: string): Date {
  return new Date(Date.parse(asOf) + 1);
}

type ReadSteps = (
  topic: string | null,
  range: { readonly stepSeconds: 10 | 60; readonly from: Date; readonly until: Date },
) => ReturnType<typeof sendSteps>;

/** Every bar of the range, empty ones included: nothing was counted then. */
async function readBars(
  topic: string | null,
  range: ChartRange,
  asOf: string,
  read: ReadSteps,
): Promise<Reading<readonly ChartBar[]>> {
  const { step, barMs, bars } = RANGES[range];
  const lastMs = Math.floor(Date.parse(asOf) / barMs) * barMs;
  const firstMs = lastMs - (bars - 1) * barMs;
  const made = new Map<number, { accepted: number; refused: number }>();
  for (let atMs = firstMs; atMs <= lastMs; atMs += barMs) made.set(atMs, { accepted: 0, refused: 0 });
  try {
    const rows = await read(topic, { stepSeconds: step, from: new Date(firstMs), until: after(asOf) });
    for (const { at, accepted, refused } of rows) {
      const bar = made.get(Math.floor(at.getTime() / barMs) * barMs);
      if (bar === undefined || accepted + refused <= (bar.accepted + bar.refused) * step) continue;
      bar.accepted = accepted / step;
      bar.refused = refused / step;
    }
  } catch {
    return unknown(NO_ANSWER, asOf);
  }
  return known(
    [...made].map(([atMs, bar]) => ({ at: new Date(atMs).toISOString(), ...bar })),
    asOf,
  );
}
