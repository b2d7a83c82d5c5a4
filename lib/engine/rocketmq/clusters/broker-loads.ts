import {
  type BrokerFacts,
  type BrokerLoad,
  type Lane,
  type LoadMark,
  readBrokerLoads,
  readFacts,
  type SilentBroker,
} from '../../../cluster';
import { CLUSTER_MARK_NAMES, CLUSTER_MARKS, type ClusterMarkName } from '../../../model/cluster/cluster-mark';
import type { ClusterEngine } from './directory';
import type { ReportedMarks } from './metrics-endpoints';

export interface BrokerLoads {
  readonly asOf: string;
  /** Of every broker that answered, or that reports to Prometheus. */
  readonly parts: readonly { readonly broker: string; readonly value: BrokerLoad }[];
  /** Brokers that did not answer. */
  readonly silent: readonly SilentBroker[];
  /** By broker, where an address is set. */
  readonly reported: ReadonlyMap<string, ReportedMarks>;
}

type Engine = Pick<ClusterEngine, 'cluster' | 'metrics'>;

/** What brokers say of their load, and what they report to Prometheus besides. */
export async function readLoads({ cluster, metrics }: Engine, lane: Lane = 'page'): Promise<BrokerLoads> {
  const { asOf, parts, silent } = await readBrokerLoads(cluster, lane);
  const brokers = [...parts, ...silent].map(({ broker }) => broker);
  const reported = await metrics.read(brokers, () => cluster.asOf());
  const facts = reported.size === 0 ? null : await readFacts(cluster);
  const joined = parts.map(({ broker, value }) => {
    const of = reported.get(broker);
    const lines = facts?.parts.find((part) => part.broker === broker)?.value.lines ?? {};
    return { broker, value: of === undefined ? value : withMetrics(value, of, lines) };
  });
  return { asOf, parts: joined, silent, reported };
}

/** What a broker says itself is newer, and stays. */
export function withMetrics(
  load: BrokerLoad,
  { marks: reported, why }: Pick<ReportedMarks, 'marks' | 'why'>,
  lines: BrokerFacts['lines'],
): BrokerLoad {
  const more = CLUSTER_MARK_NAMES.flatMap((name): readonly (readonly [ClusterMarkName, LoadMark])[] => {
    const value = reported[name];
    if (value === undefined || load.marks[name] !== undefined) return [];
    const { line: of } = CLUSTER_MARKS[name];
    const line = typeof of === 'number' ? of : of !== null && 'setting' in of ? (lines[of.setting] ?? null) : null;
    return [[name, { value, line, source: 'prometheus', ...(why[name] !== undefined && { why: why[name] }) }]];
  });
  if (more.length === 0) return load;
  const marks = { ...load.marks, ...Object.fromEntries(more) };
  return { ...load, marks };
}
