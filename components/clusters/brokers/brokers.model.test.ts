import { expect, test } from 'vitest';

import type { BrokersOfCluster } from '@/lib/console/operations/brokers/views';
import type { ChangeableSetting } from '@/lib/model/cluster/setting-change';
import { known, unknown } from '@/lib/model/reading';
import {
  brokersWords,
  changeBlock,
  changesTo,
  nearestOf,
  nearestWords,
  previewLines,
  rangeWords,
  registeredWords,
  replicaWords,
  revertWords,
  settingAmount,
  valueWords,
} from './brokers.model';

const asOf = '2026-11-29T12:00:00.000Z';
const away = unknown<number>('no answer within 5 s');
const calls = { callsPerSecond: away, mostCalls: away, callLimit: 150 };
const none = { awaySince: null, unwellWhy: null, inPerSecond: away, outPerSecond: away, ...calls, marks: [] };
const a = { ...none, name: 'broker-a', address: '10.0.0.1:10911', replicas: 1, awayWhy: null };
const brokers: BrokersOfCluster['brokers'] = [
  { ...a, version: '5.3.3', role: 'ASYNC_MASTER', startedAt: asOf, moved: null },
  { ...a, name: 'broker-b', awayWhy: 'no answer within 5 s', version: null, role: null, startedAt: null, moved: null },
];
const values = [
  { broker: 'broker-a', value: '72' },
  { broker: 'broker-b', value: '48' },
];
const differing = { name: 'fileReservedTime', values, differs: true, isUsual: false, last: null } as const;

test('the summary counts what there is, and names what does not respond', () => {
  const nameServers = [
    { address: '10.0.0.9:9876', version: '5.3.3', brokers: ['broker-a', 'broker-b'], lacks: [], problem: null },
  ];
  expect(brokersWords({ asOf, brokers, replicas: [], nameServers, settings: [differing], silent: [] })).toBe(
    '2 brokers, 1 name server. RocketMQ 5.3.3. broker-b is not responding. 1 setting differs between brokers.',
  );
});

test('the nearest limit is of what is known; of a broker that is away there is none', () => {
  const marks = [
    { mark: 'disk', value: known(81, asOf), line: 90, source: 'broker' },
    { mark: 'send-wait', value: known(3, asOf), line: 200, source: 'broker' },
    { mark: 'page-cache', value: away, line: null, source: 'broker' },
  ] as const;
  const nearest = nearestOf({ name: 'broker-a', marks });
  expect(nearest && nearestWords(nearest)).toBe('Disk of the commit log: near its limit');
  expect(nearestOf({ name: 'broker-b', marks: [marks[2]] })).toBeNull();
});

test('a setting has one value or that of each broker, with its unit', () => {
  expect(valueWords(differing)).toBe('broker-a: 72 hours, broker-b: 48 hours');
  expect(valueWords({ ...differing, values: values.slice(0, 1), differs: false })).toBe('72 hours');
  expect(valueWords({ ...differing, values: [{ broker: 'broker-a', value: null }] })).toBe('broker-a: not set');
  expect([settingAmount('diskMaxUsedSpaceRatio', '75'), settingAmount('maxMessageSize', 'x')]).toEqual(['75 %', 'x']);
});

test('a name server that lacks a broker says which; one that did not respond is unknown', () => {
  const server = {
    address: '10.0.0.9:9876',
    version: '5.3.3',
    brokers: ['broker-a'],
    lacks: ['broker-b'],
    problem: null,
  };
  expect(registeredWords(server)).toBe('1 of 2, without broker-b');
  expect(registeredWords({ ...server, brokers: null, lacks: [], problem: 'refused' })).toBe('unknown');
});

test('the preview of a change has what each broker has and gets; one without the setting is left out', () => {
  const setting = { ...differing, values: [...values, { broker: 'broker-c', value: null }] };
  expect(previewLines(setting, '48')).toEqual([
    ...['broker-a: 72 hours → 48 hours', 'broker-b: 48 hours, unchanged', 'broker-c: does not have this setting'],
  ]);
  expect(previewLines(differing, null)).toEqual(['broker-a: 72 hours', 'broker-b: 48 hours']);
  expect(changesTo(setting, '24')).toEqual([
    { broker: 'broker-a', seen: '72', value: '24' },
    { broker: 'broker-b', seen: '48', value: '24' },
  ]);
  expect(
    ['fileReservedTime', 'diskMaxUsedSpaceRatio', 'transactionCheckMax', 'slaveReadEnable'].map((name) =>
      rangeWords(name as ChangeableSetting),
    ),
  ).toEqual([...['1 hour to 8,760 hours', '10 % to 95 %', '1 to 1,000', null]]);
});

test('a revert says to what, of each broker where that is not one value', () => {
  const last = (...to: readonly string[]) => ({
    ...{ at: asOf, by: 'ana' },
    changes: to.map((value, place) => ({ broker: `broker-${place}`, seen: '24', value })),
  });
  expect(revertWords('fileReservedTime', last('72', '72'))).toBe('Back to 72 hours');
  expect(revertWords('fileReservedTime', last('72', '48'))).toBe('Back to 72 hours on broker-0, 48 hours on broker-1');
});

test('settings are changed by who may, when all brokers respond', () => {
  const found = { asOf, brokers, replicas: [], nameServers: [], settings: [], silent: [] };
  expect([changeBlock(found, null), changeBlock(found, 'read-only')]).toEqual([null, 'read-only']);
  const silent = [{ broker: 'broker-b', reason: 'no answer within 5 s' }];
  expect(changeBlock({ ...found, silent }, null)).toMatch(/^broker-b did not respond/);
});

test('a replica is in sync, behind or unknown; one that no name server knows says so', () => {
  const replica = { broker: 'broker-a', address: '10.0.0.2:10911', behindBytes: away, bytesPerSecond: away };
  const words = (isInSync: boolean | null, isRegistered = true, isConnected: boolean | null = null) =>
    replicaWords({ ...replica, isInSync, isRegistered, isConnected });
  expect([words(true), words(false), words(null)]).toEqual(['in sync', 'behind', 'unknown']);
  expect(words(null, true, false)).toBe('not connected');
  expect(words(true, false)).toBe('in sync, not registered at a name server');
});
