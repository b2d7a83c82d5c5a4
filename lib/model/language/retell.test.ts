import { expect, test } from 'vitest';
import { speechIn } from '../../language/catalogues';
import { plain } from '../plain';
import { fromKept, kept, toReason } from './retell';
import { inSpeech } from './speech';
import { type Reason, tell, told } from './t';

const AWAY = told('{broker} did not respond: {reason}.', {
  ...{ broker: 'broker-b', reason: told('{name} has signed off', { name: 'broker-b' }) },
});
const inChinese = (reason: Reason): string => inSpeech(speechIn('zh-CN'), () => tell(reason));

test('a reason that was kept is shown to each reader in their own language', () => {
  const back = fromKept(kept(AWAY));
  expect(tell(back)).toBe('broker-b did not respond: broker-b has signed off.');
  expect(inChinese(back)).toBe('broker-b 未响应：broker-b 已注销。');
  expect(inSpeech(speechIn('zh-CN'), () => plain({ back }))).toEqual({ back: 'broker-b 未响应：broker-b 已注销。' });
  expect(inChinese(toReason(JSON.parse(JSON.stringify(AWAY))))).toBe('broker-b 未响应：broker-b 已注销。');
});

test('a list that was kept has the marks of each reader', () => {
  const back = fromKept(kept(told('missing on {brokers}', { brokers: ['broker-a', told('unknown')] })));
  expect(tell(back)).toBe('missing on broker-a, unknown');
  expect(inChinese(back)).toBe('broker-a、未知上缺失');
});

test('text of an older release, of another program and what is too long stay text', () => {
  for (const text of ['no space left on device', '{"message":', '{"message":"x"}', ''])
    expect(tell(fromKept(text))).toBe(text);
  expect(kept(AWAY, 40)).toBe('broker-b did not respond: broker-b has s');
});

test('an object of a user with these names is no message', () => {
  const body = { message: '{', values: {} };
  expect(plain(body)).toEqual(body);
});
