import reference from 'icu-minify/compile';
import { afterEach, describe, expect, test } from 'vitest';
import { compile } from './compile';
import { languageOf, PSEUDO } from './languages';
import { enumerated, listOf, sentences } from './list';
import { inEnglish, keyOf, setSpeechOfDocument } from './speech';
import { between, english, pieces, t, tell, told } from './t';

afterEach(() => setSpeechOfDocument({ language: 'en', messages: {} }));

test.each([
  '',
  'plain',
  "can't",
  '{name}',
  ' {name} and { other }.',
  'Sent {count, number} of {of}',
  '{count, plural, one {# group} other {# groups}} checked.',
  '{count, plural, =0 {none} one {<b>#</b> of {of, number}} other {{name}: #}}',
  '{kind, select, dead {Dead} waiting {{n, plural, other {# left}}} other {}}',
  '<b>{count, plural, other {#}}</b>, a < b # c',
  '{n, plural, other {#}}{m, plural, other {#}}',
])('a message is read as the parser of ICU reads it: %j', (message) =>
  expect(compile(message)).toEqual(reference(message)),
);

test.each(['{', '}', '{a', '<b>x', '<b>x</code>', '{n, plural, one}', '{n, plural one {x}}', 'a</b>'])(
  'a message that is not well formed is refused: %s',
  (message) => expect(() => compile(message)).toThrow(SyntaxError),
);

describe('t', () => {
  test('English needs no messages, and its numbers are grouped', () => {
    expect(t('{count, plural, one {# group} other {# groups}} checked.', { count: 1 })).toBe('1 group checked.');
    expect(t('{count, plural, one {# group} other {# groups}} checked.', { count: 12_345 })).toBe(
      '12,345 groups checked.',
    );
  });

  test('Chinese has a space beside Latin letters, and none between two of its own', () => {
    const messages = {
      [keyOf('Outages longer than {duration}')]: '超过 {duration} 的故障',
      [keyOf('From {from} to {to}: <b>{name}</b>')]: '{from} 到 {to} 的 <b>所有 {name}</b>',
    };
    setSpeechOfDocument({ language: 'zh-CN', messages });
    expect(t('Outages longer than {duration}', { duration: '35 秒' })).toBe('超过 35 秒的故障');
    expect(t('Outages longer than {duration}', { duration: '三天' })).toBe('超过三天的故障');
    expect(t('Outages longer than {duration}', { duration: '35 s' })).toBe('超过 35 s 的故障');
    expect(pieces('From {from} to {to}: <b>{name}</b>', { from: '1 秒', to: '2 秒', name: '支付 组' })).toEqual([
      '1 秒到 2 秒的 ',
      { tag: 'b', parts: ['所有支付 组'] },
    ]);
  });

  test('another language says its own, with the parameters where it wants them', () => {
    const message = 'Attempt {attempt} of {of} failed.';
    setSpeechOfDocument({ language: 'ja', messages: { [keyOf(message)]: '{of}回中{attempt}回目が失敗しました。' } });
    expect(t(message, { attempt: 2, of: 16 })).toBe('16回中2回目が失敗しました。');
    expect(t('not translated')).toBe('not translated');
  });

  test.each([
    ['en', 'Missing on broker-a, broker-b.'],
    ['zh-CN', '缺少消费者分组的 Broker：broker-a、broker-b。'],
    ['ja', 'broker-a、broker-bにありません。'],
  ] as const)('a list has the marks of %s', (language, text) => {
    const translated = { 'zh-CN': '缺少消费者分组的 Broker：{brokers}。', ja: '{brokers}にありません。' };
    const messages = language === 'en' ? {} : { [keyOf('Missing on {brokers}.')]: translated[language] };
    setSpeechOfDocument({ language, messages });
    const given = { brokers: ['broker-a', 'broker-b'] };
    const reason = told('Missing on {brokers}.', given);
    expect([t('Missing on {brokers}.', given), tell(reason), tell(told('{reason}', { reason: [reason] }))]).toEqual([
      ...[text, text, text],
    ]);
    expect(english(reason)).toBe('Missing on broker-a, broker-b.');
  });

  test('pieces keep what is not text', () => {
    const at = { at: '2026-11-21T03:24:10.000Z' };
    expect(
      pieces('<b>{count, plural, one {# send} other {# sends}} refused</b> since {at}.', { count: 2, at }),
    ).toEqual([{ tag: 'b', parts: ['2 sends refused'] }, ' since ', at, '.']);
  });
});

test.each([
  ['en', 'a, b and c', 'a or b', 'a, b', 'A. B.'],
  ['zh-CN', 'a、b 和 c', 'a 或 b', 'a、b', 'A.B.'],
  ['ja', 'a、b、c', 'aまたはb', 'a、b', 'A.B.'],
] as const)('lists and sentences of %s', (language, all, one, named, said) => {
  setSpeechOfDocument({ language, messages: {} });
  expect([listOf(['a', 'b', 'c']), listOf(['a', 'b'], 'or'), enumerated(['a', 'b'])]).toEqual([all, one, named]);
  expect(sentences('A.', '', 'B.')).toBe(said);
});

test.each([
  ['en', ' |, |, |; |: '],
  [PSEUDO, ' |, |, |; |: '],
  ['zh-CN', '|，|、|；|：'],
  ['ja', '|、|、|；|：'],
] as const)('what stands between two texts in %s', (language, marks) => {
  setSpeechOfDocument({ language, messages: {} });
  expect(([undefined, ',', '、', ';', ':'] as const).map((mark) => between(mark)).join('|')).toBe(marks);
});

test('what is stored is English in every language', () => {
  const store = { speech: { language: 'ja', messages: { [keyOf('Held.')]: '保留中。' } } };
  const requests = globalThis as unknown as Record<symbol, unknown>;
  const key = Symbol.for('redrive.request');
  const before = requests[key];
  requests[key] = { getStore: () => store };
  try {
    expect([t('Held.'), inEnglish(() => t('Held.')), t('Held.')]).toEqual(['保留中。', 'Held.', '保留中。']);
  } finally {
    requests[key] = before;
  }
});

test.each([
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
  ['zh-TW', 'zh-CN'],
  ['fr-FR,ja;q=0.5,en;q=0.4', 'ja'],
  ['en;q=0.1,ja;q=0.2', 'ja'],
  ['ja;q=0,en', 'en'],
  ['fr', 'en'],
  ['', 'en'],
])('a browser that accepts %j is answered in %s', (accepted, language) => expect(languageOf(accepted)).toBe(language));
