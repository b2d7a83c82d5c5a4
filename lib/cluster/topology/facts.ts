/** What a broker's configuration says once, and every capability follows from. Secrets in it are never kept. */
export interface BrokerFacts {
  readonly version: string;
  /** How it copies to its slaves, and writes to its disk, in its own words: ASYNC_MASTER, SYNC_FLUSH. */
  readonly role: string | null;
  readonly flush: string | null;
  /** How it keeps what was handed out: checkpoint records that can be read, or a store that cannot. */
  readonly popStore: 'records' | 'kv';
  /** Settled pairs may never be written: evidence of single deliveries becomes a bound. */
  readonly mergesPopRecords: boolean;
  readonly autoCreatesGroups: boolean;
  /** Retry topics get names that cannot be written from outside. */
  readonly usesRetryTopicV2: boolean;
  readonly readsRetryTopicV1: boolean;
  /** Hours a message stays at most. */
  readonly retentionHours: number | null;
  /** Milliseconds by level, first is level 1. */
  readonly delayLevelsMs: readonly number[];
  readonly timer: TimerFacts;
  readonly maxMessageBytes: number;
  readonly filtersProperties: boolean;
  /** Where it tells Prometheus; null: it does not. */
  readonly prometheusPort: number | null;
  /** From where on its queues refuse, by the name of the setting; one that is missing it did not say. */
  readonly lines: Readonly<Record<string, number>>;
  readonly reviveQueues: number;
  readonly mayWrite: boolean;
}

/** How it keeps messages with a delivery time. */
export interface TimerFacts {
  /** What is due later than this is stored again on the way. */
  readonly windowMs: number;
  readonly precisionMs: number;
  /** In a store of its own beside the log. */
  readonly isInRocks: boolean;
  /** It takes recalls. */
  readonly isRecallOn: boolean;
}
