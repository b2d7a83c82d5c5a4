/** Every number the process counts. RocketMQ's own names where it has one, `redrive_*` otherwise. */
export type MetricName =
  | 'rocketmq_messages_in_total'
  | 'rocketmq_messages_out_total'
  | 'rocketmq_throughput_in_total'
  | 'rocketmq_throughput_out_total'
  | 'rocketmq_message_size'
  | 'rocketmq_rpc_latency'
  | 'rocketmq_send_to_dlq_messages_total'
  | 'rocketmq_commit_messages_total'
  | 'rocketmq_rollback_messages_total'
  | 'rocketmq_finish_message_latency'
  | 'rocketmq_timer_enqueue_total'
  | 'rocketmq_timer_dequeue_total'
  | 'rocketmq_delay_message_latency'
  | 'rocketmq_topic_create_execution_time'
  | 'rocketmq_consumer_group_create_execution_time'
  | 'redrive_broadcast_failures_total'
  | 'redrive_deliveries_total'
  | 'redrive_transitions_total'
  | 'redrive_filtered_messages_total'
  | 'redrive_redriven_messages_total'
  | 'redrive_redrive_stops_total'
  | 'redrive_redrive_step_failures_total'
  | 'redrive_expired_dead_letters_total'
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

/** Of the text that Prometheus reads. */
export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type MetricLabels = Readonly<Record<string, string>>;

/** What the core tells about itself; it never knows who listens. */
export interface Metrics {
  count(name: MetricName, labels: MetricLabels, by?: number): void;
  observe(name: MetricName, labels: MetricLabels, value: number): void;
}

/** The label of the cluster of what this installation tells of itself. */
export const OWN_CLUSTER = 'redrive';

/**
 * The labels of series of an attached cluster: in the place of those of this installation, which every other
 * series has.
 */
export const WORKSPACE_LABELS = ['cluster', 'node_type'] as const;

export function workspaceLabels(workspace: string): Readonly<Record<(typeof WORKSPACE_LABELS)[number], string>> {
  return { cluster: workspace, node_type: 'attached' };
}

/** Counts of an attached cluster, under its name. */
export function metricsOf(workspace: string, metrics: Metrics): Metrics {
  const own = workspaceLabels(workspace);
  return {
    count: (name, labels, by) => metrics.count(name, { ...labels, ...own }, by),
    observe: (name, labels, value) => metrics.observe(name, { ...labels, ...own }, value),
  };
}

/** What is as it is at one moment. */
export type GaugeName =
  | 'rocketmq_consumer_ready_messages'
  | 'rocketmq_consumer_inflight_messages'
  | 'rocketmq_consumer_lag_messages'
  | 'rocketmq_consumer_queueing_latency'
  | 'rocketmq_consumer_lag_latency'
  | 'rocketmq_consumer_connections'
  | 'rocketmq_producer_connections'
  | 'rocketmq_topic_number'
  | 'rocketmq_consumer_group_number'
  | 'rocketmq_processor_watermark'
  | 'rocketmq_half_messages'
  | 'rocketmq_timing_messages'
  | 'rocketmq_timer_dequeue_latency'
  | 'rocketmq_storage_size'
  | 'redrive_given_up_transactions'
  | 'redrive_build_info'
  | 'redrive_nodes'
  | 'redrive_consumers'
  | 'redrive_backlog_messages'
  | 'redrive_waiting_messages'
  | 'redrive_dead_letters'
  | 'redrive_expiring_dead_letters'
  | 'redrive_blocked_keys'
  | 'redrive_backlog_in_rate'
  | 'redrive_backlog_out_rate'
  | 'redrive_time_to_drain_seconds'
  | 'redrive_retry_amplification'
  | 'redrive_redrive_messages'
  | 'redrive_limit_used_ratio'
  | 'redrive_limit_warning'
  | 'redrive_database_trouble'
  | 'redrive_sample_age_seconds'
  | 'redrive_cluster_peer_up'
  | 'redrive_broker_watermark_ratio'
  | 'redrive_broker_in_rate'
  | 'redrive_broker_out_rate'
  | 'redrive_database_connections'
  | 'redrive_wake_channel_up';

export interface GaugeValue {
  readonly name: GaugeName;
  readonly labels: MetricLabels;
  readonly value: number;
}
