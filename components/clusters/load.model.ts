import { formatAmount } from '@/components/throttling/throttling.model';
import type { PeerMark, PeerLoad } from '@/lib/console/operations/brokers/views';
import type { LoadHistory } from '@/lib/console/operations/brokers/views';
import { CLUSTER_MARKS } from '@/lib/model/cluster/cluster-mark';
import { groupedBy } from '@/lib/model/grouped';
import { mapReading, type Reading } from '@/lib/model/reading';
import { formatShare } from '@/lib/model/share';
import { enumerated, listOf, sentences } from '@/lib/model/language/list';
import { compareNames } from '@/lib/model/language/names';
import { msg, t } from '@/lib/model/language/t';

/** "2 brokers. broker-b is not responding. Closest to refusing: broker-a (Oldest queued send, 70 %)." */
export function loadWords(peers: readonly PeerLoad[]): string {
  const brokers = peers.filter(({ kind }) => kind === 'broker');
  const away = peers.filter(({ awayWhy }) => awayWhy !== null).map(({ name }) => name);
  const busy = brokers.filter(({ unwellWhy }) => unwellWhy !== null).map(({ name }) => name);
  return sentences(
    t('{count, plural, one {# broker} other {# brokers}}.', { count: brokers.length }),
    awayWords(away),
    busy.length === 0
      ? ''
      : t('{names} {count, plural, one {is} other {are}} overloaded.', {
          ...{ count: busy.length, names: listOf(busy) },
        }),
    nearestWords(peers),
  );
}

/** "broker-a and broker-b are not responding."; empty for none. */
export function awayWords(away: readonly string[]): string {
  if (away.length === 0) return '';
  return t('{names} {count, plural, one {is} other {are}} not responding.', {
    ...{ count: away.length, names: listOf(away) },
  });
}

function nearestWords(peers: readonly PeerLoad[]): string {
  const nearest = markRows(peers).find(({ share }) => share !== null && share.kind !== 'unknown');
  if (nearest?.share == null || nearest.share.kind === 'unknown' || nearest.state === 'refusing') return '';
  const { broker, says, share } = nearest;
  return t('Highest limit usage: {broker} ({level}, {share}).', {
    ...{ broker, level: says, share: formatShare(share.value) },
  });
}

export type MarkState = 'refusing' | 'warning' | 'room' | 'none' | 'unlined' | 'untold' | 'unknown';

/** From this share of its line on it is near. */
const NEAR = 0.8;

export interface MarkRow {
  readonly id: string;
  readonly broker: string;
  readonly says: string;
  readonly unit: string;
  readonly value: Reading<number>;
  /** From where on the broker refuses; null: this mark refuses nothing. */
  readonly line: number | null;
  readonly share: Reading<number> | null;
  readonly beyond: string;
  /** Where it was read. */
  readonly source: string;
  readonly state: MarkState;
}

const PROMETHEUS = 'Prometheus';

/** Every mark of every broker, the one that is nearest to refusing first. */
export function markRows(peers: readonly Pick<PeerLoad, 'name' | 'marks'>[]): readonly MarkRow[] {
  const rows = peers.flatMap(({ name, marks }) => togetherIfUnknown(marks.map((mark) => rowOf(name, mark))));
  return rows.toSorted(
    (one, other) => weightOf(other) - weightOf(one) || compareNames(one.broker, other.broker) || compare(one, other),
  );
}

/** Marks of a broker that are unknown for one reason are one row that says it once. */
function togetherIfUnknown(rows: readonly MarkRow[]): readonly MarkRow[] {
  const unknown = groupedBy(
    rows.filter(({ state }) => state === 'unknown'),
    ({ source, value }) => `${source} ${reasonOf(value)}`,
  );
  const together = [...unknown.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined || same.length === 1) return same;
    const says =
      first.source === PROMETHEUS
        ? t('{count, number} levels from Prometheus', { count: same.length })
        : t('{count, number} levels from the broker', { count: same.length });
    const beyond = t('unknown: {reason}', { reason: reasonOf(first.value) });
    return [{ ...first, says, line: null, share: null, beyond }];
  });
  return [...rows.filter(({ state }) => state !== 'unknown'), ...together];
}

function reasonOf(reading: Reading<number>): string {
  return reading.kind === 'unknown' ? reading.reason : '';
}

function rowOf(broker: string, { mark, value, line, source }: PeerMark): MarkRow {
  const { says, unit, beyond, line: lineOf } = CLUSTER_MARKS[mark];
  const share = line === null || line <= 0 ? null : mapReading(value, (of) => of / line);
  const state = stateOf(value, share, lineOf !== null);
  return {
    ...{ id: `${broker} ${mark}`, broker, says: t(says), unit, value, line, share, state },
    ...{ beyond: beyond === '' ? '' : t(beyond), source: source === 'broker' ? t('broker') : PROMETHEUS },
  };
}

function stateOf(value: Reading<number>, share: Reading<number> | null, hasLine: boolean): MarkState {
  if (value.kind === 'unknown') return value.notOffered === true ? 'untold' : 'unknown';
  if (share === null || share.kind === 'unknown') return hasLine ? 'unlined' : 'none';
  if (share.value >= 1) return 'refusing';
  return share.value >= NEAR ? 'warning' : 'room';
}

