import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { CLUSTER_MARK_NAMES, CLUSTER_MARKS } from '../../model/cluster/cluster-mark';
import { Exposition } from './exposition';

/** As a broker of this version wrote it; e2e/cluster/metrics.test.ts records it. */
const recorded = (version: string): string =>
  readFileSync(
    fileURLToPath(new URL(`../../testing/cluster/recorded/metrics-${version}.txt`, import.meta.url)),
    'utf8',
  );
const read = (text: string): Exposition => {
  const found = new Exposition();
  for (const line of text.split('\n')) found.add(line);
  return found;
};
const series = (labels: string, value: string, name = 'rocketmq_processor_watermark') =>
  read(`${name}{${labels}} ${value}`).of('broker-a');

test.each(['5.3.3', '5.5.0'])('every mark that Apache RocketMQ %s reports to Prometheus is found', (version) => {
  const found = read(recorded(version));
  expect(found.brokers).toEqual(['broker-b']);
  const reported = CLUSTER_MARK_NAMES.filter((mark) => {
    const { metric } = CLUSTER_MARKS[mark];
    return metric !== null && !('answers' in metric);
  });
  expect(Object.keys(found.of('broker-b') ?? {}).toSorted()).toEqual(reported.toSorted());
  expect(found.of('broker-a')).toBeUndefined();
});

test.each([
  ['node_id="broker-a",processor="send"', '7.0', { 'send-queue': 7 }],
  ['processor="send",node_id="broker-a"', '1.2E3 1795454709244', { 'send-queue': 1200 }],
  ['node_id="broker-a",other="a } 9 \\" b",processor="async_put"', '3', { 'store-queue': 3 }],
  ['node_id="broker-a",processor="a new one"', '3', undefined],
  ['node_id="broker-a",processor="send"', 'NaN', undefined],
  ['node_id="broker-a",processor="send"', '+Inf', undefined],
  ['node_id="broker-a",processor="send"', '-1', undefined],
  ['node_id="broker-a",processor="send"', '', undefined],
  ['processor="send"', '3', undefined],
])('{%s} %s', (labels, value, expected) => expect(series(labels, value)).toEqual(expected));

test('answers are counted by what they were: sends, sends that the broker refused, calls without the right', () => {
  expect(read(recorded('5.5.0')).answersOf('broker-b')).toEqual({ sends: 0, refused: {}, denied: {} });
  expect(read(recorded('5.5.0')).answersOf('broker-a')).toBeNull();
  const of = (asked: string, answer: string, count: number) =>
    `rocketmq_rpc_latency_milliseconds_count{node_id="broker-a",request_code="${asked}",response_code="${answer}"} ${count}`;
  const lines = [
    ...[of('send_message_v2', 'success', 90), of('send_batch_message', 'success', 5), of('send_message', 'success', 1)],
    ...[of('send_message_v2', 'system_busy', 3), of('send_message', 'system_busy', 1)],
    of('send_message_v2', 'service_not_available', 2),
    ...[of('send_message_v2', 'no_permission', 2), of('pop_message', 'no_permission', 4)],
    ...[of('pull_message', 'system_busy', 50), of('send_message_back', 'system_busy', 50)],
  ];
  const mark = 'rocketmq_processor_watermark{node_id="broker-a",processor="send"} 0';
  expect(read([...lines, mark].join('\n')).answersOf('broker-a')).toEqual({
    ...{ sends: 104, refused: { SYSTEM_BUSY: 4, SERVICE_NOT_AVAILABLE: 2 } },
    denied: { SEND_MESSAGE_V2: 2, POP_MESSAGE: 4 },
  });
  // They alone do not say that the port is the broker's.
  expect([read(lines.join('\n')).of('broker-a'), read(lines.join('\n')).answersOf('broker-a')]).toEqual([
    undefined,
    null,
  ]);
});

test('other series, comments and what is no series are passed over; of two of a kind the higher one counts', () => {
  const of = (name: string) => series('node_id="broker-a"', '5', name);
  expect(of('rocketmq_storage_flush_behind_bytes')).toEqual({ 'flush-behind': 5 });
  expect(of('rocketmq_storage_size_bytes')).toBeUndefined();
  expect(of('rocketmq_storage_flush_behind_bytes_and_more')).toBeUndefined();
  expect(of('__proto__')).toBeUndefined();
  expect(read('# TYPE rocketmq_processor_watermark gauge\nrocketmq_processor_watermark 3\n{}\n\0').brokers).toEqual([]);
  const line = (value: number) => `rocketmq_processor_watermark{node_id="broker-a",processor="send"} ${value}`;
  expect(read([line(3), line(9), line(4)].join('\n')).of('broker-a')).toEqual({ 'send-queue': 9 });
});

test('what clients of a group hold is found by topic, of messages and of retries', () => {
  const name = 'rocketmq_consumer_inflight_messages';
  const of = (group: string, retry: boolean, value: string, node = 'broker-a') =>
    `${name}{cluster="c",consumer_group="${group}",is_retry="${retry}",is_system="false",node_id="${node}",topic="orders"} ${value}`;
  const lines = [of('billing', false, '7.0'), of('billing', true, '2.0'), of('mailers', false, '0.0')];
  const found = read([...lines, of('billing', false, 'NaN'), of('billing', false, '9.0', 'broker-b')].join('\n'));
  expect(Object.fromEntries(found.heldOf('broker-a'))).toEqual({
    billing: [
      { topic: 'orders', isRetry: false, count: 7 },
      { topic: 'orders', isRetry: true, count: 2 },
    ],
    mailers: [{ topic: 'orders', isRetry: false, count: 0 }],
  });
  expect(found.of('broker-a')).toEqual({});
  expect(found.heldOf('broker-b').get('billing')).toHaveLength(1);
  expect(found.heldOf('broker-c').size).toBe(0);
  expect(read(`${name}{node_id="broker-a",topic="orders"} 7`).brokers).toEqual([]);
});

test('a text of many brokers does not grow what is kept without end', () => {
  const lines = Array.from(
    { length: 5_000 },
    (_, n) => `rocketmq_processor_watermark{node_id="b${n}",processor="ack"} 1`,
  );
  expect(read(lines.join('\n')).brokers).toHaveLength(1_000);
});
