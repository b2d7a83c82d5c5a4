import { type BrokerContext, findSetting } from '../../broker';
import { HISTORY, type Refusal } from '../../model/history';
import type { ProducerRetry } from '../../model/delivery/producer-retry';
import { mapReading, type Reading, valueOrNull } from '../../model/reading';
import { REFUSED_SHOWN } from '../../model/throttle/refused-shown';
import { readMoment } from '../../model/time-range';
import {
  type HistoryRange,
  refusals,
  type RefusedTotal,
  refusedTotals,
} from '../../store/queries/history/history-read';
import { retryLoad } from '../../store/queries/throttle/throttle-history';
import { failoverList } from '../../store/queries/throttle/topic-failover';
import { readThrottledTopics, type ThrottledTopic } from '../embedded/topics/throttled-topics';
import { readOrUnknown } from '../read-or-unknown';
import { databaseNow } from '../reading-time';
import { type ChartBar, type ChartRange, planBars, readBars } from './bars';
import { type LimitNow, type Pressure, type ProtectionNow, readLimits, readProtections, REFUSED_MS } from './limits';
import { type ChartMark, readMarks } from './marks';
import { waitOf, type WaitView } from './waits';

export interface RefusedView extends Refusal {
  /** What this node saw of how long they waited. */
  readonly wait: Reading<WaitView>;
}

export interface RefusedTotals {
  readonly requests: number;
  readonly sends: number;
  /** Clients and limits that refused them; `named`: those with what was looked for in a name. */
  readonly clients: number;
  readonly named: number;
  /** Null: nothing was refused. */
  readonly lastAt: Date | null;
  /** Sends by topic. */
  readonly topics: readonly { readonly topic: string; readonly sends: number }[];
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
  /** True: throttling has lasted for `afterSeconds`; producers should switch. */
  readonly due: boolean;
}

export interface ThrottlingPage {
  /** Null: all topics. */
  readonly topic: string | null;
  readonly range: ChartRange;
  /** The end of what is shown over time; null: now. Limits are always those of now. */
  readonly until: Date | null;
  /** How long a step is whose sends are shown per second. */
  readonly stepSeconds: number;
  readonly bars: Reading<readonly ChartBar[]>;
  readonly marks: Reading<readonly ChartMark[]>;
  readonly limits: Reading<readonly LimitNow[]>;
  readonly protections: readonly ProtectionNow[];
  readonly throttled: Reading<readonly ThrottledTopic[]>;
  /** The most refused ones; how many is asked for. */
  readonly refusals: Reading<readonly RefusedView[]>;
  /** Of all that were refused, listed or not. */
  readonly refused: Reading<RefusedTotals>;
  /** Of all refused sends that this node saw, of any client. */
  readonly waits: Reading<WaitView>;
  readonly load: Reading<readonly RetryLoadView[]>;
  readonly failovers: Reading<readonly FailoverView[]>;
  /** The waits that producers get. */
  readonly retry: Reading<ProducerRetry>;
}

const GROUPS_SHOWN = 8;

interface ThrottlingAsked {
  /** "*": all; undefined: the one that was throttled last, or has a limit. */
  readonly topic: string | undefined;
  readonly range: ChartRange;
  /** Undefined: now. */
  readonly until: string | undefined;
  /** What the name of a refused client begins with. */
  readonly who: string;
  readonly refused: keyof typeof REFUSED_SHOWN;
}

/** Each part is read on its own: one that cannot be read is unknown, and the others are shown. */
export async function readThrottling(
  broker: BrokerContext,
  pressure: Pressure,
  { topic: asked, range, until: untilText, who, refused }: ThrottlingAsked,
): Promise<ThrottlingPage> {
  const db = broker.store.console;
  const asOf = await databaseNow(db);
  const nowMs = Date.parse(asOf);
  const until = frozenAt(untilText, asOf);
  const untilMs = (until?.getTime() ?? nowMs) + 1;
  const part = <T>(read: Promise<T>): Promise<Reading<T>> => readOrUnknown(broker.log, read, asOf);
  const recent = recentRange(untilMs, nowMs);
  const [limits, protections, throttled, rows, totals, load, failovers, retry] = await Promise.all([
    part(readLimits(broker, pressure, asOf)),
    readProtections(broker, pressure, asOf),
    part(readThrottledTopics(db)),
    part(refusals(db, recent, REFUSED_SHOWN[refused], who)),
    part(refusedTotals(db, recent, who)),
    part(retryLoad(db, recent, GROUPS_SHOWN)),
    part(failoverList(db)),
    part(findSetting(broker, 'producer-retry')),
  ]);
  const limited = valueOrNull(limits)?.find(isOfTopic)?.subject;
  const topic = asked === '*' ? null : (asked ?? valueOrNull(throttled)?.[0]?.topic ?? limited ?? null);
  const plan = planBars(range, untilMs, nowMs);
  const [bars, marks] = await Promise.all([
    part(readBars(db, topic, plan, nowMs)),
    part(readMarks(db, topic, new Date(plan.firstMs), new Date(untilMs))),
  ]);
  const waits = until === null ? (pressure?.waits ?? null) : null;
  return {
    topic,
    range,
    until,
    stepSeconds: plan.stepSeconds,
    bars,
    marks,
    limits,
    protections,
    throttled,
    refusals: mapReading(rows, (all) => all.map((row) => ({ ...row, wait: waitOf(waits, row, asOf) }))),
    refused: mapReading(totals, sumOf),
    waits: waitOf(waits?.filter(({ group }) => group === '') ?? null, {}, asOf),
    load,
    retry: mapReading(retry, ({ value }) => value),
    failovers: mapReading(failovers, (all) =>
      all.map(({ topic: name, endpoints, afterSeconds, version }) => ({
        topic: name,
        endpoints,
        afterSeconds,
        version,
        due: (valueOrNull(throttled)?.find((row) => row.topic === name)?.lastedMs ?? 0) >= afterSeconds * 1000,
      })),
    ),
  };
}

/** A moment in the future is now. */
function frozenAt(text: string | undefined, asOf: string): Date | null {
  const at = readMoment('until', text, asOf);
  return at === undefined || at.toISOString() >= asOf ? null : at;
}

function recentRange(untilMs: number, nowMs: number): HistoryRange {
  const from = new Date(untilMs - REFUSED_MS);
  const isFine = nowMs - from.getTime() < HISTORY.fineKeptMs;
  return { stepSeconds: isFine ? 10 : 60, from, until: new Date(untilMs) };
}

function sumOf(totals: readonly RefusedTotal[]): RefusedTotals {
  const sum = (read: (total: RefusedTotal) => number): number => totals.reduce((all, total) => all + read(total), 0);
  const sends = totals.filter(({ isSend, topic }) => isSend && topic !== '');
  return {
    requests: sum(({ refused }) => refused),
    sends: sends.reduce((all, { refused }) => all + refused, 0),
    clients: sum(({ clients }) => clients),
    named: sum(({ named }) => named),
    lastAt: totals.length === 0 ? null : new Date(Math.max(...totals.map(({ lastAt }) => lastAt.getTime()))),
    topics: sends.map(({ topic, refused }) => ({ topic, sends: refused })),
  };
}

function isOfTopic({ scope }: LimitNow): boolean {
  return scope === 'topic';
}
