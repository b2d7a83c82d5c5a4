/** A level that a broker of a cluster says of itself, and from where on it refuses or slows down. */
export interface ClusterMark {
  readonly says: string;
  readonly unit: 'ms' | 'requests' | 'percent' | 'bytes';
  /** Among the figures of a broker (GET_BROKER_RUNTIME_INFO); null: it is not. */
  readonly key: string | null;
  /** Reported to Prometheus by this name, or by a processor of `rocketmq_processor_watermark`; null: it is not. */
  readonly metric: { readonly name: string } | { readonly processor: string } | null;
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

const queueOf = (name: string, key: string, processor: string): ClusterMark => ({
  ...{ says: `Waiting ${name}`, unit: 'requests', key: `${key}ThreadPoolQueueSize`, metric: { processor } },
  ...{ line: { key: `${key}ThreadPoolQueueCapacity` }, beyond: 'the next ones are refused' },
});

/** Of a queue that brokers report to Prometheus alone. */
const poolOf = (name: string, setting: string, processor: string): ClusterMark => ({
  ...{ says: `Waiting ${name}`, unit: 'requests', key: null, metric: { processor } },
  ...{ line: { setting: `${setting}ThreadPoolQueueCapacity` }, beyond: 'the next ones are refused' },
});

const MARKS = {
  'send-wait': {
    ...{ says: 'First waiting send', unit: 'ms', key: 'sendThreadPoolQueueHeadWaitTimeMills', metric: null },
    ...{ line: 200, beyond: 'sends are refused as too busy' },
  },
  'send-queue': queueOf('sends', 'send', 'send'),
  'pull-wait': {
    ...{ says: 'First waiting receive', unit: 'ms', key: 'pullThreadPoolQueueHeadWaitTimeMills', metric: null },
    ...{ line: 5_000, beyond: 'receives are refused as too busy' },
  },
  'pull-queue': queueOf('receives', 'pull', 'pull'),
  'ack-wait': {
    ...{ says: 'First waiting ack', unit: 'ms', key: 'ackThreadPoolQueueHeadWaitTimeMills', metric: null },
    ...{ line: 3_000, beyond: 'acks are refused as too busy' },
  },
  'ack-queue': queueOf('acks', 'ack', 'ack'),
  'query-queue': queueOf('queries', 'query', 'query_message'),
  'transaction-queue': {
    ...queueOf('ends of transactions', 'EndTransaction', 'transaction'),
    ...{ key: 'EndTransactionQueueSize' },
  },
  'store-queue': poolOf('messages to be stored', 'put', 'async_put'),
  'heartbeat-queue': poolOf('heartbeats', 'heartbeat', 'heartbeat'),
  'client-queue': poolOf('calls of clients that connect', 'clientManager', 'client_manager'),
  'consumer-queue': poolOf('calls about positions', 'consumerManager', 'consumer_manager'),
  'admin-queue': poolOf('calls of administrators', 'adminBroker', 'admin'),
  'reply-queue': poolOf('replies', 'reply', 'reply'),
  'page-cache': {
    ...{ says: 'Page cache lock', unit: 'ms', key: 'pageCacheLockTimeMills', metric: null, line: 1_000 },
    beyond: 'sends are refused as too busy',
  },
  disk: {
    ...{ says: 'Disk of the commit log', unit: 'percent', key: 'commitLogDiskRatio', metric: null, line: 90 },
    beyond: 'sends are refused, old messages go early',
  },
  'dispatch-behind': {
    ...{ says: 'Stored and not dispatched', unit: 'bytes', key: 'dispatchBehindBytes' },
    ...{ metric: { name: 'rocketmq_storage_dispatch_behind_bytes' }, line: null, beyond: '' },
  },
  'flush-behind': {
    ...{ says: 'Stored and not on disk', unit: 'bytes', key: null },
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
