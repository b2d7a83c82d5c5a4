import { expect, test } from 'vitest';

import { type GaugeValue, metricsOf } from '../model/metrics';
import { GAUGE_DEFINITIONS, METRIC_DEFINITIONS } from './metric-definitions';
import { createMetrics } from './metrics';

const CONSUMER = ['consumer_group', 'topic', 'is_retry', 'is_system'];
const STORED = ['storage_type', 'storage_medium'];
const AGENT = ['language', 'version', 'protocol_type'];

/**
 * Apache RocketMQ 5.3: BrokerMetricsManager, RemotingMetricsManager, DefaultStoreMetricsManager and the page on
 * metrics.
 */
const ROCKETMQ_METRICS = [
  { name: 'rocketmq_messages_in_total', kind: 'counter', labels: ['topic', 'message_type', 'is_system'] },
  { name: 'rocketmq_messages_out_total', kind: 'counter', labels: CONSUMER },
  { name: 'rocketmq_throughput_in_total', kind: 'counter', labels: ['topic', 'message_type', 'is_system'] },
  { name: 'rocketmq_throughput_out_total', kind: 'counter', labels: CONSUMER },
  { name: 'rocketmq_send_to_dlq_messages_total', kind: 'counter', labels: ['topic', 'consumer_group', 'is_system'] },
  { name: 'rocketmq_message_size', kind: 'histogram', labels: ['topic', 'message_type', 'is_system'] },
  { name: 'rocketmq_commit_messages_total', kind: 'counter', labels: ['topic'] },
  { name: 'rocketmq_rollback_messages_total', kind: 'counter', labels: ['topic'] },
  { name: 'rocketmq_half_messages', kind: 'gauge', labels: ['topic'] },
  { name: 'rocketmq_finish_message_latency', kind: 'histogram', labels: ['topic'] },
  {
    name: 'rocketmq_rpc_latency',
    kind: 'histogram',
    labels: ['protocol_type', 'request_code', 'response_code', 'is_long_polling', 'result'],
  },
  { name: 'rocketmq_processor_watermark', kind: 'gauge', labels: ['processor'] },
  { name: 'rocketmq_topic_number', kind: 'gauge', labels: [] },
  { name: 'rocketmq_consumer_group_number', kind: 'gauge', labels: [] },
  { name: 'rocketmq_producer_connections', kind: 'gauge', labels: AGENT },
  {
    name: 'rocketmq_consumer_connections',
    kind: 'gauge',
    labels: [...AGENT, 'consumer_group', 'consume_mode', 'is_system'],
  },
  { name: 'rocketmq_consumer_ready_messages', kind: 'gauge', labels: CONSUMER },
  { name: 'rocketmq_consumer_inflight_messages', kind: 'gauge', labels: CONSUMER },
  { name: 'rocketmq_consumer_queueing_latency', kind: 'gauge', labels: CONSUMER },
  { name: 'rocketmq_consumer_lag_messages', kind: 'gauge', labels: CONSUMER },
  { name: 'rocketmq_consumer_lag_latency', kind: 'gauge', labels: CONSUMER },
  { name: 'rocketmq_storage_size', kind: 'gauge', labels: STORED },
  { name: 'rocketmq_timing_messages', kind: 'gauge', labels: ['topic', ...STORED] },
  { name: 'rocketmq_timer_enqueue_total', kind: 'counter', labels: ['topic', ...STORED] },
  { name: 'rocketmq_timer_dequeue_total', kind: 'counter', labels: ['topic', ...STORED] },
  { name: 'rocketmq_timer_dequeue_latency', kind: 'gauge', labels: STORED },
  { name: 'rocketmq_delay_message_latency', kind: 'histogram', labels: ['topic', ...STORED] },
  { name: 'rocketmq_topic_create_execution_time', kind: 'histogram', labels: ['invocation_status', 'is_system'] },
  { name: 'rocketmq_consumer_group_create_execution_time', kind: 'histogram', labels: ['invocation_status'] },
];

const NODE = 'cluster="redrive",node_type="broker",node_id="local"';

test('counts and observes under the published names, with the labels of the node', async () => {
  const metrics = createMetrics();
  metrics.count('rocketmq_messages_in_total', { topic: 'orders', message_type: 'normal' });
  metrics.count('rocketmq_messages_in_total', { topic: 'orders', message_type: 'normal' }, 4);
  metrics.observe('redrive_rpc_duration_seconds', { method: 'SendMessage' }, 0.004);
  metrics.watchPool('broker', () => ({ totalCount: 5, idleCount: 3, waitingCount: 1 }));
  const text = await metrics.text();
  expect(text).toContain(
    `rocketmq_messages_in_total{topic="orders",message_type="normal",is_system="false",${NODE}} 5`,
  );
  expect(text).toMatch(/redrive_rpc_duration_seconds_bucket\{le="0.005",.*method="SendMessage".*\} 1/);
  expect(text).toMatch(/redrive_database_connections\{pool="broker",state="busy".*\} 2/);
  expect(text).toContain('process_cpu_seconds_total');
});

