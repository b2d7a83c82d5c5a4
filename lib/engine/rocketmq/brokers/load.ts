import { type BrokerLoad, MOST_CALLS, readCalls, unwellOf } from '../../../cluster';
import { CLUSTER_MARK_NAMES, CLUSTER_MARKS, type ClusterMarkName } from '../../../model/cluster/cluster-mark';
import { fromKept } from '../../../model/language/retell';
import { known, notOffered, type ToldReading, unknown } from '../../../model/reading';
import { loadSeries, type MarkLine } from '../../../store/queries/cluster-sample/load-series';
import { brokerFlows, peersOf, type PeerRow } from '../../../store/queries/cluster-sample/peers';
import { chartRange } from '../../history';
import type { BrokerMetrics, LoadHistory, PeerLoad, PeerMark } from '../../port/brokers';
import { databaseNow } from '../../reading-time';
import { readLoads, withMetrics } from '../clusters/broker-loads';
import type { ReportedMarks } from '../clusters/metrics-endpoints';
import type { RocketmqContext } from '../context';
import { type Reason, t } from '../../../model/language/t';

const SILENT: BrokerLoad = { marks: {}, stored: null, handedOut: null };

export async function readLoad({ broker: { store }, engine }: RocketmqContext): Promise<readonly PeerLoad[]> {
  const db = store.console;
  const [asOf, loads, peers] = await Promise.all([databaseNow(db), readLoads(engine), peersOf(db, engine.clusterId)]);
  const calls = readCalls(engine.cluster);
  const flows = await brokerFlows(db, new Date(asOf), engine.clusterId);
  const brokers = [
    ...loads.parts.map(({ broker }) => broker),
    ...loads.silent.map(({ broker }) => broker),
    ...peers.flatMap(({ kind, name }) => (kind === 'broker' ? name : [])),
  ];
  return [
    ...[...new Set(brokers)].toSorted().map((name): PeerLoad => {
      const load = loads.parts.find(({ broker }) => broker === name)?.value;
      const reported = loads.reported.get(name) ?? null;
      const reason = loads.silent.find(({ broker }) => broker === name)?.reason ?? t('not responding');
      const flow = flows.find(({ broker }) => broker === name);
      const row = peers.find((peer) => peer.kind === 'broker' && peer.name === name);
      return {
        ...stateOf('broker', name, row),
        awayWhy: load === undefined ? reason : null,
        unwellWhy: load === undefined ? null : unwellOf(load.marks),
        inPerSecond: perSecond(flow?.stored ?? null, asOf),
        outPerSecond: perSecond(flow?.handedOut ?? null, asOf),
        ...callsOf(
          calls.find(({ broker }) => broker === name),
          asOf,
        ),
        marks: marksOf(load, reason, loads.asOf, reported),
        metrics: reported === null ? null : metricsOf(reported),
      };
    }),
    ...peers
      .filter(({ kind }) => kind === 'proxy')
      .map((row): PeerLoad => ({
        ...stateOf('proxy', row.name, row),
        inPerSecond: notOffered(t('not reported by proxies')),
        outPerSecond: notOffered(t('not reported by proxies')),
        ...{ callsPerSecond: notOffered(t('this console does not call proxies')), callLimit: null },
        mostCalls: notOffered(t('this console does not call proxies')),
      })),
  ];
}

