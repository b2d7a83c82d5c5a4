import { expect, test } from 'vitest';
import { speechIn } from '../../language/catalogues';
import { inSpeech } from '../language/speech';
import { describePolicy } from './group-words';

test.each([
  ['en', 'after 5 s, 10 s, 1 m 30 s'],
  ['zh-CN', '间隔依次为 5 秒、10 秒、1 分钟 30 秒'],
  ['ja', '5秒、10秒、1分30秒の間隔'],
] as const)('intervals are a list of %s: %s', (language, said) => {
  const policy = { type: 'customized', intervalsMs: [5_000, 10_000, 90_000] } as const;
  expect(inSpeech(speechIn(language), () => describePolicy(policy))).toBe(said);
});
