import { expect, test } from 'vitest';
import { speechIn } from '../../language/catalogues';
import { setSpeechOfDocument } from '../language/speech';
import { valuesOf, written as write } from '../language/retell';
import { LEFT_OUT, leftOutWords } from './left-out';

test('a reason that was written down in English is said in the language of its reader', () => {
  const written = [
    write(LEFT_OUT.noPlace, { path: '/a (b)' }),
    write(LEFT_OUT.noFrom, { from: '/x', path: '/y' }),
    'already in RD-12',
  ];
  expect(written).toEqual([
    'its body has no place for /a (b)',
    'its body has no /x, or no place for /y',
    'already in RD-12',
  ]);
  expect(written.map(leftOutWords)).toEqual(written);
  setSpeechOfDocument({ language: 'zh-CN', messages: speechIn('zh-CN').messages });
  expect(written.map(leftOutWords)).toEqual([
    '消息体中没有 /a (b) 的位置',
    '消息体中没有 /x，或没有 /y 的位置',
    '已在 RD-12 中',
  ]);
  expect(leftOutWords('it has no tag of ours')).toBe('it has no tag of ours');
  expect(leftOutWords('a reason of an older release')).toBe('a reason of an older release');
  setSpeechOfDocument({ language: 'en', messages: {} });
});

test('the values of a written reason', () => {
  expect(valuesOf(LEFT_OUT.topicDeleted, 'its topic was deleted: a (deleted 3)')).toEqual({ topic: 'a (deleted 3)' });
  expect(valuesOf(LEFT_OUT.topicDeleted, null)).toBeUndefined();
});
