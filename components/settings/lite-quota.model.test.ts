import { expect, test } from 'vitest';

import { checkLiteQuota, DEFAULT_LITE_QUOTA, MOST_LITE_TOPICS } from '@/lib/model/topic/lite-quota';
import { readLiteQuota } from './lite-quota.model';

test('a whole number in its range may be saved, and nothing else', () => {
  expect(readLiteQuota({ perTopic: ' 500 ' })).toEqual({ settings: { perTopic: 500 }, problems: {} });
  for (const perTopic of ['', '0', '1.5', 'many', String(MOST_LITE_TOPICS + 1)])
    expect(readLiteQuota({ perTopic })).toEqual({
      settings: null,
      problems: { perTopic: 'Enter a whole number from 1 to 1,000,000.' },
    });
  expect(() => checkLiteQuota(DEFAULT_LITE_QUOTA)).not.toThrow();
  for (const perTopic of [0, 1.5, MOST_LITE_TOPICS + 1])
    expect(() => checkLiteQuota({ perTopic })).toThrow(expect.objectContaining({ field: 'perTopic' }) as Error);
});