export async function readLoadHistory({ broker, engine }: RocketmqContext, from: string): Promise<LoadHistory> {
  const db = broker.store.console;
  const [now, loads] = await Promise.all([databaseNow(db), readLoads(engine)]);
  const { every, to, ...range } = chartRange(now, { from });
  const brokers = [...loads.parts, ...loads.silent].map((part) => part.broker).toSorted();
  const lineOf = (name: string, mark: ClusterMarkName): number | null => {
    const live = loads.parts.find((part) => part.broker === name)?.value.marks[mark]?.line;
    const { line } = CLUSTER_MARKS[mark];
    return live ?? (typeof line === 'number' ? line : null);
  };
  const lines = brokers.flatMap((name) =>
    CLUSTER_MARK_NAMES.flatMap((mark): readonly MarkLine[] => {
      const line = lineOf(name, mark);
      return line === null || line <= 0 ? [] : [{ broker: name, mark, line }];
    }),
  );
  const rows = await loadSeries(db, { ...range, until: to, every, clusterId: engine.clusterId }, lines);
  const points = new Map<number, LoadHistory['points'][number]['of'][number][]>();
  for (const { at, broker: name, share, nearest: near, stored, handedOut } of rows) {
    const of = points.get(at.getTime()) ?? [];
    points.set(at.getTime(), of);
    const nearest = CLUSTER_MARK_NAMES.find((mark) => mark === near) ?? null;
    of.push({ broker: name, share, nearest, storedPerSecond: stored, handedOutPerSecond: handedOut });
  }
  return {
    ...{ to, stepSeconds: every },
    brokers: [...new Set([...brokers, ...rows.map((row) => row.broker)])].toSorted(),
    points: [...points].map(([at, of]) => ({ at: new Date(at), of })),
  };
}

/** What only Prometheus gives is left out where no address is set. */
function marksOf(
  load: BrokerLoad | undefined,
  reason: Reason,
  asOf: string,
  reported: ReportedMarks | null,
): readonly PeerMark[] {
  const { marks } = load ?? withMetrics(SILENT, reported ?? { marks: {}, why: {} }, {});
  return CLUSTER_MARK_NAMES.flatMap((mark): readonly PeerMark[] => {
    const found = marks[mark];
    if (found !== undefined) {
      const at = found.source === 'prometheus' && reported !== null ? reported.asOf : asOf;
      return [{ mark, value: known(found.value, at), line: found.line, source: found.source }];
    }
    if (CLUSTER_MARKS[mark].key !== null) {
      const value: ToldReading<number> = load === undefined ? unknown(reason) : notOffered(t('not reported'));
      return [{ mark, value, line: null, source: 'broker' }];
    }
    if (reported === null) return [];
    const value = unreadMark(mark, reported);
    return [{ mark, value, line: null, source: 'prometheus' }];
  });
}

function unreadMark(mark: ClusterMarkName, { problem, answers }: ReportedMarks): ToldReading<number> {
  if (problem !== null) return unknown(problem);
  const { metric } = CLUSTER_MARKS[mark];
  const isRate = metric !== null && 'answers' in metric;
  return isRate && answers !== null
    ? unknown(t('two readings half a minute apart are needed'))
    : notOffered(t('not reported'));
}

/** Not the whole address: it may be of no concern to every viewer. */
function metricsOf({ address, asOf, problem }: ReportedMarks): BrokerMetrics {
  return { host: new URL(address).host, asOf, problem };
}

function stateOf(kind: PeerLoad['kind'], name: string, row: PeerRow | undefined) {
  return {
    ...{ kind, name, marks: [], unwellWhy: null, metrics: null },
    awaySince: row?.awaySince ?? null,
    awayWhy: row?.awaySince == null || row.awayWhy === null ? null : fromKept(row.awayWhy),
    seenAt: row?.seenAt ?? null,
  };
}

function perSecond(count: number | null, asOf: string): ToldReading<number> {
  return count === null ? unknown(t('not counted in the last minute')) : known(Math.round(count / 6) / 10, asOf);
}

function callsOf(calls: { readonly perSecond: number; readonly most: number } | undefined, asOf: string) {
  const of = (value: number | undefined): ToldReading<number> =>
    value === undefined ? unknown(t('no call yet')) : known(Math.round(value * 10) / 10, asOf);
  return { callsPerSecond: of(calls?.perSecond), mostCalls: of(calls?.most), callLimit: MOST_CALLS };
}
