import { expect, test } from 'vitest';

import type { PeerMark, PeerLoad } from '@/lib/console/operations/brokers/views';
import type { LoadHistory } from '@/lib/console/operations/brokers/views';
import { known, notOffered, unknown } from '@/lib/model/reading';
import { loadWords, markAmount, markRows, metricsWords, nearnessOf, ratesOf } from './load.model';

const at = '2026-01-01T00:00:00.000Z';
const broker: PeerLoad = {
  ...{ kind: 'broker', name: 'broker-a', awaySince: null, awayWhy: null, unwellWhy: null, seenAt: at },
  ...{ inPerSecond: known(1, at), outPerSecond: unknown('not counted'), marks: [], metrics: null },
  ...{ callsPerSecond: known(3.1, at), mostCalls: known(12, at), callLimit: 150 },
};
const source = 'broker';
const wait = (value: number): PeerMark => ({ mark: 'send-wait', value: known(value, at), line: 200, source });

test.each([
  [[broker], '1 broker.'],
  [[{ ...broker, marks: [wait(140)] }], '1 broker. Highest limit usage: broker-a (Oldest queued send, 70 %).'],
  [
    [broker, { ...broker, name: 'broker-b', awayWhy: 'no answer within 5 s' }],
    '2 brokers. broker-b is not responding.',
  ],
  [[{ ...broker, marks: [wait(450)], unwellWhy: 'Oldest queued send: 450 ms' }], '1 broker. broker-a is overloaded.'],
])('%j', (peers, words) => {
  expect(loadWords(peers)).toBe(words);
});

test('a row names where it was read, and says when its limit is not known', () => {
  const queue: PeerMark = { mark: 'heartbeat-queue', value: known(7, at), line: 50_000, source: 'prometheus' };
  const rows = markRows([{ ...broker, marks: [queue, { ...queue, mark: 'reply-queue', line: null }, wait(1)] }]);
  expect(rows.map(({ id, state, source: from }) => [id, state, from])).toEqual([
    ['broker-a send-wait', 'room', 'broker'],
    ['broker-a heartbeat-queue', 'room', 'Prometheus'],
    ['broker-a reply-queue', 'unlined', 'Prometheus'],
  ]);
});

test('addresses of metrics are named with what is wrong, and only what is read as read', () => {
  const metrics = (host: string, problem: string | null) => ({ ...broker, metrics: { host, asOf: at, problem } });
  expect(metricsWords([broker])).toEqual([]);
  expect(metricsWords([metrics('10.0.0.5:5557', null), metrics('10.0.0.5:5557', null)])).toEqual([
    'Rows from Prometheus are read from 10.0.0.5:5557 every 30 s.',
  ]);
  expect(metricsWords([metrics('10.0.0.5:5557', 'it responded with 503')])).toEqual([
    '10.0.0.5:5557 reports no Prometheus metrics of broker-a: it responded with 503.',
  ]);
});

test('what is nearest to refusing comes first; what is unknown is before what has room; no line is no share', () => {
  const disk = (value: PeerMark['value']): PeerMark => ({ mark: 'disk', value, line: 90, source });
  const rows = markRows([
    { ...broker, marks: [wait(20), { mark: 'dispatch-behind', value: known(9, at), line: null, source }] },
    { ...broker, name: 'broker-b', marks: [wait(260), disk(known(80, at))] },
    {
      ...{ ...broker, name: 'broker-c' },
      marks: [
        disk(unknown('it does not answer')),
        { mark: 'ack-queue', value: notOffered('not reported'), line: null, source },
      ],
    },
  ]);
  expect(rows.map(({ id, state }) => [id, state])).toEqual([
    ['broker-b send-wait', 'refusing'],
    ['broker-b disk', 'warning'],
    ['broker-c disk', 'unknown'],
    ['broker-a send-wait', 'room'],
    ['broker-a dispatch-behind', 'none'],
    ['broker-c ack-queue', 'untold'],
  ]);
  expect([markAmount(42.04, 'percent'), markAmount(140, 'ms'), markAmount(3_200, 'requests')]).toEqual([
    ...['42 %', '140 ms', '3,200'],
  ]);
});

test('what is unknown for one reason is one row a broker, whatever the number of its marks', () => {
  const failed: PeerMark = {
    ...{ mark: 'heartbeat-queue', value: unknown('it responded with 503'), line: 50_000 },
    source: 'prometheus',
  };
  const silent: PeerMark = { ...failed, value: unknown('no answer within 5 s'), source };
  const rows = markRows([
    { ...broker, marks: [wait(20), failed, { ...failed, mark: 'reply-queue' }, { ...failed, mark: 'admin-queue' }] },
    { ...broker, name: 'broker-b', marks: [{ ...silent, mark: 'disk' }, { ...silent, mark: 'ack-queue' }, failed] },
  ]);
  expect(rows.map((row) => [row.broker, row.says, row.state, row.beyond, row.line])).toEqual([
    ['broker-a', '3 levels from Prometheus', 'unknown', 'unknown: it responded with 503', null],
    ['broker-b', '2 levels from the broker', 'unknown', 'unknown: no answer within 5 s', null],
    ['broker-b', 'Queued heartbeats', 'unknown', 'new requests are refused', 50_000],
    ['broker-a', 'Oldest queued send', 'room', 'sends are refused: broker busy', 200],
  ]);
});

const minute = (n: number): string => new Date(Date.parse(at) + n * 60_000).toISOString();
const point = (name: string, share: number | null, stored: number | null) => ({
  ...{ broker: name, share, nearest: share === null ? null : ('send-wait' as const) },
  ...{ storedPerSecond: stored, handedOutPerSecond: stored },
});
const history: LoadHistory = {
  ...{ to: minute(3), stepSeconds: 60, brokers: ['broker-a', 'broker-b', 'broker-c'] },
  points: [
    { at: minute(0), of: [point('broker-a', 0.25, 4), point('broker-b', 0.7, 6), point('broker-c', null, 0)] },
    { at: minute(2), of: [point('broker-a', 0.3, 4)] },
  ],
};

test('a step that was not sampled, and a broker that did not answer, are gaps and never 0', () => {
  const { brokers, left, points } = nearnessOf(history);
  expect(brokers).toEqual([
    { name: 'broker-b', most: 70, by: 'Oldest queued send' },
    { name: 'broker-a', most: 30, by: 'Oldest queued send' },
  ]);
  expect(left).toBe(1);
  expect(points.map(({ atMs: _at, ...of }) => of)).toEqual([
    { 'broker-a': 25, 'broker-b': 70 },
    { 'broker-a': null, 'broker-b': null },
    { 'broker-a': 30, 'broker-b': null },
  ]);
  expect(ratesOf(history).map(({ stored }) => stored)).toEqual([10, null, null]);
  expect(nearnessOf({ ...history, points: [] })).toEqual({ brokers: [], left: 3, points: [] });
});
