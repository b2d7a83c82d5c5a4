import { type Drain, drainOf } from '../../model/backlog/drain';
import { type Flow, type FlowPoint, flowOver, FRESH_MS } from '../../model/backlog/flow';
import { groupedBy } from '../../model/grouped';
import {
  type PartsAsk,
  type QueueLevelsRow,
  queueSamplesOfGroup,
  queueSamplesOfTopic,
} from '../../store/queries/history/queue-sample';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import { type Unknown, type WindowMinutes, WINDOWS } from './group-backlog';

/** The messages of one topic, or one queue, that a group has not consumed. Failed ones are counted with the group. */
export interface PartBacklog {
  readonly group: string;
  readonly topic: string;
  /** Null: all queues of the topic. */
  readonly queueNo: number | null;
  readonly at: Date;
  /** Stored and not delivered. */
  readonly behind: number;
  readonly inFlight: number;
  /** Failed, due ones included. */
  readonly waiting: number;
  readonly oldestAt: Date | null;
  readonly storedTo: number;
  readonly takenTo: number;
  /** In: stored. Out: delivered for the first time. */
  readonly flow: Readonly<Record<WindowMinutes, Flow | Unknown>>;
  readonly drain: Drain | Unknown;
}

export interface Parts {
  readonly now: Date;
  /** Per topic and group. */
  readonly topics: readonly PartBacklog[];
  readonly queues: readonly PartBacklog[];
}

const LOOK_BACK_MS = 15 * 60_000 + 20_000;

/** The topics and queues of a group. */
export async function readGroupParts(ctx: BrokerContext, groupId: number): Promise<Parts> {
  return await readOrUnknowns(ctx, (ask) => queueSamplesOfGroup(ctx.store.console, groupId, ask));
}

/** The groups that read a topic, and its queues for each of them. */
export async function readTopicParts(ctx: BrokerContext, topicId: number): Promise<Parts> {
  return await readOrUnknowns(ctx, (ask) => queueSamplesOfTopic(ctx.store.console, topicId, ask));
}

async function readOrUnknowns(ctx: BrokerContext, read: (ask: PartsAsk) => Promise<QueueLevelsRow[]>): Promise<Parts> {
  const now = ctx.clock.nowOrNull() ?? (await databaseTime(ctx.store.console));
  const rows = await read({ from: new Date(now.getTime() - LOOK_BACK_MS), windows: WINDOWS });
  const newest = rows.at(-1)?.at;
  const queues = [...groupedBy(rows, ({ group, topic, queueNo }) => JSON.stringify([group, topic, queueNo])).values()];
  const topics = [...groupedBy(rows, ({ group, topic }) => JSON.stringify([group, topic])).values()];
  const partsOf = (each: readonly QueueLevelsRow[][], whole: boolean): PartBacklog[] =>
    each.flatMap((own) => partOf(own, whole, newest, now) ?? []);
  return { now, topics: partsOf(topics, true), queues: partsOf(queues, false) };
}

function partOf(
  rows: readonly QueueLevelsRow[],
  whole: boolean,
  newest: Date | undefined,
  now: Date,
): PartBacklog | null {
  const steps = [...groupedBy(rows, ({ at }) => at.getTime()).values()];
  const last = steps.at(-1);
  const [first] = last ?? [];
  if (last === undefined || first === undefined || newest === undefined) return null;
  if (first.at < newest || now.getTime() - first.at.getTime() > FRESH_MS) return null;
  const points = steps.map(toPoint);
  const behind = points.at(-1)?.backlog ?? 0;
  const flow = {
    1: flowOver(points, WINDOWS[0] * 60_000, now),
    5: flowOver(points, WINDOWS[1] * 60_000, now),
    15: flowOver(points, WINDOWS[2] * 60_000, now),
  };
  return {
    group: first.group,
    topic: first.topic,
    queueNo: whole ? null : first.queueNo,
    at: first.at,
    behind,
    inFlight: sum(last, ({ inFlight, retryInFlight }) => inFlight + retryInFlight),
    waiting: sum(last, ({ waiting, retryReady }) => waiting + retryReady),
    oldestAt: last.reduce<Date | null>(
      (oldest, { oldestAt }) => (oldestAt !== null && (oldest === null || oldestAt < oldest) ? oldestAt : oldest),
      null,
    ),
    storedTo: sum(last, ({ storedTo }) => storedTo),
    takenTo: sum(last, ({ takenTo }) => takenTo),
    flow,
    drain:
      behind === 0
        ? { kind: 'empty' }
        : flow[1].kind === 'unknown'
          ? flow[1]
          : drainOf({ ...flow[1], backlog: behind }),
  };
}

function toPoint(step: readonly QueueLevelsRow[]): FlowPoint {
  return {
    at: step[0]?.at ?? new Date(0),
    backlog: sum(step, ({ storedTo, takenTo, passedOver }) => storedTo - takenTo + passedOver),
    arrived: sum(step, ({ storedTo, startOff }) => storedTo - startOff),
    redriven: 0,
  };
}

function sum(rows: readonly QueueLevelsRow[], read: (row: QueueLevelsRow) => number): number {
  return rows.reduce((total, row) => total + read(row), 0);
}
