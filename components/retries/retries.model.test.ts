import { expect, test } from 'vitest';
import type { RetryForecastView, WaitingRetryView } from '@/lib/console/operations/retries/views';
import { chosenOf, forecastText, totalOf } from './retries.model';

const row = (group: string, messageId: string) => ({ group, messageId }) as WaitingRetryView;

test('a list that ends says how many it shows, whatever the forecast counted a moment before', () => {
  const page = { items: [row('a', 'm1'), row('a', 'm2')], nextCursor: null };
  expect(totalOf(page, true, 1)).toBe(2);
  expect(totalOf({ ...page, nextCursor: 'x' }, true, 90)).toBe(90);
  expect(totalOf(page, false, 52)).toBe(52);
  expect(totalOf(page, true, null)).toBeNull();
  expect(totalOf(undefined, true, 3)).toBe(3);
});

test('the buttons are about one group, and about everything only when that was said', () => {
  const rows = [row('a', 'm,1'), row('a', 'm2')];
  expect(chosenOf({ scope: 'none', rows: [] }, {}, 'a', 9)).toEqual({ kind: 'not', reason: 'nothing is selected' });
  expect(chosenOf({ scope: 'rows', rows }, { last: 'yes' }, undefined, 9)).toEqual({
    kind: 'ready',
    scope: { group: 'a', set: 'm%2C1,m2' },
    count: 2,
  });
  expect(chosenOf({ scope: 'rows', rows: [...rows, row('b', 'm3')] }, {}, undefined, 9)).toMatchObject({ kind: 'not' });
  const many = Array.from({ length: 201 }, (_, index) => row('a', `m${index}`));
  expect(chosenOf({ scope: 'rows', rows: many }, {}, 'a', 900)).toMatchObject({ kind: 'not' });
  expect(chosenOf({ scope: 'matching', rows }, { last: 'yes' }, 'a', 9)).toEqual({
    kind: 'ready',
    scope: { group: 'a', last: 'yes' },
    count: 9,
  });
  expect(chosenOf({ scope: 'matching', rows }, {}, undefined, 9)).toMatchObject({ kind: 'not' });
});

test('the forecast in a sentence', () => {
  const forecast = { waiting: 0, held: 0, lastTries: 0, deathsInHour: 0 } as RetryForecastView;
  expect(forecastText(forecast)).toBe('No message is waiting for a retry.');
  expect(forecastText({ ...forecast, waiting: 1 })).toBe(
    '1 message waiting. None moves to the DLQ within the next hour.',
  );
  expect(forecastText({ ...forecast, waiting: 941, lastTries: 18, held: 4, deathsInHour: 591 })).toBe(
    '941 messages waiting, 18 on the last attempt, 4 held. 591 move to the DLQ within the next hour if every attempt fails.',
  );
});
