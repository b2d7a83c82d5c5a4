import 'server-only';
import { z } from 'zod';
import { readBrokerLoads } from '../../cluster';
import { CLUSTER_MARK_NAMES, type ClusterMarkName } from '../../model/cluster-mark';
import { known, notOffered, type Reading, unknown } from '../../model/reading';
import { peersOf, type PeerRow, brokerFlows } from '../../store/queries/cluster-sample/peers';
import { databaseNow } from '../http/database-time';
import type { ClusterReadContext } from '../http/engine';
import { defineRead } from '../http/define-read';

export interface MarkView {
  readonly mark: ClusterMarkName;
  readonly value: Reading<number>;
  /** Null: there is none. */
  readonly line: number | null;
}

export interface PeerLoad {
  readonly kind: 'broker' | 'proxy';
  readonly name: string;
  /** Since when it does not answer; null: it does, or that is not known. */
  readonly awaySince: string | null;
  readonly awayWhy: string | null;
  readonly unwellWhy: string | null;
  readonly seenAt: string | null;
  /** Messages per second over the last minute. */
  readonly inPerSecond: Reading<number>;
  readonly outPerSecond: Reading<number>;
  /** Of a broker. */
  readonly marks: readonly MarkView[];
}

const NOT_TOLD = 'this broker does not say it';
const NOT_COUNTED = 'not counted in the last minute';
const OF_PROXY = 'proxies do not say it';

/** How much the brokers of a cluster have to do, and how near that is to what they refuse at. */
export const clusterLoadRead = defineRead({
  permission: 'group:read',
  subject: 'system',
  input: z.strictObject({}),
  runInCluster: readClusterLoad,
});

export async function readClusterLoad({
  store,
  engine,
}: Pick<ClusterReadContext, 'store' | 'engine'>): Promise<readonly PeerLoad[]> {
  const db = store.console;
  const [asOf, loads, peers] = await Promise.all([
    databaseNow(db),
    readBrokerLoads(engine.cluster),
    peersOf(db, engine.clusterId),
  ]);
  const flows = await brokerFlows(db, new Date(asOf), engine.clusterId);
  const brokers = [
    ...loads.parts.map(({ broker }) => broker),
    ...loads.silent.map(({ broker }) => broker),
    ...peers.flatMap(({ kind, name }) => (kind === 'broker' ? name : [])),
  ];
  return [
    ...[...new Set(brokers)].toSorted().map((name): PeerLoad => {
      const load = loads.parts.find(({ broker }) => broker === name)?.value;
      const reason = loads.silent.find(({ broker }) => broker === name)?.reason ?? 'it does not answer';
      const flow = flows.find(({ broker }) => broker === name);
      const row = peers.find((peer) => peer.kind === 'broker' && peer.name === name);
      return {
        ...stateOf('broker', name, row),
        awayWhy: load === undefined ? reason : null,
        unwellWhy: load?.unwell ?? null,
        inPerSecond: perSecond(flow?.stored ?? null, asOf),
        outPerSecond: perSecond(flow?.handedOut ?? null, asOf),
        marks: CLUSTER_MARK_NAMES.map((mark) => ({
          mark,
          value:
            load === undefined
              ? unknown(reason)
              : load.marks[mark] === undefined
                ? unknown(NOT_TOLD)
                : known(load.marks[mark].value, loads.asOf),
          line: load?.marks[mark]?.line ?? null,
        })),
      };
    }),
    ...peers
      .filter(({ kind }) => kind === 'proxy')
      .map((row): PeerLoad => ({
        ...stateOf('proxy', row.name, row),
        inPerSecond: notOffered(OF_PROXY),
        outPerSecond: notOffered(OF_PROXY),
      })),
  ];
}

function stateOf(kind: PeerLoad['kind'], name: string, row: PeerRow | undefined) {
  return {
    ...{ kind, name, marks: [], unwellWhy: null },
    awaySince: row?.awaySince?.toISOString() ?? null,
    awayWhy: row?.awaySince == null ? null : row.awayWhy,
    seenAt: row?.seenAt?.toISOString() ?? null,
  };
}

function perSecond(count: number | null, asOf: string): Reading<number> {
  return count === null ? unknown(NOT_COUNTED) : known(Math.round(count / 6) / 10, asOf);
}
