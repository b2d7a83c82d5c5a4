import { expect, test } from 'vitest';

import { planPolling } from './polling';

const refuse = { kind: 'refuse' };
const wait = (waitMs: number): object => ({ kind: 'wait', waitMs });

test.each([
  ['asked 10 s', 10_000, null, wait(10_000)],
  ['shorter than 5 s is held 5 s', 1_000, null, wait(5_000)],
  ['longer than 20 s is held 20 s', 30_000, null, wait(20_000)],
  ['nothing asked, no deadline', null, null, wait(20_000)],
  ['nothing asked: the deadline less half a request', null, 11_500, wait(10_000)],
  ['as the SDKs ask: deadline = polling + 3 s', 20_000, 23_000, wait(20_000)],
  ['a nearer deadline shortens it', 20_000, 8_000, wait(7_800)],
  ['exactly 5 s left', 20_000, 5_000, wait(4_800)],
  ['less than 5 s left', 20_000, 4_999, refuse],
  ['already late', 5_000, -1, refuse],
])('%s', (_, askedMs, remainingMs, plan) => {
  expect(planPolling(askedMs, remainingMs)).toEqual(plan);
});
