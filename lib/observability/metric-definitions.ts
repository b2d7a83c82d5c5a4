import type { MetricName } from '../model/metrics';

export interface MetricDefinition {
  readonly kind: 'counter' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets?: readonly number[];
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const LATENCY_MS = [1, 10, 100, 1000, 10_000, 60_000, 600_000, 3_600_000];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** Label sets are closed: a label that may take any value would grow the registry without limit. */
export const METRIC_DEFINITIONS: Readonly<Record<MetricName, MetricDefinition>> = {
  rocketmq_messages_in_total: counter('Messages accepted.', ['topic', 'message_type']),
  rocketmq_messages_out_total: counter('Messages delivered, every attempt.', ['topic', 'consumer_group', 'is_retry']),
  rocketmq_throughput_in_total: counter('Body bytes accepted.', ['topic', 'message_type']),
  rocketmq_throughput_out_total: counter('Body bytes delivered.', ['topic', 'consumer_group']),
  rocketmq_send_to_dlq_messages_total: counter('Messages that became dead letters.', ['topic', 'consumer_group']),
  rocketmq_commit_messages_total: counter('Half messages committed.', ['topic']),
  rocketmq_rollback_messages_total: counter('Half messages rolled back, given up ones included.', ['topic']),
  rocketmq_finish_message_latency: histogram('Time from half message to commit, milliseconds.', ['topic'], LATENCY_MS),
  rocketmq_timer_enqueue_total: counter('Delayed messages that were put on the schedule.', ['topic']),
  rocketmq_timer_dequeue_total: counter('Delayed messages that fell due and entered the log.', ['topic']),
  redrive_broadcast_failures_total: counter('Deliveries of broadcast groups that a client gave up; not retried.', [
    'topic',
    'consumer_group',
  ]),
  redrive_deliveries_total: counter('Deliveries by outcome.', ['topic', 'consumer_group', 'outcome']),
  redrive_transitions_total: counter('State changes of deliveries.', ['consumer_group', 'from', 'to', 'cause']),
  redrive_redriven_messages_total: counter('Dead letters put back.', ['consumer_group']),
  redrive_failure_reports_total: counter('Failure reasons reported by applications.', ['consumer_group']),
  redrive_authentication_failures_total: counter('RocketMQ calls refused for their access key.', ['reason']),
  redrive_rpc_requests_total: counter('RPCs answered.', ['method', 'code']),
  redrive_rpc_duration_seconds: histogram('Time to answer an RPC.', ['method'], SECONDS),
  redrive_verb_duration_seconds: histogram('Time of a broker verb.', ['verb'], SECONDS),
  redrive_batch_size: histogram('Calls that one statement served.', ['verb'], SIZES),
  redrive_worker_runs_total: counter('Runs of background loops.', ['worker']),
  redrive_worker_failures_total: counter('Failed runs of background loops.', ['worker']),
  redrive_worker_duration_seconds: histogram('Time of one run of a background loop.', ['worker'], SECONDS),
  redrive_throttled_requests_total: counter('Requests refused with TOO_MANY_REQUESTS (42900, documented as 530).', [
    'limit',
    'topic',
    'consumer_group',
  ]),
  redrive_errors_total: counter('Errors by place and code.', ['where', 'code']),
};

function counter(help: string, labels: readonly string[]): MetricDefinition {
  return { kind: 'counter', help, labels };
}

function histogram(help: string, labels: readonly string[], buckets: readonly number[]): MetricDefinition {
  return { kind: 'histogram', help, labels, buckets };
}
