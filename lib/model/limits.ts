/** Limits of the protocol. Source: Apache RocketMQ 5 documentation, "Parameter limits", and what its proxy enforces. */
export const LIMITS = {
  topicNameBytes: 127,
  groupNameBytes: 120,
  consoleNameChars: 64,
  messageIdBytes: 255,
  messageGroupBytes: 63,
  liteTopicBytes: 64,
  /** By default. Source: lite.sub.client.quota, maxLiteSubscriptionCount */
  liteSubscriptionsPerClient: 2_000,
  liteSubscriptions: 100_000,
  /** A client repeats its subscriptions every 30 s. Source: liteSubscriptionCheckTimeoutMills */
  liteSilenceMs: 180_000,
  /** Source: minLiteTTl */
  liteExpirationMinMinutes: 15,
  liteExpirationMaxMinutes: 30 * 24 * 60,
  bodyBytes: 4_194_304,
  userProperties: 128,
  propertyBytes: 16_384,
  receiveBatch: 32,
  receiveBodyBytes: 16 * 1024 * 1024,
  receiveMinInvisibleMs: 10_000,
  maxInvisibleMs: 12 * 60 * 60 * 1000,
  pushInvisibleMs: 60_000,
  /**
   * Deliveries of one message and life whose reply was lost and that therefore do not count as attempts; further ones
   * do, so that a message that ends whatever handles it does not go round for ever. As many as a group retries by
   * default.
   */
  lostReplies: 16,
  /** A client without any call for this long is gone; a broken stream alone does not make it so. */
  clientSilenceMs: 120_000,
  longPollMinMs: 5_000,
  longPollMaxMs: 20_000,
  filterChars: 32_768,
  filterDepth: 32,
  filterTerms: 1_024,
  filterSearchChars: 256,
  maxRetries: 1_000,
  retryIntervalMinMs: 100,
  retryIntervalMaxMs: 24 * 60 * 60 * 1000,
  customIntervals: 64,
  maxMultiplier: 100,
  consumptionTimeoutMinMs: 1_000,
  consumptionTimeoutMaxMs: 12 * 60 * 60 * 1000,
  queuesPerTopic: 64,
  priority: 2_147_483_647,
  transactionRecoveryMs: 3_600_000,
  maxDelayMs: 24 * 60 * 60 * 1000,
} as const;

/**
 * Property keys the broker sets itself; a producer may not. Source: MessageConst.STRING_HASH_SET, and the redirects
 * that a message has passed.
 */
export const RESERVED_PROPERTY_KEYS: ReadonlySet<string> = new Set(
  (
    'TRACE_ON MSG_REGION KEYS TAGS WAIT DELAY RETRY_TOPIC REAL_TOPIC REAL_QID TRAN_MSG PGROUP ' +
    'MIN_OFFSET MAX_OFFSET BUYER_ID ORIGIN_MESSAGE_ID ' +
    'TRANSFER_FLAG CORRECTION_FLAG MQ2_FLAG RECONSUME_TIME UNIQ_KEY MAX_RECONSUME_TIMES ' +
    'CONSUME_START_TIME POP_CK POP_CK_OFFSET 1ST_POP_TIME ' +
    'TRAN_PREPARED_QUEUE_OFFSET DUP_INFO EXTEND_UNIQ_INFO INSTANCE_ID CORRELATION_ID REPLY_TO_CLIENT ' +
    'TTL ARRIVE_TIME PUSH_REPLY_TIME CLUSTER ' +
    'MSG_TYPE INNER_MULTI_QUEUE_OFFSET TIMER_DELAY_MS TIMER_DELAY_SEC TIMER_DELIVER_MS ' +
    'TIMER_ENQUEUE_MS TIMER_DEQUEUE_MS TIMER_ROLL_TIMES ' +
    'TIMER_OUT_MS TIMER_DEL_UNIQKEY TIMER_DELAY_LEVEL __BORNHOST BORN_TIMESTAMP DLQ_ORIGIN_TOPIC ' +
    'DLQ_ORIGIN_MESSAGE_ID __CRC32# _SYS_MSG_PRIORITY_ DLQ_PASSED REDRIVE_REDIRECTED_BY'
  ).split(' '),
);

/**
 * Of the reserved keys, what a copy in a dead-letter topic carries: where it came from, and the dead-letter topics it
 * has passed.
 */
/** Under this name Apache RocketMQ stores the priority of a message, and so do we. */
export const PRIORITY_KEY = '_SYS_MSG_PRIORITY_';

export const DEAD_LETTER_KEYS = { topic: 'DLQ_ORIGIN_TOPIC', messageId: 'DLQ_ORIGIN_MESSAGE_ID' } as const;

export const SYSTEM_TOPICS: ReadonlySet<string> = new Set(
  (
    'TBW102 BenchmarkTest SELF_TEST_TOPIC OFFSET_MOVED_EVENT SCHEDULE_TOPIC_XXXX ' +
    'RMQ_SYS_TRANS_HALF_TOPIC RMQ_SYS_TRACE_TOPIC ' +
    'RMQ_SYS_TRANS_OP_HALF_TOPIC TRANS_CHECK_MAX_TIME_TOPIC CHECKPOINT_TOPIC'
  ).split(' '),
);
export const SYSTEM_TOPIC_PREFIXES = ['rmq_sys_', '%RETRY%', '%DLQ%', 'rocketmq-broker-'] as const;

export const SYSTEM_GROUPS: ReadonlySet<string> = new Set(
  (
    'DEFAULT_CONSUMER DEFAULT_PRODUCER TOOLS_CONSUMER FILTERSRV_CONSUMER __MONITOR_CONSUMER ' +
    'CLIENT_INNER_PRODUCER SELF_TEST_P_GROUP ' +
    'SELF_TEST_C_GROUP CID_ONS-HTTP-PROXY CID_ONSAPI_PERMISSION CID_ONSAPI_OWNER CID_ONSAPI_PULL CID_RMQ_SYS_TRANS'
  ).split(' '),
);
export const SYSTEM_GROUP_PREFIXES = ['CID_RMQ_SYS_', 'CID_HOUSEKEEPING'] as const;

/** Letters, digits, `%` `|` `-` `_`: what topic and group names are made of. */
export const NAME_PATTERN = /^[%|a-zA-Z0-9_-]+$/;
export const LITE_TOPIC_PATTERN = /^[a-zA-Z0-9_-]+$/;
