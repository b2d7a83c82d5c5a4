import { afterEach, expect, test, vi } from 'vitest';
import { Metadata } from '@grpc/grpc-js';

import { keepDeadline, remainingMsOf } from './call-deadlines';

const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

/** What grpc-js makes of the headers that we leave it. */
function arrive(headers: Record<string, string>): Metadata {
  keepDeadline(headers);
  return Metadata.fromHttp2Headers(headers);
}

test.each([
  ['2562047H', false, null],
  ['597H', false, null],
  ['596H', true, 596 * HOUR_MS],
  ['2147484S', false, null],
  ['2147483S', true, 2_147_483_000],
  ['99999999m', true, 99_999_999],
  ['99999999n', true, 99.999_999],
  ['3000m', true, 3_000],
  ['nonsense', true, null],
])('a call with grpc-timeout %s: left to grpc-js %s, remaining %s ms', (timeout, isLeft, remainingMs) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const metadata = arrive({ 'grpc-timeout': timeout });
  expect(metadata.get('grpc-timeout').length > 0).toBe(isLeft);
  const remaining = remainingMsOf(metadata);
  if (remainingMs === null) expect(remaining).toBeNull();
  else expect(remaining).toBeCloseTo(remainingMs, 3);
});

test('without a timeout there is no deadline, whatever a client sends under our name', () => {
  expect(remainingMsOf(arrive({}))).toBeNull();
  expect(remainingMsOf(arrive({ 'redrive-deadline-ms': '1' }))).toBeNull();
});

test.each([HOUR_MS, -HOUR_MS])('the wall clock jumps by %s ms: as much time remains as before', (jumpMs) => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  const metadata = arrive({ 'grpc-timeout': '20S' });
  vi.advanceTimersByTime(5_000);
  vi.setSystemTime(Date.now() + jumpMs);
  expect(remainingMsOf(metadata)).toBeCloseTo(15_000, 3);
});
