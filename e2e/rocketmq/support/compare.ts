import { isDeepStrictEqual } from 'node:util';

import type { Event, Fact } from './event-log';
import type { Target } from './target';

/** One fact that the two brokers do not share; null: the step or the fact is missing there. */
export interface Difference {
  readonly scenario: string;
  /** `step.fact` */
  readonly at: string;
  readonly rocketmq: Fact;
  readonly redrive: Fact;
}

/** By how much it may seem too early, and be late. */
const TOLERANCE_MS: Record<Target['name'], { readonly early: number; readonly late: number }> = {
  // Its timer counts whole seconds. A redelivery does not wake a held poll: it is seen at its end, 20 s with the SDKs.
  rocketmq: { early: 1_000, late: 25_000 },
  // Early only to the eye: a lease begins before its answer has arrived here. Late where the machine is busy.
  redrive: { early: 500, late: 5_000 },
};

export function compare(
  scenario: string,
  seen: { readonly rocketmq: readonly Event[]; readonly redrive: readonly Event[] },
): Difference[] {
  const rocketmq = flatten('rocketmq', seen.rocketmq);
  const redrive = flatten('redrive', seen.redrive);
  const differences: Difference[] = [];
  for (const at of new Set([...rocketmq.keys(), ...redrive.keys()])) {
    const pair = { rocketmq: rocketmq.get(at) ?? null, redrive: redrive.get(at) ?? null };
    if (!isDeepStrictEqual(pair.rocketmq, pair.redrive) || (at.endsWith('.wait') && pair.redrive !== 'when due'))
      differences.push({ scenario, at, ...pair });
  }
  return differences;
}

function flatten(target: Target['name'], events: readonly Event[]): Map<string, Fact> {
  const facts = new Map<string, Fact>();
  for (const { step, facts: of, wait } of events) {
    for (const [name, fact] of Object.entries(of)) facts.set(`${step}.${name}`, fact);
    if (wait !== undefined) facts.set(`${step}.wait`, punctuality(target, wait));
  }
  return facts;
}

function punctuality(target: Target['name'], { measuredMs, dueMs }: NonNullable<Event['wait']>): string {
  const { early, late } = TOLERANCE_MS[target];
  if (measuredMs < dueMs - early) return 'early';
  return measuredMs > dueMs + late ? 'late' : 'when due';
}
