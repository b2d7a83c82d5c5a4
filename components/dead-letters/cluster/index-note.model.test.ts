import { expect, test } from 'vitest';
import type { IndexedQueueView, LetterIndexView } from '@/lib/console/operations/dead-letters/views';
import { keptWords, missingWords, writeOnlyOf } from './index-note.model';

const queue: IndexedQueueView = {
  ...{ broker: 'broker-a', group: 'billing', queueNo: 0, life: 1, next: 10, min: 0, max: 10, readAt: null },
  ...{ ended: false, isWriteOnly: false, indexed: 10, goneAtBroker: 0, gaps: [] },
};
const NOW = Date.parse('2026-01-01T00:00:10.000Z');
const view = (more: Partial<LetterIndexView> = {}): LetterIndexView => ({
  ...{ brokers: ['broker-a'], silent: [], roundAt: '2026-01-01T00:00:00.000Z', queues: [queue] },
  ...{ brokerKeepHours: 72, allowsChanges: true, ...more },
});

test('nothing is said to be missing when nothing is', () => {
  expect(missingWords(view(), NOW)).toEqual([]);
  expect(keptWords(view(), 10_000)).toBe(
    'The brokers keep dead letters for 72 h. All listed dead letters are still on the brokers.',
  );
});

test('each thing that is missing is named with its size and its reason', () => {
  const gaps = [
    { from: 0, to: 1_200, why: 'before' },
    { from: 2_000, to: 2_004, why: 'retention' },
    { from: 2_005, to: 2_006, why: 'unreadable' },
  ];
  const silent = [{ broker: 'broker-b', reason: 'no answer within 5 s' }];
  const words = missingWords(view({ silent, queues: [{ ...queue, gaps, max: 17 }] }), NOW + 600_000);
  expect(words).toEqual([
    'The brokers have not all been read for 10 minutes.',
    'broker-b is not responding (no answer within 5 s), so newer dead letters on it are missing.',
    '7 dead letters of billing on broker-a are still being read.',
    'billing on broker-a: 4 dead letters expired on the broker before they were read.',
    'billing on broker-a: 1 dead letter is not a valid message.',
    'billing on broker-a: 1,200 dead letters were gone before this console read them for the first time.',
  ]);
  expect(missingWords(view({ roundAt: null }), NOW)).toEqual(['The brokers have not been read completely yet.']);
});

test('what only this console still has is counted, and a count that ended is a floor', () => {
  const gone = { ...queue, goneAtBroker: 4 };
  expect(keptWords(view({ queues: [gone], brokerKeepHours: null }), 10_000)).toBe(
    'It is unknown how long the brokers keep dead letters. 4 listed dead letters are gone from the brokers and kept here.',
  );
  expect(keptWords(view({ queues: [{ ...gone, indexed: 10_000 }] }), 10_000)).toContain(
    'At least 4 listed dead letters',
  );
});

test('write-only topics are one entry for each group; a topic that is gone needs no right', () => {
  const isWriteOnly = true;
  const queues = [
    { ...queue, isWriteOnly },
    { ...queue, isWriteOnly, broker: 'broker-b' },
    { ...queue, isWriteOnly, group: 'old', ended: true },
  ];
  expect(writeOnlyOf(view({ queues }))).toEqual([{ group: 'billing', brokers: 'broker-a, broker-b' }]);
});
