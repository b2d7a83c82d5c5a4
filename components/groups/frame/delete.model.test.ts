import { expect, test } from 'vitest';

import { deletedWords } from '@/components/parts/remains.model';
import { goesWith } from './delete.model';

const NONE = {
  ...{ dead: 0, waiting: 0, inFlight: 0, discarded: 0, unread: 0, redrives: 0, alarmRules: 0, limits: 0, versions: 0 },
};

test('of this installation: what there is, most painful first', () => {
  expect(goesWith({ contents: { ...NONE, dead: 2, versions: 1 }, inBrokers: null })).toEqual([
    '2 dead letters',
    '1 version of its configuration',
  ]);
});

test('of a cluster: each broker, what stays there, and a broker that is unknown', () => {
  const topics = [{ topic: '%DLQ%a', queues: 1, messages: 14 }];
  const brokers = [
    { broker: 'broker-a', problem: null, hasSettings: true, positions: 2, topics, left: ['%RETRY%a_b'] },
    { broker: 'broker-b', problem: 'no answer within 5 s', hasSettings: false, positions: 0, topics: [], left: [] },
    { broker: 'broker-c', problem: null, hasSettings: false, positions: 1, topics: [], left: [] },
  ];
  expect(goesWith({ contents: NONE, inBrokers: { brokers, nameServers: [] } })).toEqual([
    'broker-a: settings, 2 offsets, %DLQ%a with 14 messages in 1 queue. Kept: %RETRY%a_b, which may belong to another group',
    'broker-b: unknown (no answer within 5 s). Nothing is deleted there until it responds',
    'broker-c: no settings, 1 offset',
  ]);
});

test('a name server that may still list its topics is said', () => {
  expect(deletedWords('group', 'a', [])).toBe('Group a deleted.');
  expect(deletedWords('group', 'a', [{ place: '10.0.0.5:9876', problem: 'no answer' }])).toBe(
    'Group a deleted. Name server 10.0.0.5:9876 may still list its topics: no answer.',
  );
});
