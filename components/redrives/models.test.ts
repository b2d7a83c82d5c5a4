import { describe, expect, it, test } from 'vitest';
import type { RedriveCounts, RedriveState } from '@/lib/model/redrive/redrive';
import { barShares, controlsOf, runState, unreleasedOf, verdictCells } from './verdicts.model';

const none: RedriveCounts = {
  selected: 0,
  consumed: 0,
  inFlight: 0,
  retrying: 0,
  diedAgain: 0,
  notFailed: 0,
  recalled: 0,
  notYetFetched: 0,
  cancelled: 0,
  excluded: 0,
  unknown: 0,
  sent: 0,
  filteredOut: 0,
  released: 0,
  firstDeliveryFailed: 0,
};
const counts = (fields: Partial<RedriveCounts>): RedriveCounts => ({ ...none, ...fields });
const run = (state: RedriveState, fields: Partial<RedriveCounts>, ratePerSecond: number | null = null) => ({
  state,
  phase: 'releasing' as const,
  heldAt: null,
  failing: null,
  counts: counts(fields),
  ratePerSecond,
  group: 'billing',
});

describe('run state never runs ahead of the verdicts', () => {
  it.each([
    [
      run('running', { selected: 100, released: 20, notYetFetched: 90, retrying: 10 }, 20),
      'Releasing',
      '20 of 100 released to billing at 20/s. The rest takes about 4 s.',
    ],
    [
      run('paused', { selected: 100, released: 20, notYetFetched: 80, consumed: 20 }),
      'Paused',
      '80 messages are not released until you resume the run. Released messages continue.',
    ],
    [
      run('completed', { selected: 3, released: 3, notYetFetched: 2, consumed: 1 }),
      'Waiting for verdicts',
      'All messages are released. 2 messages have no verdict yet.',
    ],
    [run('completed', { selected: 3, released: 3, consumed: 3 }), 'All consumed', 'All 3 messages were consumed.'],
    [
      run('completed', { selected: 3, released: 3, consumed: 2, diedAgain: 1 }),
      'Finished',
      '2 of 3 consumed, 1 failed again.',
    ],
    [
      run('completed', { selected: 2, released: 2, consumed: 1, filteredOut: 1 }),
      'Finished',
      '1 of 2 consumed, 1 filtered out.',
    ],
    [
      run('completed', { selected: 3, released: 3, consumed: 2, unknown: 1 }),
      'Finished',
      '2 of 3 consumed, 1 unknown.',
    ],
    [
      run('cancelled', { selected: 3, released: 1, cancelled: 2, consumed: 1 }),
      'Cancelled',
      '1 of 3 consumed, 2 not released. Every message has a verdict.',
    ],
    [
      run('cancelled', { selected: 3, released: 1, cancelled: 2, retrying: 1 }),
      'Cancelled',
      '1 released message has no verdict yet.',
    ],
  ])('%#', (redrive, word, sentence) => {
    expect(runState(redrive)).toMatchObject({ word, sentence });
    expect(runState(redrive).tone === 'commit').toBe(word === 'All consumed');
  });
});

test('verdict cells: rare ones only when there are any; the bar leaves excluded out', () => {
  expect(verdictCells(counts({ selected: 2, consumed: 2, released: 2 })).map(({ verdict }) => verdict)).toEqual([
    'consumed',
    'in-flight',
    'retrying',
    'died-again',
    'not-yet-fetched',
  ]);
  expect(verdictCells(counts({ selected: 2, excluded: 1 })).at(-1)).toMatchObject({ verdict: 'excluded', count: 1 });
  expect(
    barShares(counts({ selected: 3, consumed: 2, cancelled: 1, excluded: 5, released: 2 })).map(({ name, count }) => [
      name,
      count,
    ]),
  ).toEqual([
    ['Consumed', 2],
    ['Not released', 1],
  ]);
  const flying = counts({ selected: 3, released: 3, inFlight: 2, retrying: 1 });
  expect(barShares(flying).map(({ name, count }) => [name, count])).toEqual([
    ['In flight', 2],
    ['Retrying', 1],
  ]);
  expect(unreleasedOf(counts({ selected: 10, released: 4, notYetFetched: 6, consumed: 4 }))).toBe(6);
  expect(unreleasedOf(counts({ selected: 10, released: 4, consumed: 4, cancelled: 6 }))).toBe(0);
  // two of the selected were gone at their turn
  expect(unreleasedOf(counts({ selected: 10, released: 4, notYetFetched: 4, consumed: 4, excluded: 2 }))).toBe(4);
});

test('controls say why not', () => {
  expect(controlsOf(run('running', { selected: 2, notYetFetched: 2 }), null, null)).toEqual({
    pause: null,
    resume: 'The run is not paused',
    cancel: null,
    recall: null,
  });
  expect(controlsOf(run('paused', { selected: 2, notYetFetched: 2 }), null, null)).toMatchObject({
    pause: 'The run is paused',
    resume: null,
  });
  expect(controlsOf(run('completed', { selected: 2, released: 2, consumed: 2 }), null, null)).toMatchObject({
    pause: 'All messages are already released',
    recall: expect.stringContaining('No message to recall'),
  });
  expect(controlsOf(run('completed', { selected: 2, released: 2, notYetFetched: 1 }), null, null).recall).toBeNull();
  expect(Object.values(controlsOf(run('running', { selected: 2, notYetFetched: 2 }), 'needs a role', null))).toEqual(
    Array(4).fill('needs a role'),
  );
});