/** An unknown level may be anything: it stands behind what is known to be near, and before what has room. */
function weightOf({ share, state }: MarkRow): number {
  if (state === 'unknown') return NEAR;
  if (state === 'untold') return -2;
  return share === null || share.kind === 'unknown' ? -1 : share.value;
}

function compare(one: MarkRow, other: MarkRow): number {
  return compareNames(one.says, other.says);
}

/** Messages. */
export const MARK_STATES: Readonly<Record<MarkState, string>> = {
  refusing: msg('Refusing'),
  warning: msg('Near its limit'),
  room: msg('Below its limit'),
  none: msg('No limit'),
  unlined: msg('Limit unknown'),
  untold: msg('Not reported'),
  unknown: msg('Unknown'),
};

/** Where brokers report to Prometheus: what is read from there, and what is not and why; each a sentence. */
export function metricsWords(peers: readonly PeerLoad[]): readonly string[] {
  const problems = peers.flatMap(({ name, metrics }) =>
    metrics === null || metrics.problem === null
      ? []
      : [
          t('{host} reports no Prometheus metrics of {broker}: {reason}.', {
            ...{ broker: name, host: metrics.host, reason: metrics.problem },
          }),
        ],
  );
  const hosts = peers.flatMap(({ metrics }) => (metrics === null || metrics.problem !== null ? [] : metrics.host));
  const read = [...new Set(hosts)];
  return [
    ...problems,
    ...(read.length === 0
      ? []
      : [t('Rows from Prometheus are read from {hosts} every 30 s.', { hosts: enumerated(read) })]),
  ];
}

/** "140 ms", "42 %", "3,200". */
export function markAmount(value: number, unit: string): string {
  if (unit === 'percent') return formatShare(value / 100);
  return formatAmount(value, unit === 'requests' ? '' : unit);
}

/** More lines than these no one can tell apart. */
const MOST_LINES = 4;

export interface NearPoint {
  readonly atMs: number;
  readonly [broker: string]: number | null;
}

export interface Nearness {
  /** Brokers that came nearest, the nearest first. */
  readonly brokers: readonly { readonly name: string; readonly most: number; readonly by: string }[];
  readonly left: number;
  /** Percent of what each broker refuses at; null: it did not answer. */
  readonly points: readonly NearPoint[];
}

/** Each broker over time, as percent of what it refuses at. A step that was not sampled is a gap. */
export function nearnessOf({ brokers, points, stepSeconds, to }: LoadHistory): Nearness {
  const most = brokers.map((name) => {
    const own = points.flatMap(({ of }) => of.filter(({ broker, share }) => broker === name && share !== null));
    const top = own.toSorted((one, other) => (other.share ?? 0) - (one.share ?? 0))[0];
    const by = top?.nearest == null ? '' : t(CLUSTER_MARKS[top.nearest].says);
    return { name, most: top === undefined ? -1 : percent(top.share ?? 0), by };
  });
  const known = most.filter(({ most: each }) => each >= 0).toSorted((one, other) => other.most - one.most);
  const drawn = known.slice(0, MOST_LINES);
  return {
    brokers: drawn,
    left: brokers.length - drawn.length,
    points: stepsOf(points, stepSeconds, to).map(({ atMs, point }) => ({
      ...Object.fromEntries(
        drawn.map(({ name }) => {
          const share = point?.of.find(({ broker }) => broker === name)?.share ?? null;
          return [name, share === null ? null : percent(share)];
        }),
      ),
      atMs,
    })),
  };
}

export interface RatePoint {
  readonly atMs: number;
  readonly stored: number | null;
  readonly handedOut: number | null;
}

/** Messages per second of all brokers together; null where one of them is not known. */
export function ratesOf({ brokers, points, stepSeconds, to }: LoadHistory): readonly RatePoint[] {
  const sum = (of: readonly (number | null | undefined)[]): number | null =>
    of.reduce<number | null>((total, one) => (total === null || one == null ? null : total + one), 0);
  return stepsOf(points, stepSeconds, to).map(({ atMs, point }) => {
    const each = brokers.map((name) => point?.of.find(({ broker }) => broker === name));
    return {
      atMs,
      stored: sum(each.map((one) => one?.storedPerSecond)),
      handedOut: sum(each.map((one) => one?.handedOutPerSecond)),
    };
  });
}

type Point = LoadHistory['points'][number];

/** From the first sample on: before it no console looked. */
function stepsOf(
  points: readonly Point[],
  stepSeconds: number,
  to: string,
): readonly { readonly atMs: number; readonly point: Point | undefined }[] {
  const [first] = points;
  if (first === undefined) return [];
  const stepMs = stepSeconds * 1_000;
  const known = new Map(points.map((point) => [Date.parse(point.at), point]));
  const firstMs = Date.parse(first.at);
  const count = Math.max(1, Math.floor((Date.parse(to) - firstMs) / stepMs));
  return Array.from({ length: count }, (_, place) => {
    const atMs = firstMs + place * stepMs;
    return { atMs, point: known.get(atMs) };
  });
}

function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
