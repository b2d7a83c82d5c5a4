import type { GroupLag } from '../../../cluster';

/** What was handed out between two readings of a group. */
export interface GroupFlow {
  readonly delivered: number;
  /** From retry topics. */
  readonly redelivered: number;
}

export const NO_FLOW: GroupFlow = { delivered: 0, redelivered: 0 };

/** Where a group stood in each queue when that was last known. */
export type Offsets = ReadonlyMap<string, number>;

/**
 * What a group took since it was read before. A queue that was not known before, or not now, adds nothing; one whose
 * offset went back was reset.
 */
export function flowBetween(before: Offsets, lag: GroupLag): { readonly flow: GroupFlow; readonly offsets: Offsets } {
  const offsets = new Map(before);
  let [delivered, redelivered] = [0, 0];
  for (const { topic, role, queues } of lag.topics)
    for (const { broker, queueNo, offset } of queues) {
      if (offset.kind === 'unknown') continue;
      const key = `${broker} ${queueNo} ${topic}`;
      const taken = Math.max(0, offset.value - (before.get(key) ?? offset.value));
      offsets.set(key, offset.value);
      delivered += taken;
      if (role === 'retry') redelivered += taken;
    }
  return { flow: { delivered, redelivered }, offsets };
}

export function addFlows(one: GroupFlow, other: GroupFlow): GroupFlow {
  return { delivered: one.delivered + other.delivered, redelivered: one.redelivered + other.redelivered };
}
