import { expect, test } from 'vitest';
import { speechIn } from '../language/catalogues';
import { inSpeech } from './language/speech';
import { formatRate, sayRate } from './rate';

test.each([
  [0, '0/s', '0 条/秒', '0件/秒'],
  [0.001, 'below 0.01/s', '低于 0.01 条/秒', '0.01件/秒未満'],
  [0.254, '0.25/s', '0.25 条/秒', '0.25件/秒'],
  [12.34, '12.3/s', '12.3 条/秒', '12.3件/秒'],
  [1203.7, '1,204/s', '1,204 条/秒', '1,204件/秒'],
])('a rate of %d is %s, %s and %s', (rate, ...said) =>
  expect((['en', 'zh-CN', 'ja'] as const).map((each) => inSpeech(speechIn(each), () => formatRate(rate)))).toEqual(
    said,
  ),
);

test('a limit keeps the digits that it was given', () => {
  expect(inSpeech(speechIn('ja'), () => sayRate('0.004'))).toBe('0.004件/秒');
});
