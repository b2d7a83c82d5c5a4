import { expect, test } from 'vitest';
import { bound, known, notOffered } from '@/lib/model/reading';
import { forecastNotes, sentencesOf, stateWords } from './waiting.model';

test('each state says what is known of the time', () => {
  expect(stateWords('waits')).toBe('waits for its time');
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
    'broker-b did not answer (no answer): what waits there is missing.',
    'The soonest 1 are listed.',
    'Not known.',
  ]);
});

test('a forecast says what is not in it: what brokers do not tell, and what dies by the limit of a 4.x client', () => {
  const asOf = '2026-01-01T00:00:00.000Z';
  const none = known(0, asOf);
  const nothing = { asOf, items: [], waits: none, due: none, held: none, silent: [], notTold: [] };
  expect(forecastNotes({ ...nothing, attempts: known([], asOf) })).toEqual([]);
  expect(forecastNotes({ ...nothing, attempts: notOffered('ordered') })).toEqual(['Not known: ordered.']);
  const some = bound('atLeast', [], asOf, '1 of 2 brokers answered');
  expect(forecastNotes({ ...nothing, attempts: some, waits: bound('atLeast', 6_400, asOf, 'so many') })).toEqual([
    'No more is known: 1 of 2 brokers answered.',
    expect.stringMatching(/^At least 6,400 more messages that 4.x clients sent back are not/),
  ]);
});
