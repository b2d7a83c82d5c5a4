import { expect, test } from 'vitest';

import { LITE_COUNTED } from '@/lib/model/topic/lite-topic';
import { countedWords, liteRows } from './lite-topics.model';

const reader = { group: 'agents', clients: 0, clientNames: [], waiting: 1, retries: 0 };
const [since, lastAt] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];

test('a lite topic has a row for each group, and one when no group has to do with it', () => {
  const billing = { ...reader, group: 'billing' };
  expect(
    liteRows([
      { name: 'a', queueNo: 0, since, lastAt, readers: [reader, billing] },
      { name: 'b', queueNo: 1, since, lastAt, readers: [] },
    ]),
  ).toEqual([
    { name: 'a', lastAt, reader },
    { name: 'a', lastAt, reader: billing },
    { name: 'b', lastAt, reader: null },
  ]);
});

test('a count that went no further says so', () => {
  expect([countedWords(0), countedWords(LITE_COUNTED), countedWords(LITE_COUNTED + 1)]).toEqual([
    '0',
    '1,000',
    '1,000+',
  ]);
});
