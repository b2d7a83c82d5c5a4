import 'server-only';
import { z } from 'zod';
import { chartRange, readLoads } from '../../engine';
import { CLUSTER_MARK_NAMES, CLUSTER_MARKS, type ClusterMarkName } from '../../model/cluster-mark';
import { loadSeries, type MarkLine } from '../../store/queries/cluster-sample/load-series';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';

export interface BrokerLoadPoint {
  readonly broker: string;
  /** Of what it refuses at, by the mark that was nearest; 1 is the line. Null: not known. */
  readonly share: number | null;
  readonly nearest: ClusterMarkName | null;
  readonly storedPerSecond: number | null;
  readonly handedOutPerSecond: number | null;
}

export interface LoadHistory {
  readonly to: string;
  readonly stepSeconds: number;
  readonly brokers: readonly string[];
  /** Oldest first. A time that was not sampled, and a broker that did not answer, are left out: unknown, not 0. */
  readonly points: readonly { readonly at: string; readonly of: readonly BrokerLoadPoint[] }[];
}

/** How near the brokers of a cluster were to refusing, over time. */
export const clusterLoadHistoryRead = defineRead({
  permission: 'group:read',
  subject: 'system',
  input: z.strictObject({ from: z.string().max(40).default('-1h') }),
  runInCluster: async ({ store, engine }, { from }): Promise<LoadHistory> => {
    const db = store.console;
    const [now, loads] = await Promise.all([databaseNow(db), readLoads(engine)]);
    const { every, to, ...range } = chartRange(now, { from });
    const brokers = [...loads.parts, ...loads.silent].map(({ broker }) => broker).toSorted();
    const lineOf = (broker: string, mark: ClusterMarkName): number | null => {
      const live = loads.parts.find((part) => part.broker === broker)?.value.marks[mark]?.line;
      const { line } = CLUSTER_MARKS[mark];
      return live ?? (typeof line === 'number' ? line : null);
    };
    const lines = brokers.flatMap((broker) =>
      CLUSTER_MARK_NAMES.flatMap((mark): readonly MarkLine[] => {
        const line = lineOf(broker, mark);
        return line === null || line <= 0 ? [] : [{ broker, mark, line }];
      }),
    );
    const rows = await loadSeries(db, { ...range, until: to, every, clusterId: engine.clusterId }, lines);
    const points = new Map<string, BrokerLoadPoint[]>();
    for (const { at, broker, share, nearest, stored, handedOut } of rows) {
      const of = points.get(at.toISOString()) ?? [];
      points.set(at.toISOString(), of);
      const mark = CLUSTER_MARK_NAMES.find((name) => name === nearest) ?? null;
      of.push({ broker, share, nearest: mark, storedPerSecond: stored, handedOutPerSecond: handedOut });
    }
    return {
      ...{ to: to.toISOString(), stepSeconds: every },
      brokers: [...new Set([...brokers, ...rows.map(({ broker }) => broker)])].toSorted(),
      points: [...points].map(([at, of]) => ({ at, of })),
    };
  },
});
