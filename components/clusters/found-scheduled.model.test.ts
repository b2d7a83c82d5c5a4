import { expect, test } from 'vitest';

import { foundWords } from './found-scheduled.model';

test('a scheduled message that was found says what came of it', () => {
  const dueAt = '2026-11-29T12:00:00.250Z';
  const item = {
    ...{ messageId: 'M', topic: 'later', broker: 'broker-a', dueAt, scheduledAt: dueAt, bornAt: dueAt, bornHost: '' },
    ...{ tag: null, messageGroup: null, keys: [], bodyBytes: 1, recalledAt: null },
  };
  const words = (state: 'waiting' | 'due' | 'delivered' | 'recalled', by: 'time' | 'level' = 'time') =>
    foundWords({ ...item, state, by });
  expect(words('waiting')).toBe('broker-a: scheduled for 2026-11-29 12:00:00 UTC');
  expect(words('waiting', 'level')).toMatch(/by a delay level, which cannot be recalled$/);
  expect(words('delivered')).toBe('broker-a: delivered to its topic, was due 2026-11-29 12:00:00 UTC');
  expect([words('due'), words('recalled')]).toEqual([
    'broker-a: due since 2026-11-29 12:00:00 UTC, not found in its topic yet',
    'broker-a: recalled at 2026-11-29 12:00:00 UTC, was due 2026-11-29 12:00:00 UTC',
  ]);
});
