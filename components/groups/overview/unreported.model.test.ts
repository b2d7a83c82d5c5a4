import { expect, test } from 'vitest';
import { known, unknown } from '@/lib/model/reading';
import { failuresText } from './unreported.model';

const keys = (count: number) => known(count, '2026-01-01T00:00:00.000Z');

test('a key whose client retries by itself is no "0 deliveries failed"', () => {
  expect(failuresText(0, 0, keys(0), { broadcast: false })).toBe(
    '0 deliveries failed in the last 60 minutes, no message moved to the DLQ.',
  );
  expect(failuresText(0, 0, keys(1), { broadcast: false })).toBe(
    'No failure is reported. 1 blocked key is with a client that retries by itself.',
  );
  expect(failuresText(3, 1, keys(2), { broadcast: false })).toBe(
    'At least 4 deliveries failed in the last 60 minutes, 1 message moved to the DLQ. ' +
      '2 blocked keys are with a client that retries by itself.',
  );
  expect(failuresText(2, 0, unknown('no answer'), { broadcast: true })).toBe(
    '2 deliveries failed in the last 60 minutes.',
  );
});
