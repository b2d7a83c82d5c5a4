import { expect, test } from 'vitest';

import { plain } from '../../model/plain';
import { bound, known, notOffered, type Reading, unknown } from '../../model/reading';
import type { HeldCount } from './exposition';
import { type HeldAt, withHeld } from './held';
import type { GroupLag, TopicLag } from './lag';

const asOf = '2026-01-01T00:00:30.000Z';
const readAt = '2026-01-01T00:00:00.000Z';
const UNTOLD = notOffered<number>('counted only with the brokers’ Prometheus port');

const topicOf = (
  topic: string,
  role: TopicLag['role'],
  inFlight: Readonly<Record<string, Reading<number>>>,
): TopicLag => ({
  ...{ topic, role, notDelivered: known(0, asOf), inFlight: UNTOLD },
  queues: Object.entries(inFlight).map(([broker, reading]) => ({
    ...{ broker, queueNo: 0, endOffset: 9, offset: known(9, asOf), notDelivered: known(0, asOf) },
    ...{ inFlight: reading, lastConsumedAt: null },
  })),
});
const BOTH = { 'broker-a': UNTOLD, 'broker-b': UNTOLD };
const lag = (...topics: readonly TopicLag[]): GroupLag => ({
  ...{ group: 'billing', asOf, topics, silent: [], notDelivered: known(0, asOf), inFlight: UNTOLD },
  ...{ dueRetries: known(0, asOf), deadLetters: known(0, asOf) },
});
const ROWS = [
  topicOf('orders', 'topic', BOTH),
  topicOf('%RETRY%billing_orders', 'retry', BOTH),
  topicOf('%RETRY%billing', 'retry', BOTH),
];
const held = (own: number, retries: number): Reading<readonly HeldCount[]> =>
  known(
    [
      { topic: 'orders', isRetry: false, count: own },
      { topic: 'orders', isRetry: true, count: retries },
    ],
    readAt,
  );
const at =
  (of: Readonly<Record<string, Reading<readonly HeldCount[]>>>): HeldAt =>
  (broker) =>
    of[broker] ?? unknown(`no address of the metrics of ${broker} is set`);
const numbers = (given: GroupLag, heldAt: HeldAt) => {
  const { inFlight, topics } = withHeld(given, 'pop', heldAt);
  return plain([inFlight, ...topics.map((topic) => topic.inFlight)]);
};
const about = (value: number) => ({
  ...{ kind: 'value', value, asOf: readAt, estimate: true },
  reason: 'as the brokers count it since they started',
});

test('what every broker reports is added up, by topic and with the retries, and said to be about that', () => {
  expect(numbers(lag(...ROWS), at({ 'broker-a': held(7, 2), 'broker-b': held(4, 0) }))).toEqual([
    ...[about(13), about(11), about(2)],
    // 5.x clients take nothing from where 4.x clients send back.
    UNTOLD,
  ]);
});

test('a broker that reports nothing makes it the least that it is; of none it is unknown, never 0', () => {
  const [total, orders] = numbers(lag(...ROWS), at({ 'broker-a': held(7, 2) }));
  const reason = 'no address of the metrics of broker-b is set';
  expect(total).toEqual(bound('atLeast', 9, readAt, reason));
  expect(orders).toEqual(bound('atLeast', 7, readAt, reason));
  const [none, ofNone] = numbers(lag(...ROWS), at({ 'broker-b': unknown('it responded with 503') }));
  expect([none, ofNone]).toMatchObject([{ kind: 'unknown' }, { kind: 'unknown' }]);
  const silent = { ...lag(...ROWS), silent: [{ broker: 'broker-c', reason: 'no answer within 5 s' }] };
  const [without] = numbers(silent, at({ 'broker-a': held(7, 2), 'broker-b': held(4, 0) }));
  expect(without).toEqual(bound('atLeast', 13, readAt, 'broker-c did not respond'));
});

test('a topic that no client subscribes to now is not reported, and not 0', () => {
  const [total, , old] = numbers(
    lag(topicOf('orders', 'topic', BOTH), topicOf('old', 'topic', BOTH)),
    at({ 'broker-a': held(7, 0), 'broker-b': held(1, 0) }),
  );
  expect([total, old]).toMatchObject([{ value: 8 }, { kind: 'unknown' }]);
});

test('what a broker says itself stays, and the other is added', () => {
  const most = bound('atMost', 3, asOf, 'settled ones are in it');
  const row = topicOf('orders', 'topic', { 'broker-a': UNTOLD, 'broker-b': known(0, asOf) });
  expect(numbers(lag(row), at({ 'broker-a': held(7, 0) }))).toMatchObject([{ value: 7 }, { value: 7 }]);
  const both = lag(topicOf('orders', 'topic', { 'broker-a': UNTOLD, 'broker-b': most }));
  expect(numbers(both, at({ 'broker-a': held(7, 0) }))[0]).toMatchObject({ value: 10, atMost: true });
});

test('of 4.x clients it is in the backlog, whatever a broker reports', () => {
  const given = lag(...ROWS);
  for (const kind of ['classic', 'both', 'unknown'] as const)
    expect(withHeld(given, kind, at({ 'broker-a': held(7, 2) }))).toBe(given);
});
