import { expect, test } from 'vitest';

import type { ReceiveRequest } from './receivers';
import { Repeats } from './repeats';

function asked(attemptId: string | null, queueNo: number | null = null): ReceiveRequest {
  return { want: 1, invisibleMs: 60_000, clientId: 1, autoRenew: true, attemptId, queueNo, waitMs: 0, signal: null };
}

test('a receive that came right behind another one of its loop is no repeat; the first one and one after a pause may be', () => {
  const repeats = new Repeats();
  expect(repeats.suspect(1, 1, asked('a'), 0)).toBe('likely');
  repeats.ended(1, 1, asked('a'), true, 20_000);
  expect(repeats.suspect(1, 1, asked('b'), 20_001)).toBe('none');
  repeats.ended(1, 1, asked('b'), false, 40_001);
  // It failed elsewhere meanwhile: the official clients wait a second before they try again.
  expect(repeats.suspect(1, 1, asked('c'), 41_001)).toBe('possible');
  repeats.ended(1, 1, asked('c'), false, 41_002);
  expect(repeats.suspect(1, 1, asked('d', 3), 41_003)).toBe('likely');
  expect(repeats.suspect(1, 2, asked('d'), 41_003)).toBe('likely');
  expect(repeats.suspect(2, 1, asked('d'), 41_003)).toBe('likely');
});

test('an attempt id that was answered with messages and comes again is a repeat, however soon', () => {
  const repeats = new Repeats();
  repeats.suspect(1, 1, asked('a'), 0);
  repeats.ended(1, 1, asked('a'), true, 1);
  repeats.suspect(1, 1, asked('b'), 2);
  repeats.ended(1, 1, asked('b'), false, 3);
  expect(repeats.suspect(1, 1, asked('b'), 4)).toBe('none');
  expect(repeats.suspect(1, 1, asked('a'), 5)).toBe('likely');
});

test('without an attempt id a repeat cannot be recognized', () => {
  expect(new Repeats().suspect(1, 1, asked(null), 0)).toBe('none');
});
