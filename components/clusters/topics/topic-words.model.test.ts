import { expect, test } from 'vitest';
import { queuesOf, rightsWords, topicBlocker } from './topic-words.model';

const part = (broker: string, queues: number, mayWrite = true) => ({
  ...{ broker, readQueues: queues, writeQueues: queues, mayRead: true, mayWrite, attributes: {} },
  messageType: 'NORMAL' as const,
});

test('rights of brokers that differ are all said', () => {
  expect(rightsWords([part('a', 1), part('b', 1)])).toBe('read and write');
  expect(rightsWords([part('a', 1), part('b', 1, false)])).toBe('read and write or read only');
});

test('queues are those of all brokers, however many of them a list names', () => {
  expect(queuesOf({ parts: [part('a', 4)], differs: false, brokers: 10 })).toBe(40);
  expect(queuesOf({ parts: [part('a', 4), part('b', 8)], differs: true, brokers: 2 })).toBe(12);
});

test('no queue is taken away from the broker that has most, and nothing is saved while a broker is silent', () => {
  const parts = [part('a', 4), part('b', 8)];
  expect(topicBlocker(parts, [], 8)).toBeNull();
  expect(topicBlocker(parts, [], 7)).toMatch('8 queues');
  expect(topicBlocker(parts, [{ broker: 'broker-b' }], 8)).toMatch('broker-b');
});
