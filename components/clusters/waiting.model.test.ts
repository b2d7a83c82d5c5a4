import { expect, test } from 'vitest';
import { bound, known, notOffered } from '@/lib/model/reading';
import { forecastNotes, sentencesOf, stateWords } from './waiting.model';

test('each state says what is known of the time', () => {
  expect(stateWords('waits')).toBe('waiting for its time');
  expect(stateWords('due')).toContain('the next client');
  // A hand-out ends sooner when it is acknowledged or fails.
  expect(stateWords('held')).toContain('at the latest');
});

test('what is not in the list is said: a silent broker, later messages, what brokers never say', () => {
  const asOf = '2026-01-01T00:00:00.000Z';
  const item = { broker: 'broker-a', topic: 't', messageId: 'm', keys: [], tag: null, dueAt: asOf, failed: 1 };
  const limit = 'group' as const;
  const items = [{ ...item, limit, state: 'due' } as const];
  const found = {
    asOf,
    items,
    waits: known(0, asOf),
    due: known(1, asOf),
    held: notOffered<number>('a store'),
    attempts: known([], asOf),
    silent: [],
  };
  expect(sentencesOf({ ...found, notTold: [] })).toEqual([]);
  const silent = [{ broker: 'broker-b', reason: 'no answer' }];
  expect(sentencesOf({ ...found, waits: known(3, asOf), silent, notTold: ['Not known.'] })).toEqual([
    'broker-b did not respond (no answer): its waiting messages are missing.',
    'Only the next message is listed.',
    'Not known.',
  ]);
});

test('a forecast names what is not in it: reasons of brokers, and messages under the limit of a 4.x client', () => {
  const asOf = '2026-01-01T00:00:00.000Z';
  const none = known(0, asOf);
  const nothing = { asOf, items: [], waits: none, due: none, held: none, silent: [], notTold: [] };
  expect(forecastNotes({ ...nothing, attempts: known([], asOf) })).toEqual([]);
  expect(forecastNotes({ ...nothing, attempts: notOffered('ordered') })).toEqual(['Unknown: ordered.']);
  const some = bound('atLeast', [], asOf, '1 of 2 brokers answered');
  expect(forecastNotes({ ...nothing, attempts: some, waits: bound('atLeast', 6_400, asOf, 'so many') })).toEqual([
    'The forecast is a lower bound: 1 of 2 brokers answered.',
    'At least 6,400 messages that 4.x clients sent back are not included.',
    'The limit of the client that sends a message back decides when it moves to the DLQ.',
  ]);
});