test('what is of an attached cluster has its name, also where it is called as this installation is', async () => {
  const metrics = createMetrics();
  const died = { topic: '', consumer_group: 'billing' };
  metrics.count('rocketmq_send_to_dlq_messages_total', died, 1);
  for (const [name, count] of [
    ['eu', 2],
    ['redrive', 3],
  ] as const)
    metricsOf(name, metrics).count('rocketmq_send_to_dlq_messages_total', died, count);
  metricsOf('eu', metrics).observe('redrive_rpc_duration_seconds', { method: 'x' }, 0.004);
  const text = await metrics.text();
  const counted = [...text.matchAll(/^rocketmq_send_to_dlq\w+\{.*cluster="(\w+)",node_type="(\w+)".*\} (\d)$/gm)];
  expect(counted.map(([, ...found]) => found)).toEqual([
    ['redrive', 'broker', '1'],
    ['eu', 'attached', '2'],
    ['redrive', 'attached', '3'],
  ]);
  expect(text).toMatch(/redrive_rpc_duration_seconds_count\{.*cluster="eu".*\} 1/);
});

test.each(ROCKETMQ_METRICS)('$name has the kind and the labels of Apache RocketMQ', ({ name, kind, labels }) => {
  const known: Record<string, (typeof METRIC_DEFINITIONS)[keyof typeof METRIC_DEFINITIONS]> = {
    ...METRIC_DEFINITIONS,
    ...GAUGE_DEFINITIONS,
  };
  const definition = known[name];
  expect(definition?.kind).toBe(kind);
  expect([...(definition?.labels ?? []), ...Object.keys(definition?.constant ?? {})].toSorted()).toEqual(
    labels.toSorted(),
  );
});

test.each([
  ['rocketmq_message_size', [1024, 4096, 524_288, 1_048_576, 2_097_152, 4_194_304]],
  ['rocketmq_rpc_latency', [1, 3, 5, 7, 10, 100, 1000, 2000, 3000]],
  ['rocketmq_finish_message_latency', [5, 60, 600, 3600, 43_200, 86_400]],
  ['rocketmq_delay_message_latency', [60, 600, 3600, 43_200, 86_400, 259_200]],
  ['rocketmq_topic_create_execution_time', [10, 100, 1000, 3000, 5000]],
  ['rocketmq_consumer_group_create_execution_time', [10, 100, 1000, 3000, 5000]],
] as const)('%s has the buckets of Apache RocketMQ', (name, buckets) => {
  expect(METRIC_DEFINITIONS[name].buckets).toEqual(buckets);
});

test('every rocketmq_ name is one of Apache RocketMQ; every other begins with redrive_', () => {
  const published = new Set<string>(ROCKETMQ_METRICS.map(({ name }) => name));
  const own = [...Object.keys(METRIC_DEFINITIONS), ...Object.keys(GAUGE_DEFINITIONS)];
  expect(own.filter((name) => !published.has(name) && !name.startsWith('redrive_'))).toEqual([]);
  expect([...published].filter((name) => !own.includes(name))).toEqual([]);
});

test('gauges are read once however many scrape, and left out when they cannot be read', async () => {
  const metrics = createMetrics();
  let reads = 0;
  metrics.watch('counts', 60_000, async (): Promise<GaugeValue[]> => {
    reads += 1;
    await new Promise(setImmediate);
    return [{ name: 'rocketmq_half_messages', labels: { topic: 'orders' }, value: 3 }];
  });
  const texts = await Promise.all(Array.from({ length: 20 }, () => metrics.text()));
  for (const text of texts) expect(text).toMatch(/rocketmq_half_messages\{topic="orders".*\} 3/);
  expect(reads).toBe(1);
  metrics.watch('counts', 0, () => Promise.reject(new Error('no database')));
  const text = await metrics.text();
  expect(text).not.toContain('rocketmq_half_messages{');
  expect(text).not.toMatch(/^rocketmq_topic_number/m);
  expect(text).toMatch(/redrive_metrics_source_up\{source="counts".*\} 0/);
});

