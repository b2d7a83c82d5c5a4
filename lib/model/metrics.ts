/** Every number the process counts. RocketMQ's own names where it has one, `redrive_*` otherwise. */
export type MetricName =
  | 'rocketmq_messages_in_total'
  | 'rocketmq_messages_out_total'
  | 'rocketmq_throughput_in_total'
  | 'rocketmq_throughput_out_total'
  | 'rocketmq_send_to_dlq_messages_total'
  | 'rocketmq_commit_messages_total'
  | 'rocketmq_rollback_messages_total'
  | 'rocketmq_finish_message_latency'
  | 'rocketmq_timer_enqueue_total'
  | 'rocketmq_timer_dequeue_total'
  | 'redrive_broadcast_failures_total'
  | 'redrive_deliveries_total'
  | 'redrive_transitions_total'
  | 'redrive_redriven_messages_total'
  | 'redrive_failure_reports_total'
  | 'redrive_authentication_failures_total'
  | 'redrive_rpc_requests_total'
  | 'redrive_rpc_duration_seconds'
  | 'redrive_verb_duration_seconds'
  | 'redrive_batch_size'
  | 'redrive_worker_runs_total'
  | 'redrive_worker_failures_total'
  | 'redrive_worker_duration_seconds'
  | 'redrive_throttled_requests_total'
  | 'redrive_errors_total';

export type MetricLabels = Readonly<Record<string, string>>;

/** What the core tells about itself; it never knows who listens. */
export interface Metrics {
  count(name: MetricName, labels: MetricLabels, by?: number): void;
  observe(name: MetricName, labels: MetricLabels, value: number): void;
}
