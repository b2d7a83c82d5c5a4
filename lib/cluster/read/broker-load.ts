import {
  type ClusterMark,
  CLUSTER_MARK_NAMES,
  CLUSTER_MARKS,
  type ClusterMarkName,
  type MarkSource,
} from '../../model/cluster/cluster-mark';
import { joined, msg, type Reason, told, toldOf } from '../../model/language/t';
import { runtimeInfo, type RuntimeInfo } from '../admin/runtime-info';
import type { Cluster } from '../cluster';
import { type Answers, mapAnswers } from '../topology/answers';
import type { Lane } from '../topology/pace';

export interface LoadMark {
  readonly value: number;
  /** Null: there is none, or the broker does not say it. */
  readonly line: number | null;
  readonly source: MarkSource;
  /** What it is made of, in the names of Apache RocketMQ; `fromKept` reads it. */
  readonly why?: string;
}

export type LoadMarks = Readonly<Partial<Record<ClusterMarkName, LoadMark>>>;

/** What a broker says of its own load. */
export interface BrokerLoad {
  /** One that is missing the broker does not give. */
  readonly marks: LoadMarks;
  /** Counted since it started; null: the broker does not say. */
  readonly stored: number | null;
  readonly handedOut: number | null;
}

const LOAD_MS = 2_000;

/** Of every master that answers. */
export async function readBrokerLoads(cluster: Cluster, lane: Lane = 'page'): Promise<Answers<BrokerLoad>> {
  return cluster.shared.read('loads', LOAD_MS, async () =>
    mapAnswers(await cluster.askMasters(runtimeInfo, undefined, lane), loadOf),
  );
}

export function loadOf(info: RuntimeInfo): BrokerLoad {
  const marks: Partial<Record<ClusterMarkName, LoadMark>> = {};
  for (const name of CLUSTER_MARK_NAMES) {
    const { key, line: given, unit } = CLUSTER_MARKS[name];
    const read = key === null ? null : numberOf(info[key]);
    if (read === null) continue;
    // A ratio of 0 to 1.
    const value = unit === 'percent' ? read * 100 : read;
    const line =
      typeof given === 'number' ? given : given !== null && 'key' in given ? numberOf(info[given.key]) : null;
    marks[name] = { value, line, source: 'broker' };
  }
  return {
    marks,
    stored: numberOf(info.msgPutTotalTodayNow),
    handedOut: numberOf(info.msgGetTotalTodayNow),
  };
}

/** Which marks are over their lines, in words; null: none is. */
export function unwellOf(marks: LoadMarks): Reason | null {
  const over = CLUSTER_MARK_NAMES.flatMap((name) => {
    const { value = 0, line = null } = marks[name] ?? {};
    const { unit, says, beyond } = CLUSTER_MARKS[name];
    return line !== null && line > 0 && value >= line
      ? told('{level}: {value} (limit {limit}), {effect}', {
          ...{ level: told(says), effect: told(beyond), value: amountOf(value, unit), limit: amountOf(line, unit) },
        })
      : [];
  });
  return over.length === 0 ? null : joined(over);
}

const AMOUNTS: Readonly<Record<ClusterMark['unit'], string>> = {
  ms: msg('{count, number} ms'),
  requests: msg('{count, number}'),
  percent: msg('{count, number} %'),
  bytes: msg('{count, plural, one {# byte} other {# bytes}}'),
  'per minute': msg('{count, number} per minute'),
};

function amountOf(value: number, unit: ClusterMark['unit']): Reason {
  return toldOf(AMOUNTS[unit], { count: Math.round(value) });
}

/** Java writes NaN and -1 where there is nothing to say. */
function numberOf(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,18}(\.\d+)?(E-?\d+)?$/i.test(text)) return null;
  return Number(text);
}
