import { msg } from '../language/t';

/** A level that a broker of a cluster says of itself, and from where on it refuses or slows down. */
export interface ClusterMark {
  /** A message, as `beyond` is. */
  readonly says: string;
  readonly unit: 'ms' | 'requests' | 'percent' | 'bytes' | 'per minute';
  /** Among the figures of a broker (GET_BROKER_RUNTIME_INFO); null: it is not. */
  readonly key: string | null;
  /**
   * Reported to Prometheus by this name, by a processor of `rocketmq_processor_watermark`, or made from two readings of
   * how many calls it answered, by what it answered; null: it is not.
   */
  readonly metric: { readonly name: string } | { readonly processor: string } | { readonly answers: string } | null;
  /** From here on it has too much to do; null: there is no line. */
  readonly line: MarkLineOf | null;
  /** What it does then. */
  readonly beyond: string;
}

/** A number, a figure of the broker, or one of its settings. */
export type MarkLineOf = number | { readonly key: string } | { readonly setting: string };

/** Where a level was read. */
export const MARK_SOURCES = ['broker', 'prometheus'] as const;
export type MarkSource = (typeof MARK_SOURCES)[number];

const SENDS_REFUSED = msg('sends are refused: broker busy');
const NEXT_REFUSED = msg('new requests are refused');

const queueOf = (says: string, key: string, processor: string): ClusterMark => ({
  ...{ says, unit: 'requests', key: `${key}ThreadPoolQueueSize`, metric: { processor } },
  ...{ line: { key: `${key}ThreadPoolQueueCapacity` }, beyond: NEXT_REFUSED },
});

/** A queue that brokers report to Prometheus alone. */
const poolOf = (says: string, setting: string, processor: string): ClusterMark => ({
  ...{ says, unit: 'requests', key: null, metric: { processor } },
  ...{ line: { setting: `${setting}ThreadPoolQueueCapacity` }, beyond: NEXT_REFUSED },
});

const MARKS = {
  'send-wait': {
    ...{ says: msg('Oldest queued send'), unit: 'ms', key: 'sendThreadPoolQueueHeadWaitTimeMills', metric: null },
    ...{ line: 200, beyond: SENDS_REFUSED },
  },
  'send-queue': queueOf(msg('Queued sends'), 'send', 'send'),
  'pull-wait': {
    ...{ says: msg('Oldest queued receive'), unit: 'ms', key: 'pullThreadPoolQueueHeadWaitTimeMills', metric: null },
    ...{ line: 5_000, beyond: msg('receives are refused: broker busy') },
  },
  'pull-queue': queueOf(msg('Queued receives'), 'pull', 'pull'),
  'ack-wait': {
    ...{ says: msg('Oldest queued ack'), unit: 'ms', key: 'ackThreadPoolQueueHeadWaitTimeMills', metric: null },
    ...{ line: 3_000, beyond: msg('acks are refused: broker busy') },
  },
  'ack-queue': queueOf(msg('Queued acks'), 'ack', 'ack'),
  'query-queue': queueOf(msg('Queued queries'), 'query', 'query_message'),
  'transaction-queue': {
    ...queueOf(msg('Queued commits and rollbacks'), 'EndTransaction', 'transaction'),
    ...{ key: 'EndTransactionQueueSize' },
  },
  'store-queue': poolOf(msg('Queued messages to store'), 'put', 'async_put'),
  'heartbeat-queue': poolOf(msg('Queued heartbeats'), 'heartbeat', 'heartbeat'),
  'client-queue': poolOf(msg('Queued client connection calls'), 'clientManager', 'client_manager'),
  'consumer-queue': poolOf(msg('Queued offset calls'), 'consumerManager', 'consumer_manager'),
  'admin-queue': poolOf(msg('Queued admin calls'), 'adminBroker', 'admin'),
  'reply-queue': poolOf(msg('Queued replies'), 'reply', 'reply'),
  'sends-refused': {
    ...{
      says: msg('Refused sends: broker busy or disk full'),
      unit: 'percent',
      key: null,
      metric: { answers: 'busy' },
    },
    ...{ line: null, beyond: '' },
  },
  'calls-refused': {
    ...{ says: msg('Refused calls: no permission'), unit: 'per minute', key: null, metric: { answers: 'denied' } },
    ...{ line: null, beyond: '' },
  },
  'page-cache': {
    ...{ says: msg('Page cache lock'), unit: 'ms', key: 'pageCacheLockTimeMills', metric: null, line: 1_000 },
    beyond: SENDS_REFUSED,
  },
  disk: {
    ...{ says: msg('Disk of the commit log'), unit: 'percent', key: 'commitLogDiskRatio', metric: null, line: 90 },
    beyond: msg('sends are refused, and old messages are deleted early'),
  },
  'dispatch-behind': {
    ...{ says: msg('Stored, not dispatched'), unit: 'bytes', key: 'dispatchBehindBytes' },
    ...{ metric: { name: 'rocketmq_storage_dispatch_behind_bytes' }, line: null, beyond: '' },
  },
  'flush-behind': {
    ...{ says: msg('Stored, not on disk'), unit: 'bytes', key: null },
    ...{ metric: { name: 'rocketmq_storage_flush_behind_bytes' }, line: null, beyond: '' },
  },
} as const satisfies Readonly<Record<string, ClusterMark>>;

export type ClusterMarkName = keyof typeof MARKS;
export const CLUSTER_MARKS: Readonly<Record<ClusterMarkName, ClusterMark>> = MARKS;
export const CLUSTER_MARK_NAMES = Object.keys(MARKS) as [ClusterMarkName, ...ClusterMarkName[]];

/** Settings of a broker that are the line of a mark. */
export const MARK_SETTINGS: readonly string[] = Object.values(CLUSTER_MARKS).flatMap(({ line }) =>
  line !== null && typeof line === 'object' && 'setting' in line ? line.setting : [],
);
