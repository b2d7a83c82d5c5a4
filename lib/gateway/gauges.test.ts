import { expect, test } from 'vitest';

import { connectionGauges, watermarkGauges } from './gauges';
import type { ConnectedClient } from './sessions/session';

test('calls are counted by the pool that serves them in Apache RocketMQ; receives are pull, sends in line are async_put', () => {
  const running = new Map([
    ['SendMessage', 5],
    ['RecallMessage', 1],
    ['ForwardMessageToDeadLetterQueue', 2],
    ['AckMessage', 3],
    ['ChangeInvisibleDuration', 4],
    ['EndTransaction', 6],
    ['Heartbeat', 7],
    ['QueryRoute', 8],
    ['NotifyClientTermination', 1],
  ]);
  const gauges = watermarkGauges({ running, receives: 40, waitingSends: 3 });
  expect(gauges.every(({ name }) => name === 'rocketmq_processor_watermark')).toBe(true);
  expect(Object.fromEntries(gauges.map(({ labels, value }) => [labels['processor'], value]))).toEqual({
    ...{ send: 8, ack: 7, transaction: 6, heartbeat: 7, client_manager: 9 },
    ...{ pull: 40, async_put: 3 },
  });
});

test('clients that are alike are counted together, in the lower case of Apache RocketMQ', () => {
  const client = { kind: 'push', group: 'billing', language: 'NODE_JS', version: '1.0.8-SNAPSHOT' } as ConnectedClient;
  const producer = { ...client, kind: 'producer', group: null, version: `9${'x'.repeat(100)}` } as ConnectedClient;
  expect(connectionGauges([client, client, { ...client, kind: 'simple' }, producer])).toEqual([
    {
      name: 'rocketmq_consumer_connections',
      labels: {
        ...{ consumer_group: 'billing', language: 'node_js', version: '1.0.8-snapshot' },
        ...{ consume_mode: 'push', protocol_type: 'grpc' },
      },
      value: 3,
    },
    {
      name: 'rocketmq_producer_connections',
      labels: { language: 'node_js', version: `9${'x'.repeat(39)}`, protocol_type: 'grpc' },
      value: 1,
    },
  ]);
});
