import type { Loose, LooseRecord } from '../wire/loose-json';
import type { AdminCall } from './call';
import { type Subscription, subscriptionOf } from './subscription';
import { flagOf, jsonOf, listOf, optional, pairsOf, recordOf, textOf, wholeOf } from './decode';

/** What a client of 4.x says of itself. Null: it does not say; clients of other ages and languages leave parts out. */
export interface RunningInfo {
  /** Its listener takes messages in order. */
  readonly consumesOrderly: boolean | null;
  readonly startedMs: number | null;
  /** Threads of its listener. */
  readonly threads: number | null;
  /** Of its own settings; -1: as the client library has it. */
  readonly maxRetries: number | null;
  /** That it consumes now. Clients that pull by themselves list none. */
  readonly queues: readonly RunningQueue[] | null;
  readonly topics: readonly RunningTopic[];
  /** What it subscribes to itself; null: it does not say. */
  readonly subscriptions: readonly Subscription[] | null;
  /** Of all its threads, where that was asked for. */
  readonly stack: string | null;
}

export interface RunningAsked {
  readonly group: string;
  readonly clientId: string;
  readonly withStack?: boolean | undefined;
}

export interface RunningQueue {
  readonly topic: string;
  readonly broker: string;
  readonly queueNo: number;
  /** Fetched, and not settled. */
  readonly messages: number | null;
  /** Of their bodies, in whole MiB, rounded down. */
  readonly wholeMib: number | null;
  /** As it will commit next, or has; null too: none yet. */
  readonly offset: number | null;
  readonly lastFetchMs: number | null;
  /** When it last settled something; before that, when it got the queue. */
  readonly lastSettledMs: number | null;
  /** The broker gave it the queue; of ordered listeners alone this means something. */
  readonly isLocked: boolean | null;
  /** Another client has the queue now. */
  readonly isGivenUp: boolean | null;
}

/** As the client measured in the last minute. */
export interface RunningTopic {
  readonly topic: string;
  readonly handleMs: number | null;
  readonly handledPerSecond: number | null;
  readonly failedPerSecond: number | null;
}

/** 307: what a connected 4.x client says of itself; the broker waits for it. */
export const runningInfo: AdminCall<RunningAsked, RunningInfo> = {
  code: 307,
  name: 'GET_CONSUMER_RUNNING_INFO',
  kind: 'read',
  isHeavy: true,
  timeoutMs: 8_000,
  ask: ({ group, clientId, withStack = false }) => ({
    fields: { consumerGroup: group, clientId, jstackEnable: String(withStack) },
  }),
  read: ({ body }) => {
    const info = recordOf(jsonOf(body), 'the running client');
    const properties = optional(recordOf, info.properties, 'properties') ?? {};
    const orderly = optional(textOf, properties.PROP_CONSUMEORDERLY, 'orderly');
    return {
      consumesOrderly: orderly === null ? null : orderly === 'true',
      startedMs: positive(numberIn(properties.PROP_CONSUMER_START_TIMESTAMP)),
      threads: positive(numberIn(properties.PROP_THREADPOOL_CORE_SIZE)),
      maxRetries: numberIn(properties['maxReconsumeTimes']),
      queues: queuesOf(info, properties),
      topics: Object.entries(optional(recordOf, info.statusTable, 'statusTable') ?? {}).map(topicOf),
      subscriptions: optional(listOf, info.subscriptionSet, 'subscriptionSet')?.map(subscriptionOf) ?? null,
      stack: optional(textOf, info.jstack, 'jstack'),
    };
  },
};

function queuesOf(info: LooseRecord, properties: LooseRecord): readonly RunningQueue[] | null {
  const fetched = optional(pairsOf, info.mqTable, 'mqTable') ?? [];
  const popped = optional(pairsOf, info.mqPopTable, 'mqPopTable') ?? [];
  // A push client that has no queue says so; one that pulls by itself says the same, whatever it has.
  if (fetched.length + popped.length === 0 && properties.PROP_CONSUME_TYPE !== 'CONSUME_PASSIVELY') return null;
  return [
    ...fetched.map(([queue, value]): RunningQueue => {
      const held = recordOf(value, 'what is held of a queue');
      return {
        ...placeOf(queue),
        messages: optional(countOf, held.cachedMsgCount, 'cachedMsgCount'),
        wholeMib: optional(countOf, held.cachedMsgSizeInMiB, 'cachedMsgSizeInMiB'),
        offset: notNegative(optional(wholeOf, held.commitOffset, 'commitOffset')),
        lastFetchMs: positive(optional(wholeOf, held.lastPullTimestamp, 'lastPullTimestamp')),
        lastSettledMs: positive(optional(wholeOf, held.lastConsumeTimestamp, 'lastConsumeTimestamp')),
        isLocked: optional(flagOf, held.locked, 'locked'),
        isGivenUp: givenUp(held),
      };
    }),
    // Of a 4.x client to which the broker hands out one by one, as to those of 5.x.
    ...popped.map(([queue, value]): RunningQueue => {
      const held = recordOf(value, 'what is held of a queue');
      return {
        ...placeOf(queue),
        messages: optional(countOf, held.waitAckCount, 'waitAckCount'),
        lastFetchMs: positive(optional(wholeOf, held.lastPopTimestamp, 'lastPopTimestamp')),
        ...{ wholeMib: null, offset: null, lastSettledMs: null, isLocked: null, isGivenUp: givenUp(held) },
      };
    }),
  ];
}

function placeOf(queue: LooseRecord): Pick<RunningQueue, 'topic' | 'broker' | 'queueNo'> {
  return {
    topic: textOf(queue.topic, 'topic'),
    broker: textOf(queue.brokerName, 'brokerName'),
    queueNo: wholeOf(queue.queueId, 'queueId'),
  };
}

/** Java clients spell it with one p. */
function givenUp({ droped, dropped }: LooseRecord): boolean | null {
  return optional(flagOf, droped ?? dropped, 'droped');
}

function topicOf([topic, value]: [string, Loose]): RunningTopic {
  const status = recordOf(value, `figures of ${topic}`);
  return {
    topic,
    handleMs: figureOf(status.consumeRT),
    handledPerSecond: figureOf(status.consumeOKTPS),
    failedPerSecond: figureOf(status.consumeFailedTPS),
  };
}

function countOf(value: Loose | undefined, what: string): number {
  return Math.max(0, wholeOf(value, what));
}

function figureOf(value: Loose | undefined): number | null {
  return typeof value === 'number' && value >= 0 ? value : null;
}

/** Settings are texts. */
function numberIn(value: Loose | undefined): number | null {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : null;
}

const positive = (value: number | null): number | null => (value !== null && value > 0 ? value : null);
const notNegative = (value: number | null): number | null => (value !== null && value >= 0 ? value : null);
