import { expect, test } from 'vitest';

import type { AuthenticationFailure } from './brake';
import { FailureBrake } from './brake';

function makeBrake() {
  const lines: object[] = [];
  const counted: Record<string, number> = {};
  const silent = (): void => undefined;
  const brake = new FailureBrake({
    log: { debug: silent, info: silent, error: silent, warn: (fields) => void lines.push(fields) },
    metrics: {
      count: (_name, { reason = '' }) => void (counted[reason] = (counted[reason] ?? 0) + 1),
      observe: silent,
    },
  });
  const fail = (address: string, nowMs: number, reason: AuthenticationFailure = 'wrong-signature'): number =>
    brake.note({ reason, address, accessKeyId: null }, nowMs);
  return { fail, lines, counted };
}

test('from its eleventh failure in a minute an address waits, whatever its port; others do not', () => {
  const { fail } = makeBrake();
  const delays = Array.from({ length: 12 }, (_, index) => fail(`10.0.0.4:${5000 + index}`, index));
  expect(delays).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1000, 1000]);
  expect(fail('10.0.0.5:5000', 20)).toBe(0);
  expect(fail('::1:5000', 20)).toBe(0);
  expect(fail('10.0.0.4:5000', 60_001)).toBe(0);
});

test('is logged once a second, with how many were not', () => {
  const { fail, lines, counted } = makeBrake();
  for (let ms = 0; ms < 1000; ms += 1) fail(`10.0.${ms % 250}.1:1`, ms);
  fail('10.0.0.4:1', 1000, 'unknown-key');
  expect(lines).toEqual([
    { reason: 'wrong-signature', host: '10.0.0.1', accessKeyId: null, suppressed: 0 },
    { reason: 'unknown-key', host: '10.0.0.4', accessKeyId: null, suppressed: 999 },
  ]);
  expect(counted).toEqual({ 'wrong-signature': 1000, 'unknown-key': 1 });
});

test('a flood from many addresses does not make it forget the one that goes on failing', () => {
  const { fail } = makeBrake();
  for (let n = 0; n < 10; n += 1) fail('10.0.0.4:1', 0);
  for (let n = 0; n < 9_000; n += 1) fail(`flood-${n}:1`, 0);
  expect(fail('10.0.0.4:1', 1)).toBe(1000);
});
