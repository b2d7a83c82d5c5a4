import { told } from '../../model/language/t';
import {
  type Backlogs,
  type Failing,
  findGroup,
  type GroupBacklog,
  type PartBacklog,
  readBacklogs,
  readGroupBacklog,
  readGroupParts,
  readTopicParts,
  WINDOWS,
  type BrokerContext,
} from '../../broker';
import type { Drain, RedriveLoad } from '../../model/backlog/drain';
import { countedSoFar, type Flow, type UnknownFlow } from '../../model/backlog/flow';
import { topicNotFound } from '../../model/not-found';
import { estimated, known, type ToldReading, unknown } from '../../model/reading';
import type { Store } from '../../store/client';
import { topicInflow } from '../../store/queries/history/history-series';
import { topicFind } from '../../store/queries/topic/topic-find';
import { ReadingsOfEach, SharedReadings } from './shared-readings';

/** Messages per second over a window that ends with the newest sample. */
export interface RateView {
  readonly minutes: number;
  readonly in: ToldReading<number>;
  readonly out: ToldReading<number>;
}

export interface GroupRateView extends RateView {
  /** Deliveries that were not the first of their message. */
  readonly retried: ToldReading<number>;
  readonly died: ToldReading<number>;
}

export interface BacklogView {
  readonly total: ToldReading<number>;
  readonly ready: ToldReading<number>;
  readonly inFlight: ToldReading<number>;
  readonly waiting: ToldReading<number>;
  readonly oldestReadyAt: ToldReading<string | null>;
  /** 1, 5 and 15 minutes. What re-drives put back comes in as well. */
  readonly rates: readonly GroupRateView[];
  readonly drain: ToldReading<Drain>;
  /** What running re-drives will add: part of the drain. */
  readonly redrive: RedriveLoad | null;
  readonly paused: number;
  readonly amplification: ToldReading<number>;
}

/** What a group has not taken of a topic or a queue: exact counts of the newest sample. */
export interface PartView {
  readonly group: string;
  readonly topic: string;
  readonly queueNo: number | null;
  readonly storedTo: number;
  readonly takenTo: number;
  readonly behind: ToldReading<number>;
  readonly inFlight: ToldReading<number>;
  readonly waiting: ToldReading<number>;
  readonly oldestAt: string | null;
  readonly rates: readonly RateView[];
  readonly drain: ToldReading<Drain>;
}

export interface GroupBacklogView extends BacklogView {
  readonly topics: readonly PartView[];
  readonly queues: readonly PartView[];
}

export interface TopicBacklogView {
  /** Stored per second. */
  readonly inflow: readonly { readonly minutes: number; readonly in: ToldReading<number> }[];
  readonly groups: readonly PartView[];
  readonly queues: readonly PartView[];
}

/** The samples change every 10 s; however many look, they are read once a second. */
const SPACING_MS = 1_000;
const backlogs = new SharedReadings<Store, Backlogs>(SPACING_MS);
const groupBacklogs = new ReadingsOfEach<Store, number, GroupBacklogView>(SPACING_MS);
const topicBacklogs = new ReadingsOfEach<Store, string, TopicBacklogView>(SPACING_MS);

export function readSharedBacklogs(broker: BrokerContext): Promise<Backlogs> {
  return backlogs.get(broker.store, () => readBacklogs(broker));
}

/** @throws BrokerError group-not-found */
export async function findGroupBacklog(broker: BrokerContext, name: string): Promise<GroupBacklogView> {
  const group = await findGroup(broker, name);
  return await groupBacklogs.get(broker.store, group.groupId, async () => {
    const [own, parts] = await Promise.all([
      readGroupBacklog(broker, group.groupId),
      readGroupParts(broker, group.groupId),
    ]);
    return {
      ...toBacklogView(own, group.messageModel === 'broadcasting'),
      topics: parts.topics.map(toPartView),
      queues: parts.queues.map(toPartView),
    };
  });
}

/** @throws BrokerError topic-not-found */
export async function findTopicBacklog(broker: BrokerContext, name: string): Promise<TopicBacklogView> {
  const { store } = broker;
  const topic = await topicFind(store.console, name);
  if (topic === null) throw topicNotFound(name);
  return await topicBacklogs.get(broker.store, name, async () => {
    const parts = await readTopicParts(broker, topic.topicId);
    const inflow = await topicInflow(store.console, parts.now, topic.topicId, WINDOWS);
    const asOf = parts.now.toISOString();
    return {
      inflow: inflow.map(({ minutes, messages, sampled }) => {
        const steps = minutes * 6;
        if (sampled * 3 < steps) return { minutes, in: unknown(countedSoFar(sampled * 10, minutes * 60)) };
        const rate = messages / (sampled * 10);
        return { minutes, in: sampled >= steps - 1 ? known(rate, asOf) : estimated(rate, asOf) };
      }),
      groups: parts.topics.map(toPartView),
      queues: parts.queues.map(toPartView),
    };
  });
}

