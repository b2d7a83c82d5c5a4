import { expect, test } from 'vitest';
import { deletionLines } from './delete-topic.model';

const none = {
  isEmpty: true,
  stored: 0,
  readers: [],
  waiting: 0,
  inFlight: 0,
  scheduled: 0,
  transactions: 0,
  deadLetters: 0,
  inBrokers: null,
};

test('an empty topic says so, a full one counts what goes and what stays', () => {
  expect(deletionLines(none)).toEqual(['The topic is empty, and no group subscribes to it.']);
  const full = {
    ...none,
    isEmpty: false,
    stored: 1200,
    readers: [
      { group: 'a', behind: 5 },
      { group: 'b', behind: 0 },
    ],
    waiting: 2,
    deadLetters: 10_000,
  };
  expect(deletionLines(full)).toEqual([
    '1,200 messages in the log are no longer delivered to any group.',
    '2 groups subscribe to it.',
    'Not delivered yet: a (5).',
    '2 messages waiting for a retry end without another delivery.',
    'At least 10,000 dead letters stay; a re-drive can send them to another topic.',
  ]);
});

test('a topic of a cluster: each broker, also one that does not say what it has; what is unknown is no 0', () => {
  const unknown = { stored: null, inFlight: null, waiting: null, scheduled: null, transactions: null };
  const there = { broker: 'broker-a', problem: null, hasSettings: true, positions: 2, left: [] };
  const topics = [{ topic: 'orders', queues: 4, messages: 1200 }];
  const silent = { broker: 'broker-b', problem: 'no answer', hasSettings: false, positions: 0, topics: [], left: [] };
  const inBrokers = { brokers: [{ ...there, topics }, silent], nameServers: [] };
  const readers = [{ group: 'billing', behind: null }];
  const plan = { ...none, ...unknown, isEmpty: false, deadLetters: null, readers, inBrokers };
  expect(deletionLines(plan).slice(0, -1)).toEqual([
    'broker-a: settings, 2 offsets, orders with 1,200 messages in 4 queues.',
    'broker-b: unknown (no answer). Nothing is deleted there until it responds.',
    '1 group subscribes to it.',
    'Not delivered yet, number unknown: billing.',
  ]);
});
