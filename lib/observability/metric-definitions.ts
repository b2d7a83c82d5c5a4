import type { GaugeName, MetricName } from '../model/metrics';

export interface MetricDefinition {
  readonly kind: 'counter' | 'histogram' | 'gauge';
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets?: readonly number[];
  /** Labels with one constant value here: other brokers have more kinds. */
  readonly constant?: Readonly<Record<string, string>>;
  /** Of a gauge: how the values of the processes of one node become one; else their sum. */
  readonly acrossProcesses?: 'max' | 'min' | 'average';
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CREATE_MS = [10, 100, 1000, 3000, 5000];
const MINUTE_S = 60;
const HOUR_S = 3600;
const COMMIT_S = [5, MINUTE_S, 10 * MINUTE_S, HOUR_S, 12 * HOUR_S, 24 * HOUR_S];
const DELAY_S = [MINUTE_S, 10 * MINUTE_S, HOUR_S, 12 * HOUR_S, 24 * HOUR_S, 72 * HOUR_S];
const RPC_MS = [1, 3, 5, 7, 10, 100, 1000, 2000, 3000];
const KIB = 1024;
const MESSAGE_BYTES = [KIB, 4 * KIB, 512 * KIB, KIB * KIB, 2 * KIB * KIB, 4 * KIB * KIB];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

const CONSUMER = ['consumer_group', 'topic', 'is_retry'];
/** No topic is a system topic here: there are none. */
const USER_TOPIC = { is_system: 'false' };
/** How the store is labelled. Apache RocketMQ says "local". */
const STORED = { storage_type: 'postgres', storage_medium: 'disk' };

/** Label sets are closed: a label that may take any value would grow the registry without limit. */
export const METRIC_DEFINITIONS: Readonly<Record<MetricName, MetricDefinition>> = {
  rocketmq_messages_in_total: counter('Messages accepted.', ['topic', 'message_type'], USER_TOPIC),
  rocketmq_messages_out_total: counter(
    'Messages delivered, every attempt.',
    ['topic', 'consumer_group', 'is_retry'],
    USER_TOPIC,
  ),
  rocketmq_throughput_in_total: counter(
    'Bytes accepted: bodies, properties, keys, tags.',
    ['topic', 'message_type'],
    USER_TOPIC,
  ),
  rocketmq_throughput_out_total: counter(
    'Bytes delivered: bodies, properties, keys, tags.',
    ['topic', 'consumer_group', 'is_retry'],
    USER_TOPIC,
  ),
  rocketmq_message_size: histogram('Body bytes of a message.', ['topic', 'message_type'], MESSAGE_BYTES, USER_TOPIC),
  rocketmq_rpc_latency: histogram(
    'Time to answer an RPC, milliseconds; a held receive includes its wait.',
    ['protocol_type', 'request_code', 'response_code', 'is_long_polling', 'result'],
    RPC_MS,
  ),
  rocketmq_send_to_dlq_messages_total: counter(
    'Messages that became dead letters.',
    ['topic', 'consumer_group'],
    USER_TOPIC,
  ),
  rocketmq_commit_messages_total: counter('Half messages committed.', ['topic']),
  rocketmq_rollback_messages_total: counter('Half messages rolled back, given up ones included.', ['topic']),
  rocketmq_finish_message_latency: histogram('Time from half message to commit, seconds.', ['topic'], COMMIT_S),
  rocketmq_timer_enqueue_total: counter('Delayed messages that were put on the schedule.', ['topic'], STORED),
  rocketmq_timer_dequeue_total: counter('Delayed messages that fell due and entered the log.', ['topic'], STORED),
  rocketmq_delay_message_latency: histogram(
    'Requested delay of delayed messages, seconds.',
    ['topic'],
    DELAY_S,
    STORED,
  ),
  rocketmq_topic_create_execution_time: histogram(
    'Time to create a topic, milliseconds.',
    ['invocation_status'],
    CREATE_MS,
    USER_TOPIC,
  ),
  rocketmq_consumer_group_create_execution_time: histogram(
    'Time to create a consumer group, milliseconds.',
    ['invocation_status'],
    CREATE_MS,
  ),
  redrive_broadcast_failures_total: counter('Deliveries of broadcast groups that a client gave up; not retried.', [
    'topic',
    'consumer_group',
  ]),
  redrive_deliveries_total: counter('Deliveries by outcome.', ['topic', 'consumer_group', 'outcome']),
  redrive_transitions_total: counter('State changes of deliveries.', ['consumer_group', 'from', 'to', 'cause']),
  redrive_filtered_messages_total: counter(
    'Messages that count as consumed because the filter of the receiving client does not match them.',
    ['topic', 'consumer_group'],
  ),
  redrive_redriven_messages_total: counter('Dead letters put back.', ['consumer_group']),
  redrive_redrive_stops_total: counter('Re-drives stopped by their rule.', ['consumer_group', 'rule']),
  redrive_redrive_step_failures_total: counter('Steps of re-drives that failed and are tried again.', [
    'consumer_group',
  ]),
  redrive_expired_dead_letters_total: counter('Dead letters removed because their retention was over: lost.', [
    'topic',
    'consumer_group',
  ]),
  redrive_failure_reports_total: counter('Failure reasons reported by applications.', ['consumer_group']),
  redrive_authentication_failures_total: counter('RocketMQ calls refused for their access key.', ['reason']),
  redrive_rpc_requests_total: counter('RPCs answered.', ['method', 'code']),
  redrive_rpc_duration_seconds: histogram('Time to answer an RPC.', ['method'], SECONDS),
  redrive_verb_duration_seconds: histogram('Time of a broker verb.', ['verb'], SECONDS),
  redrive_batch_size: histogram('Calls that one statement served.', ['verb'], SIZES),
  redrive_worker_runs_total: counter('Runs of background loops.', ['worker']),
  redrive_worker_failures_total: counter('Failed runs of background loops.', ['worker']),
  redrive_worker_duration_seconds: histogram('Time of one run of a background loop.', ['worker'], SECONDS),
  redrive_throttled_requests_total: counter(
    'Requests refused with TOO_MANY_REQUESTS (42900, documented as 530); the most refused clients by name.',
    ['limit', 'topic', 'consumer_group', 'client_id', 'access_key'],
  ),
  redrive_errors_total: counter('Errors by place and code.', ['where', 'code']),
};

/** Read from the newest sample, at most 30 s old; an unknown value has no series. */
export const GAUGE_DEFINITIONS: Readonly<Record<GaugeName, MetricDefinition>> = {
  rocketmq_consumer_ready_messages: gauge('Messages that may be delivered now.', CONSUMER, USER_TOPIC),
  rocketmq_consumer_inflight_messages: gauge('Messages that a consumer holds.', CONSUMER, USER_TOPIC),
  rocketmq_consumer_lag_messages: gauge('Ready and in flight.', CONSUMER, USER_TOPIC),
  rocketmq_consumer_queueing_latency: gauge(
    'How long the oldest ready message has been ready, milliseconds.',
    CONSUMER,
    USER_TOPIC,
  ),
  rocketmq_consumer_lag_latency: gauge(
    'The same of the oldest one not acknowledged, milliseconds.',
    CONSUMER,
    USER_TOPIC,
  ),
  rocketmq_consumer_connections: gauge(
    'Consumers connected to this node.',
    ['consumer_group', 'language', 'version', 'consume_mode', 'protocol_type'],
    USER_TOPIC,
  ),
  rocketmq_producer_connections: gauge('Producers connected to this node.', ['language', 'version', 'protocol_type']),
  rocketmq_topic_number: gauge('Topics.', []),
  rocketmq_consumer_group_number: gauge('Consumer groups.', []),
  rocketmq_processor_watermark: gauge(
    'Running calls on this node; async_put: sends that wait for the batch before theirs.',
    ['processor'],
  ),
  rocketmq_half_messages: gauge('Half messages that wait for their transaction to end.', ['topic']),
  rocketmq_timing_messages: gauge('Delayed messages that are not due, counted up to 100000.', ['topic'], STORED),
  rocketmq_timer_dequeue_latency: gauge(
    'For how long the oldest delayed message is overdue, milliseconds.',
    [],
    STORED,
  ),
  rocketmq_storage_size: gauge('Size of the database, bytes.', [], STORED),
  redrive_given_up_transactions: gauge(
    'Half messages that were given up and can still be committed, counted up to 100000.',
    ['topic'],
  ),
  redrive_build_info: inOne('max', gauge('Always 1; which version of Redrive this node runs.', ['version'])),
  redrive_nodes: gauge('Live processes that serve clients, on all nodes, as the database says.', []),
  redrive_consumers: gauge('Consumers connected, all nodes.', ['consumer_group']),
  redrive_backlog_messages: gauge('Ready, in flight and waiting for a retry.', ['consumer_group']),
  redrive_limit_used_ratio: inOne(
    'average',
    gauge('How much of a limit is used; of a rate, the mean of 10 s of this node.', ['kind', 'scope', 'subject']),
  ),
  redrive_limit_warning: inOne(
    'max',
    gauge('1 from the soft line of a limit on, 2 while it refuses.', ['kind', 'scope', 'subject']),
  ),
  redrive_database_trouble: inOne(
    'max',
    gauge('1 while this node has this trouble with its database, such as a full disk.', ['kind']),
  ),
  redrive_waiting_messages: gauge('Failed, and not due for a retry yet.', ['consumer_group', 'topic']),
  redrive_dead_letters: gauge('Dead letters kept.', ['consumer_group']),
  redrive_expiring_dead_letters: gauge('Dead letters that are removed within 24 hours unless they are re-driven.', [
    'consumer_group',
  ]),
  redrive_blocked_keys: gauge('Ordered keys whose head failed or is held for long.', ['consumer_group']),
  redrive_backlog_in_rate: gauge('Messages stored for the group per second, last minute.', ['consumer_group']),
  redrive_backlog_out_rate: gauge('Messages that left its backlog per second, last minute.', ['consumer_group']),
  redrive_time_to_drain_seconds: gauge('At the rates of the last minute; +Inf: never, or it grows.', [
    'consumer_group',
  ]),
  redrive_retry_amplification: gauge('Deliveries per message, last 5 minutes.', ['consumer_group']),
  redrive_redrive_messages: gauge('Messages of the re-drives of the last day (at most 20) by verdict.', [
    'consumer_group',
    'verdict',
  ]),
  redrive_sample_age_seconds: gauge('Age of the sample the figures come from; no series: no sample.', []),
  redrive_cluster_peer_up: gauge('Of an attached cluster: 1 while the broker or proxy answers.', ['kind', 'peer']),
  redrive_broker_watermark_ratio: gauge('Of an attached cluster: 1 is where the broker refuses or slows down.', [
    'broker',
    'mark',
  ]),
  redrive_broker_in_rate: gauge('Of an attached cluster: messages stored per second, last minute.', ['broker']),
  redrive_broker_out_rate: gauge('Of an attached cluster: messages handed out per second, last minute.', ['broker']),
  redrive_wake_channel_up: inOne(
    'min',
    gauge('0: no wake-up hints from and to other nodes; their messages wait for the next poll.', []),
  ),
  redrive_database_connections: gauge('Database connections and the calls that wait for one.', ['pool', 'state']),
};

function counter(
  help: string,
  labels: readonly string[],
  constant?: Readonly<Record<string, string>>,
): MetricDefinition {
  return { kind: 'counter', help, labels, ...(constant === undefined ? {} : { constant }) };
}

function histogram(
  help: string,
  labels: readonly string[],
  buckets: readonly number[],
  constant?: Readonly<Record<string, string>>,
): MetricDefinition {
  return { kind: 'histogram', help, labels, buckets, ...(constant === undefined ? {} : { constant }) };
}

function gauge(help: string, labels: readonly string[], constant?: Readonly<Record<string, string>>): MetricDefinition {
  return { kind: 'gauge', help, labels, ...(constant === undefined ? {} : { constant }) };
}

function inOne(how: NonNullable<MetricDefinition['acrossProcesses']>, definition: MetricDefinition): MetricDefinition {
  return { ...definition, acrossProcesses: how };
}
