/** A level that a broker of a cluster says of itself, and from where on it refuses or slows down. */
export interface ClusterMark {
  readonly says: string;
  readonly unit: 'ms' | 'requests' | 'percent' | 'bytes';
  /** Among the figures of a broker (GET_BROKER_RUNTIME_INFO). */
  readonly key: string;
  /** From here on it has too much to do: a number, the figure that says it, or null: there is no line. */
  readonly line: number | { readonly key: string } | null;
  /** What it does then. */
  readonly beyond: string;
}

const queueOf = (name: string, key: string): ClusterMark => ({
  ...{ says: `Waiting ${name}`, unit: 'requests', key: `${key}ThreadPoolQueueSize` },
  ...{ line: { key: `${key}ThreadPoolQueueCapacity` }, beyond: 'the next ones are refused' },
});

const MARKS = {
  'send-wait': {
    ...{ says: 'First waiting send', unit: 'ms', key: 'sendThreadPoolQueueHeadWaitTimeMills', line: 200 },
    beyond: 'sends are refused as too busy',
  },
  'send-queue': queueOf('sends', 'send'),
  'pull-wait': {
    ...{ says: 'First waiting receive', unit: 'ms', key: 'pullThreadPoolQueueHeadWaitTimeMills', line: 5_000 },
    beyond: 'receives are refused as too busy',
  },
  'pull-queue': queueOf('receives', 'pull'),
  'ack-wait': {
    ...{ says: 'First waiting ack', unit: 'ms', key: 'ackThreadPoolQueueHeadWaitTimeMills', line: 3_000 },
    beyond: 'acks are refused as too busy',
  },
  'ack-queue': queueOf('acks', 'ack'),
  'page-cache': {
    ...{ says: 'Page cache lock', unit: 'ms', key: 'pageCacheLockTimeMills', line: 1_000 },
    beyond: 'sends are refused as too busy',
  },
  disk: {
    ...{ says: 'Disk of the commit log', unit: 'percent', key: 'commitLogDiskRatio', line: 90 },
    beyond: 'sends are refused, old messages go early',
  },
  'dispatch-behind': {
    ...{ says: 'Stored and not dispatched', unit: 'bytes', key: 'dispatchBehindBytes', line: null },
    beyond: '',
  },
} as const satisfies Readonly<Record<string, ClusterMark>>;

export type ClusterMarkName = keyof typeof MARKS;
export const CLUSTER_MARKS: Readonly<Record<ClusterMarkName, ClusterMark>> = MARKS;
export const CLUSTER_MARK_NAMES = Object.keys(MARKS) as [ClusterMarkName, ...ClusterMarkName[]];
