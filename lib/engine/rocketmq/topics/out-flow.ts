import type { Cluster, QueuePosition } from '../../../cluster';
import { known, type Reading, unknown } from '../../../model/reading';

/** Over this time, or what there is of it. */
const SPAN_MS = 60_000;
const LEAST_MS = 4_000;

interface Noted {
  readonly atMs: number;
  readonly offsets: ReadonlyMap<string, number>;
}

const readings = new WeakMap<Cluster, Map<string, Noted[]>>();

interface OfGroup {
  readonly group: string;
  readonly topic: string;
  readonly positions: readonly QueuePosition[];
}

/** How fast the positions of a group move, from the readings that this console made while someone looked. */
export function outFlow(cluster: Cluster, { group, topic, positions }: OfGroup, asOf: string): Reading<number> {
  const ofCluster = readings.get(cluster) ?? new Map<string, Noted[]>();
  readings.set(cluster, ofCluster);
  const key = `${group} ${topic}`;
  const nowMs = performance.now();
  const offsets = new Map(positions.map(({ broker, queueNo, offset }) => [`${broker} ${queueNo}`, offset]));
  const before = (ofCluster.get(key) ?? []).filter(({ atMs }) => nowMs - atMs <= SPAN_MS);
  ofCluster.set(key, [...before, { atMs: nowMs, offsets }]);
  const [first] = before;
  if (first === undefined || nowMs - first.atMs < LEAST_MS)
    return unknown('two readings are needed, some seconds apart');
  let moved = 0;
  for (const [queue, offset] of offsets) {
    const from = first.offsets.get(queue);
    if (from === undefined || offset < from) return unknown('positions were reset, or a broker was away');
    moved += offset - from;
  }
  return known(moved / ((nowMs - first.atMs) / 1_000), asOf);
}