const BROADCAST = told('each client of a broadcast group has a backlog of its own');

export function toBacklogView(backlog: GroupBacklog, isBroadcast: boolean): BacklogView {
  const { level, flow, failing, drain, redrive, paused, amplification } = backlog;
  const reason = isBroadcast ? BROADCAST : level.kind === 'unknown' ? level.reason : '';
  const asOf = level.kind === 'known' ? level.at.toISOString() : '';
  const since = level.kind === 'unknown' ? (level.since?.toISOString() ?? null) : null;
  const read = <T>(value: (of: Extract<typeof level, { kind: 'known' }>) => T): ToldReading<T> =>
    level.kind === 'unknown' || isBroadcast ? unknown(reason, since) : known(value(level), asOf);
  const counted = (value: (of: Extract<typeof level, { kind: 'known' }>) => number | null): ToldReading<number> => {
    const all = read(value);
    if (all.kind !== 'value') return unknown(reason, since);
    return all.value === null ? unknown(told('brokers do not count it'), all.asOf) : known(all.value, all.asOf);
  };
  return {
    total: read(({ total }) => total),
    ready: read(({ ready }) => ready),
    inFlight: counted(({ inFlight }) => inFlight),
    waiting: counted(({ waiting }) => waiting),
    oldestReadyAt: read(({ oldestReadyAt }) => oldestReadyAt?.toISOString() ?? null),
    rates: WINDOWS.map((minutes) =>
      isBroadcast
        ? { minutes, in: unknown(BROADCAST), out: unknown(BROADCAST), ...failingOf(failing[minutes], asOf) }
        : { ...rateOf(minutes, flow[minutes], asOf), ...failingOf(failing[minutes], asOf) },
    ),
    drain: isBroadcast ? unknown(BROADCAST) : drainReading(drain, asOf),
    redrive,
    paused,
    amplification:
      amplification === null
        ? unknown(told('nothing was delivered for the first time in the last 5 minutes'))
        : known(amplification, asOf === '' ? new Date(0).toISOString() : asOf),
  };
}

function toPartView(part: PartBacklog): PartView {
  const asOf = part.at.toISOString();
  return {
    group: part.group,
    topic: part.topic,
    queueNo: part.queueNo,
    storedTo: part.storedTo,
    takenTo: part.takenTo,
    behind: known(part.behind, asOf),
    inFlight: known(part.inFlight, asOf),
    waiting: known(part.waiting, asOf),
    oldestAt: part.oldestAt?.toISOString() ?? null,
    rates: WINDOWS.map((minutes) => rateOf(minutes, part.flow[minutes], asOf)),
    drain: drainReading(part.drain, asOf),
  };
}

function rateOf(minutes: number, flow: Flow | UnknownFlow, asOf: string): RateView {
  if (flow.kind === 'unknown') return { minutes, in: unknownFlow(flow), out: unknownFlow(flow) };
  const read = flow.whole ? known<number> : estimated<number>;
  return { minutes, in: read(flow.inPerSecond + flow.redrivenPerSecond, asOf), out: read(flow.outPerSecond, asOf) };
}

function failingOf(failing: Failing | UnknownFlow, asOf: string): Pick<GroupRateView, 'retried' | 'died'> {
  if (failing.kind === 'unknown') return { retried: unknownFlow(failing), died: unknownFlow(failing) };
  const read = failing.whole ? known<number> : estimated<number>;
  return { retried: read(failing.retriedPerSecond, asOf), died: read(failing.diedPerSecond, asOf) };
}

export function drainReading(drain: Drain | UnknownFlow, asOf: string): ToldReading<Drain> {
  if (drain.kind === 'unknown') return unknownFlow(drain);
  return drain.kind === 'empty' ? known(drain, asOf) : estimated(drain, asOf);
}

function unknownFlow<T>({ reason, since }: UnknownFlow): ToldReading<T> {
  return unknown(reason, since?.toISOString() ?? null);
}
