import { expect, test } from 'vitest';
import { speechIn } from '@/lib/language/catalogues';
import { inSpeech } from '@/lib/model/language/speech';
import { ranges, readRange } from './range.model';

test('a range that does not exist is the shortest', () => {
  expect([readRange('7d'), readRange('2y'), readRange(undefined)]).toEqual(['7d', '1h', '1h']);
});

test.each([
  ['en', ['1 h', '6 h', '24 h', '7 d', '14 d']],
  ['zh-CN', ['1 小时', '6 小时', '24 小时', '7 天', '14 天']],
  ['ja', ['1時間', '6時間', '24時間', '7日', '14日']],
] as const)('ranges are named in %s', (language, labels) =>
  expect(inSpeech(speechIn(language), () => ranges().map(({ label }) => label))).toEqual(labels),
);
