import type { Cluster, QueuePosition } from '../../../cluster';
import { known, type ToldReading, unknown } from '../../../model/reading';
import { t } from '../../../model/language/t';

/** Over this time, or what there is of it. */
const SPAN_MS = 60_000;
const LEAST_MS = 4_000;
/** Clients of 4.x tell their positions every 5 s. */
const STILL_MS = 15_000;
const tooFew = (): ToldReading<number> => unknown(t('two readings some seconds apart are needed'));

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

interface Place {
  readonly broker: string;
  readonly queueNo: number;
}

export interface OutFlow {
  readonly perSecond: ToldReading<number>;
  /**
   * Whether its position stands still although the message there was stored before the first reading. Null: the readings
   * do not tell.
   */
  readonly isStuck: (place: Place, storedMs: number) => boolean | null;
}

/** How fast the positions of a group move, from the readings that this console made while someone looked. */
export function outFlow(cluster: Cluster, { group, topic, positions }: OfGroup, asOf: string): OutFlow {
  const ofCluster = readings.get(cluster) ?? new Map<string, Noted[]>();
  readings.set(cluster, ofCluster);
  const key = `${group} ${topic}`;
  const nowMs = performance.now();
  const offsets = new Map(positions.map(({ broker, queueNo, offset }) => [`${broker} ${queueNo}`, offset]));
  const before = (ofCluster.get(key) ?? []).filter(({ atMs }) => nowMs - atMs <= SPAN_MS);
  ofCluster.set(key, [...before, { atMs: nowMs, offsets }]);
  const [first] = before;
  const spanMs = first === undefined ? 0 : nowMs - first.atMs;
  return {
    perSecond: first === undefined ? tooFew() : rateOf(first.offsets, offsets, spanMs, asOf),
    isStuck: ({ broker, queueNo }, storedMs) => {
      const [from, to] = [first?.offsets.get(`${broker} ${queueNo}`), offsets.get(`${broker} ${queueNo}`)];
      if (from === undefined || to === undefined || to < from) return null;
      if (to > from || storedMs > Date.parse(asOf) - spanMs) return false;
      return spanMs < STILL_MS ? null : true;
    },
  };
}

function rateOf(from: Noted['offsets'], to: Noted['offsets'], spanMs: number, asOf: string): ToldReading<number> {
  if (spanMs < LEAST_MS) return tooFew();
  let moved = 0;
  for (const [queue, offset] of to) {
    const before = from.get(queue);
    if (before === undefined || offset < before) return unknown(t('offsets were reset, or a broker did not respond'));
    moved += offset - before;
  }
  return known(moved / (spanMs / 1_000), asOf);
}