test('series beyond the cap are left out, visibly', async () => {
  const metrics = createMetrics();
  metrics.watch('backlog', 0, () =>
    Array.from({ length: 10_003 }, (_, index) => ({
      name: 'redrive_backlog_messages' as const,
      labels: { consumer_group: `group-${index}` },
      value: index,
    })),
  );
  const text = await metrics.text();
  expect(text.match(/^redrive_backlog_messages\{/gm)).toHaveLength(10_000);
  expect(text).toMatch(/redrive_metrics_series_left_out\{metric="redrive_backlog_messages".*\} 3/);
});

test('a counter has at most 10 000 series; what is beyond is counted, and known series go on', async () => {
  const metrics = createMetrics();
  const topic = (number: number) => ({ topic: `t${number}` });
  for (let n = 0; n < 10_003; n += 1) metrics.count('rocketmq_commit_messages_total', topic(n));
  metrics.count('rocketmq_commit_messages_total', topic(0));
  const text = await metrics.text();
  expect(text.match(/^rocketmq_commit_messages_total\{/gm)).toHaveLength(10_000);
  expect(text).toMatch(/redrive_metrics_left_out_total\{.*metric="rocketmq_commit_messages_total".*\} 3$/m);
  expect(text).toMatch(/rocketmq_commit_messages_total\{topic="t0".*\} 2$/m);
});

test('scrapes at once, and those soon after, share one collection; the next one has what came meanwhile', async () => {
  const metrics = createMetrics(undefined, { textKeptMs: 100 });
  let reads = 0;
  metrics.watch('counts', 0, async (): Promise<GaugeValue[]> => {
    reads += 1;
    await new Promise(setImmediate);
    return [{ name: 'rocketmq_topic_number', labels: {}, value: reads }];
  });
  const texts = await Promise.all(Array.from({ length: 50 }, () => metrics.text()));
  expect([new Set(texts).size, reads]).toEqual([1, 1]);
  expect(await metrics.text()).toBe(texts[0]);
  await expect.poll(() => metrics.text(), { interval: 20 }).toMatch(/^rocketmq_topic_number\{.*\} 2$/m);
});

test(
  '5 000 topics and 10 000 refused clients: a bounded number of series, and other work gets its turn',
  { tags: ['long'], timeout: 60_000 },
  async () => {
    const metrics = createMetrics();
    for (let index = 0; index < 5_000; index += 1) {
      const topic = `topic-${index}`;
      metrics.count('rocketmq_messages_in_total', { topic, message_type: 'normal' });
      metrics.count('rocketmq_messages_out_total', { topic, consumer_group: `group-${index}`, is_retry: 'false' });
      metrics.observe('rocketmq_message_size', { topic, message_type: 'normal' }, 100);
    }
    metrics.watch('backlog', 0, () =>
      Array.from({ length: 5_000 }, (_, index) => ({
        name: 'rocketmq_consumer_ready_messages' as const,
        labels: { consumer_group: `group-${index}`, topic: `topic-${index}`, is_retry: 'false' },
        value: index,
      })),
    );
    for (let scrape = 0; scrape < 4; scrape += 1) {
      for (let client = 0; client < 10_000; client += 1)
        metrics.count('redrive_throttled_requests_total', {
          limit: 'send-rate',
          topic: 'orders',
          client_id: `c${client}`,
        });
      await metrics.text();
    }
    let turns = 0;
    let done = false;
    const count = (): void => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    const text = await metrics.text();
    done = true;
    expect(turns).toBeGreaterThan(40);
    expect(text.match(/^redrive_throttled_requests_total\{/gm)?.length).toBeLessThanOrEqual(101);
    expect(text.match(/^rocketmq_messages_in_total\{/gm)).toHaveLength(5_000);
    expect(text).not.toMatch(/^redrive_metrics_(series_)?left_out/m);
    const refused = [...text.matchAll(/^redrive_throttled_requests_total\{.*\} (\d+)$/gm)];
    expect(refused.reduce((sum, [, each]) => sum + Number(each), 0)).toBe(40_000);
  },
);

test('refused clients: the most refused by name, the rest as "other"; nothing is lost and no counter goes back', async () => {
  const metrics = createMetrics();
  const refuse = (client: string, by: number): void =>
    metrics.count('redrive_throttled_requests_total', { limit: 'send-rate', topic: 'orders', client_id: client }, by);
  for (let client = 0; client < 40; client += 1) refuse(`client-${client}`, client + 1);
  const first = seriesOf(await metrics.text());
  expect(first.size).toBe(11);
  expect(first.get('client-39')).toBe(40);
  expect(first.get('other')).toBe((30 * 31) / 2);
  refuse('client-0', 1000);
  refuse('client-39', 1);
  const second = seriesOf(await metrics.text());
  expect(second.get('client-0')).toBe(1000);
  expect(second.get('client-39')).toBe(41);
  expect(second.get('other')).toBe((30 * 31) / 2);
});

function seriesOf(text: string): Map<string, number> {
  const lines = text.matchAll(/^redrive_throttled_requests_total\{.*client_id="([^"]*)".*\} (\d+)$/gm);
  return new Map([...lines].map(([, client = '', count]) => [client, Number(count)]));
}

test('a counter is not a histogram', () => {
  expect(() => createMetrics().observe('rocketmq_messages_in_total', {}, 1)).toThrow(/not a metric of this kind/);
});

test('an undeclared label is left out instead of failing the caller', async () => {
  const metrics = createMetrics();
  metrics.count('redrive_worker_runs_total', { worker: 'expire', shard: '7' });
  expect(await metrics.text()).toMatch(/redrive_worker_runs_total\{worker="expire",cluster.*\} 1/);
});
