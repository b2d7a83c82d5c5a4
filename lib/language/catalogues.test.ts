import type { CompiledMessage } from 'icu-minify/format';
import { afterEach, describe, expect, test } from 'vitest';
import { compile } from '../model/language/compile';
import { PSEUDO, type Spoken } from '../model/language/languages';
import { keyOf, setSpeechOfDocument } from '../model/language/speech';
import { pieces } from '../model/language/t';
import { messagesOf, speechIn } from './catalogues';
import { lengthen } from './pseudo';
import { readTables, type Tables } from './tables';

const LANGUAGES: readonly [Exclude<Spoken, 'en'>, Tables][] = [
  ['zh-CN', readTables('zh-CN')],
  ['ja', readTables('ja')],
];
const ALL = LANGUAGES.flatMap(([language, tables]) =>
  Object.entries(tables).flatMap(([area, messages]) =>
    Object.entries(messages).map(([english, text]) => ({ language, area, english, text })),
  ),
);

afterEach(() => setSpeechOfDocument({ language: 'en', messages: {} }));

/** "count plural", "<b>": what a message is made of beside its text. */
function partsOf(message: string): readonly string[] {
  const found = new Set<string>();
  const visit = (nodes: CompiledMessage | object): void => {
    for (const node of Array.isArray(nodes) ? (nodes as unknown[]) : [nodes]) {
      if (!Array.isArray(node)) continue;
      const [name, kind, ...rest] = node as [string, unknown, ...unknown[]];
      if (kind === undefined) found.add(name);
      else if (kind === 4) found.add(`${name} number`);
      else if (kind === 1 || kind === 2) {
        found.add(`${name} ${kind === 1 ? 'select' : 'plural'}`);
        for (const option of Object.values(rest[0] as object) as CompiledMessage[]) visit(option);
      } else {
        found.add(`<${name}>`);
        visit([kind, ...rest] as CompiledMessage);
      }
    }
  };
  visit(compile(message));
  return [...found].toSorted();
}

function literalsOf(message: string): string {
  return message.replace(/\{\s*\w+\s*(?:,\s*number\s*)?\}|\{\s*\w+\s*,\s*\w+\s*,|=?\w+\s*\{|\}|<\/?\w+>/g, '\u0001');
}

/** Of a select: it is not said itself. */
const CHOSEN = 'other';

const EXTREMES = [
  { text: '', count: 0 },
  { text: 'x'.repeat(200), count: 1 },
  { text: "<b>{0}</b> # '{x}'", count: 1.5 },
  { text: { at: '2026-11-21T03:24:10.000Z' }, count: 123_456_789 },
];

describe.each(LANGUAGES)('%s', (language) => {
  const messages = ALL.filter((each) => each.language === language);

  test('every message is translated, with the same parameters and tags', () => {
    const wrong = messages.filter(
      ({ english, text }) => text === '' || partsOf(text).join(' ') !== partsOf(english).join(' '),
    );
    expect(wrong).toEqual([]);
  });

  test.each([...EXTREMES.keys()])('extreme parameters are all said: %i', (index) => {
    setSpeechOfDocument({ language, messages: speechIn(language).messages });
    const unsaid = messages.filter(({ english }) => {
      const given = extremesOf(english, index);
      const said = JSON.stringify(pieces(english, ...([given] as unknown as [])));
      return !Object.values(given).every(
        (value) => typeof value === 'number' || value === CHOSEN || said.includes(inJson(value)),
      );
    });
    expect(unsaid).toEqual([]);
  });
});

function extremesOf(english: string, index: number): Readonly<Record<string, string | number | object>> {
  const { text, count } = EXTREMES[index] ?? { text: '', count: 0 };
  const parameters = partsOf(english).filter((part) => !part.startsWith('<'));
  return Object.fromEntries(
    parameters.map((part): [string, string | number | object] => {
      const [name = '', kind] = part.split(' ');
      return [name, kind === undefined ? text : kind === 'select' ? CHOSEN : count];
    }),
  );
}

function inJson(value: unknown): string {
  return JSON.stringify(value).replace(/^"|"$/g, '');
}

test('no two messages have the same key', () => {
  const english = [...new Set(ALL.map((each) => each.english))];
  expect(new Set(english.map(keyOf)).size).toBe(english.length);
});

test('one English message has one translation, whatever its area', () => {
  const said = new Map<string, string>();
  for (const { language, english, text } of ALL) said.set(`${language} ${english}`, text);
  expect(ALL.filter(({ language, english, text }) => said.get(`${language} ${english}`) !== text)).toEqual([]);
});

test('Chinese has full-width punctuation, a space beside Latin letters, and addresses no reader', () => {
  const wrong = ALL.filter(({ language, text }) => {
    const literals = literalsOf(text);
    return (
      language === 'zh-CN' &&
      (/[您你]/.test(literals) ||
        /\p{Script=Han}[,;:?!()]|\p{Script=Han}\.(?!\w)/u.test(literals) ||
        /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(literals))
    );
  });
  expect(wrong.map(({ text }) => text)).toEqual([]);
});

test('Japanese has full-width punctuation, and no space beside Latin letters', () => {
  const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u.source;
  const ugly = new RegExp(`${japanese}[,;:?!()]|${japanese} [A-Za-z0-9]|[A-Za-z0-9] ${japanese}`, 'u');
  const wrong = ALL.filter(({ language, text }) => language === 'ja' && ugly.test(literalsOf(text)));
  expect(wrong.map(({ text }) => text)).toEqual([]);
});

test('in Chinese and Japanese a percent sign stands beside its number', () => {
  expect(ALL.filter(({ text }) => /[0-9}] %(?![A-Z])/.test(text)).map(({ text }) => text)).toEqual([]);
});

test('a browser gets the areas of its page, and English needs none', () => {
  expect(messagesOf('en', ['frame'])).toEqual({});
  expect(Object.values(messagesOf('ja', ['now']))).toContain('アラームルール');
  expect(Object.values(messagesOf('ja', ['now']))).not.toContain('トピック');
});

test('the pseudo-locale is longer, and keeps parameters, tags and keywords', () => {
  for (const { english } of ALL) {
    expect(partsOf(lengthen(english))).toEqual(partsOf(english));
    const said = literalsOf(english).replaceAll(/[^a-z]/gi, '').length;
    if (said > 5) expect(lengthen(english).length - english.length).toBeGreaterThan(said * 0.1);
  }
  expect(speechIn(PSEUDO).messages[keyOf('Sign out')]).toBe('Sígñ öüt ~~~');
});
