import { told } from '../../model/language/t';
import { drainOf, type Drain, type RedriveLoad } from '../../model/backlog/drain';
import { type Flow, type FlowPoint, flowOver, FRESH_MS, type UnknownFlow } from '../../model/backlog/flow';
import type { GroupPoint } from '../../model/history';
import { LEVEL_FRESH_MS, momentAt } from '../../model/signal/moment';
import { sampledValue } from '../../model/signal/signal';

/** The windows of the rates, minutes. */
export const WINDOWS = [1, 5, 15] as const;
export type WindowMinutes = (typeof WINDOWS)[number];

export type Unknown = UnknownFlow;

/** The backlog of a group, from its samples. An unknown part says why. */
export interface GroupBacklog {
  readonly level: BacklogLevel | Unknown;
  readonly flow: Readonly<Record<WindowMinutes, Flow | Unknown>>;
  /** Over the same time as the flow of that window. */
  readonly failing: Readonly<Record<WindowMinutes, Failing | Unknown>>;
  /** At the rate of the last minute. */
  readonly drain: Drain | Unknown;
  /** What running re-drives will add. */
  readonly redrive: RedriveLoad | null;
  /** In paused re-drives: not part of the drain. */
  readonly paused: number;
  /** Deliveries per message in the last 5 minutes; null: nothing was delivered, or not counted lately. */
  readonly amplification: number | null;
}

/** Per second. */
export interface Failing {
  readonly kind: 'known';
  readonly retriedPerSecond: number;
  readonly diedPerSecond: number;
  readonly whole: boolean;
}

export interface BacklogLevel {
  readonly kind: 'known';
  readonly at: Date;
  /** Ready, in flight and waiting, as far as they are counted: brokers of a cluster count what is not delivered. */
  readonly total: number;
  readonly ready: number;
  /** Null: not counted. */
  readonly inFlight: number | null;
  readonly waiting: number | null;
  readonly dead: number;
  readonly oldestReadyAt: Date | null;
}

export interface RedriveLoads {
  readonly running: RedriveLoad | null;
  readonly paused: number;
}

const NOT_SUBSCRIBED = told('no consumer of this group has subscribed yet');

/** @param points steps of 10 s, oldest first */
export function groupBacklogOf(points: readonly GroupPoint[], loads: RedriveLoads, now: Date): GroupBacklog {
  const flows = flowPointsOf(points);
  const flow = {
    1: flowOver(flows, 60_000, now),
    5: flowOver(flows, 300_000, now),
    15: flowOver(flows, 900_000, now),
  };
  const level = levelOf(points, now);
  const failing = (minutes: WindowMinutes): Failing | Unknown =>
    level.kind === 'known' ? failingOver(points, flow[minutes]) : level;
  return {
    level,
    flow: level.kind === 'known' ? flow : { 1: level, 5: level, 15: level },
    failing: { 1: failing(1), 5: failing(5), 15: failing(15) },
    drain: drainAt(level, flow[1], loads.running),
    redrive: loads.running,
    paused: loads.paused,
    amplification: amplified(points, now),
  };
}

/** An empty backlog needs no rate to be done. */
export function drainAt(
  level: Pick<BacklogLevel, 'kind' | 'total'> | Unknown,
  flow: Flow | Unknown,
  redrive: RedriveLoad | null,
): Drain | Unknown {
  if (level.kind === 'unknown') return level;
  if (level.total + (redrive?.messages ?? 0) === 0) return { kind: 'empty' };
  if (flow.kind === 'unknown') return flow;
  return drainOf({ ...flow, backlog: level.total, redrive: redrive ?? undefined });
}

/** Its levels were read in this step: dead letters are counted wherever a group is. */
export function isRead({ dead }: Pick<GroupPoint, 'dead'>): boolean {
  return dead !== null;
}

function openOf({ ready, inFlight, waiting }: Pick<GroupPoint, 'inFlight' | 'waiting'> & { readonly ready: number }) {
  return ready + (inFlight ?? 0) + (waiting ?? 0);
}

function levelOf(points: readonly GroupPoint[], now: Date): BacklogLevel | Unknown {
  const point = points.findLast(isRead);
  if (point === undefined) return { kind: 'unknown', reason: told('not counted yet') };
  if (now.getTime() - point.at.getTime() > FRESH_MS)
    return { kind: 'unknown', reason: told('no newer count'), since: point.at };
  const { at, ready, inFlight, waiting, dead, oldestReadyAt } = point;
  if (ready === null || dead === null) return { kind: 'unknown', reason: NOT_SUBSCRIBED };
  return {
    kind: 'known',
    at,
    total: openOf({ ready, inFlight, waiting }),
    ready,
    inFlight,
    waiting,
    dead,
    oldestReadyAt,
  };
}

/** Retries and deaths of the steps that a flow covers: those after its first point. */
function failingOver(points: readonly GroupPoint[], flow: Flow | Unknown): Failing | Unknown {
  if (flow.kind === 'unknown') return flow;
  const last = points.findLast(isRead)?.at.getTime() ?? 0;
  const covered = points.filter(({ at }) => at.getTime() > last - flow.coveredMs && at.getTime() <= last);
  const perSecond = (read: (point: GroupPoint) => number): number =>
    covered.reduce((sum, point) => sum + read(point), 0) / (flow.coveredMs / 1000);
  return {
    kind: 'known',
    retriedPerSecond: perSecond(({ redelivered }) => redelivered),
    diedPerSecond: perSecond(({ died }) => died),
    whole: flow.whole,
  };
}

/** Re-drives of a step without levels go with the next one that has them. */
function flowPointsOf(points: readonly GroupPoint[]): FlowPoint[] {
  const found: FlowPoint[] = [];
  // A broker of a cluster may stop telling what is in flight: such a step is not smaller, it is no part of this flow.
  const countsInFlight = points.findLast(({ ready }) => ready !== null)?.inFlight != null;
  let carried = 0;
  for (const { at, ready, inFlight, waiting, arrived, redriven } of points) {
    carried += redriven;
    if (ready === null || arrived === null || (inFlight !== null) !== countsInFlight) continue;
    found.push({ at, backlog: openOf({ ready, inFlight, waiting }), arrived, redriven: carried });
    carried = 0;
  }
  return found;
}

function amplified(points: readonly GroupPoint[], now: Date): number | null {
  const moment = momentAt(points, now, 300_000);
  const { levels, sums } = moment;
  const isKnown = levels !== null && now.getTime() - levels.at.getTime() < LEVEL_FRESH_MS;
  return isKnown && sums.delivered > 0 ? sampledValue('amplification', moment) : null;
}
