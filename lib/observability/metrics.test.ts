import { expect, test } from 'vitest';

import { createMetrics } from './metrics';

test('counts and observes under the published names', async () => {
  const metrics = createMetrics();
  metrics.count('rocketmq_messages_in_total', { topic: 'orders', message_type: 'NORMAL' });
  metrics.count('rocketmq_messages_in_total', { topic: 'orders', message_type: 'NORMAL' }, 4);
  metrics.observe('redrive_rpc_duration_seconds', { method: 'SendMessage' }, 0.004);
  metrics.watchPool('broker', () => ({ totalCount: 5, idleCount: 3, waitingCount: 1 }));
  const text = await metrics.text();
  expect(text).toContain('rocketmq_messages_in_total{topic="orders",message_type="NORMAL"} 5');
  expect(text).toContain('redrive_rpc_duration_seconds_bucket{le="0.005",method="SendMessage"} 1');
  expect(text).toContain('redrive_database_connections{pool="broker",state="busy"} 2');
  expect(text).toContain('process_cpu_seconds_total');
});

test('half messages are counted when scraped, and left out when they cannot be', async () => {
  const metrics = createMetrics();
  let fails = false;
  metrics.watchHalfMessages(() =>
    fails ? Promise.reject(new Error('no database')) : Promise.resolve([{ topic: 'orders', pending: 3 }]),
  );
  expect(await metrics.text()).toContain('rocketmq_half_messages{topic="orders"} 3');
  fails = true;
  expect(await metrics.text()).not.toContain('rocketmq_half_messages{');
});

test('limits say how much of them is used; what nobody read has no number', async () => {
  const metrics = createMetrics();
  const limit = { kind: 'send-rate', scope: 'topic', subject: 'orders' } as const;
  const use = { limit, value: 9, line: 10, nodes: 1, ageMs: 0, state: 'warning' };
  const unread = { ...use, limit: { ...limit, subject: 'unread' }, value: null, state: 'unknown' };
  metrics.watchLimits(() => [use, unread] as unknown as ReturnType<Parameters<typeof metrics.watchLimits>[0]>);
  const text = await metrics.text();
  expect(text).toContain('redrive_limit_used_ratio{kind="send-rate",scope="topic",subject="orders"} 0.9');
  expect(text).toContain('redrive_limit_warning{kind="send-rate",scope="topic",subject="orders"} 1');
  expect(text).not.toContain('subject="unread"');
});

test('a counter is not a histogram', () => {
  expect(() => createMetrics().observe('rocketmq_messages_in_total', {}, 1)).toThrow(/not a metric of this kind/);
});

test('an undeclared label is left out instead of failing the caller', async () => {
  const metrics = createMetrics();
  metrics.count('redrive_worker_runs_total', { worker: 'expire', shard: '7' });
  expect(await metrics.text()).toContain('redrive_worker_runs_total{worker="expire"} 1');
});
