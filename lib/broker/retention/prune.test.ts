import { expect, test } from 'vitest';

import { DEFAULT_RETENTION, retentionOf } from './prune';

const HOUR_MS = 3_600_000;

test('a longer retention has longer segments, not more of them than sessions can keep plans over', () => {
  expect(DEFAULT_RETENTION).toMatchObject({ retentionMs: 72 * HOUR_MS, segmentMs: 6 * HOUR_MS });
  for (const hours of [1, 72, 144, 720, 8760]) {
    const { retentionMs, segmentMs } = retentionOf(hours * HOUR_MS);
    expect(segmentMs).toBeGreaterThanOrEqual(6 * HOUR_MS);
    expect(retentionMs / segmentMs).toBeLessThanOrEqual(24);
  }
});
