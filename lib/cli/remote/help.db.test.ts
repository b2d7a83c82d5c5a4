import { readFileSync } from 'node:fs';

import { afterEach, describe, expect, test } from 'vitest';

import { openApiDocument } from '../../console/api/openapi';
import { apiRoutes } from '../../console/api/routes';
import { LANGUAGES } from '../../model/language/languages';

// What help says of each field: the descriptions of the API document, in the language of its reader.

interface Field {
  readonly flag: string;
  readonly description: string;
}

interface Command {
  readonly words: string;
  readonly fields: readonly Field[];
}

/** Scripts: the compiler does not read them. */
const load = async <T>(name: string): Promise<T> => (await import(new URL(name, import.meta.url).href)) as T;
const { commandsOf } = await load<{ commandsOf: (document: unknown) => Command[] }>('commands.mjs');
const { helpOf, flagsOf } = await load<{
  helpOf: (command: Command, width?: number) => string;
  flagsOf: (command: Command) => readonly Field[];
}>('help.mjs');
const { speak } = await load<{ speak: (language: string) => void }>('speech.mjs');
const { widthOf } = await load<{ widthOf: (text: string) => number }>('output.mjs');

const commands = commandsOf(openApiDocument(apiRoutes, '/api/v1'));
const descriptions = [...new Set(commands.flatMap(flagsOf).map(({ description }) => description))];
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');

const catalogueOf = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`lib/language/${language}/fields.json`, 'utf8')) as Record<string, string>;

afterEach(() => speak('en'));

test('every field has a description, and the list from which catalogues are made has it', async () => {
  const without = commands.flatMap((command) =>
    flagsOf(command)
      .filter(({ description }) => description === '')
      .map(({ flag }) => `${command.words} --${flag}`),
  );
  expect(without).toEqual([]);
  // After `vitest -u` run "npm run language".
  await expect(`${JSON.stringify(descriptions, null, 2)}\n`).toMatchFileSnapshot('../../language/fields.json');
});

describe.each(TRANSLATED)('%s', (language) => {
  test('help of every command has no English sentence', () => {
    speak(language);
    const english = commands.flatMap((command) =>
      helpOf(command)
        .split('\n')
        .map(proseOf)
        .filter((prose) => /[a-z]{2,}[,;:.]? [a-z]{2,}[,;:.]? [a-z]{2,}/i.test(prose))
        .map((prose) => `${command.words}: ${prose}`),
    );
    expect(english).toEqual([]);
  });

  test('a translation has the numbers, units and code of its English', () => {
    const catalogue = catalogueOf(language);
    const wrong = descriptions
      .map((english) => ({ english, text: catalogue[english] ?? '' }))
      .filter(
        ({ english, text }) =>
          numbersIn(text).join(' ') !== numbersIn(english).join(' ') ||
          codeIn(text).join(' ') !== codeIn(english).join(' ') ||
          UNITS.some(([unit, ...said]) => unit.test(english) && !said.some((each) => text.includes(each))),
      );
    expect(wrong).toEqual([]);
  });
});

test.each(LANGUAGES.flatMap((language) => [80, 100].map((width) => [language, width] as const)))(
  'help fits a terminal: %s, %i columns',
  (language, width) => {
    speak(language);
    const wide = commands.flatMap((command) =>
      helpOf(command, width)
        .split('\n')
        .filter((line) => widthOf(line) > width)
        .map((line) => `${command.words}: ${line}`),
    );
    expect(wide).toEqual([]);
  },
);

test('fields of the API are named by their flags, and a description of another server stays as it is', () => {
  const command = commands.find(({ words }) => words === 'alarm-rules create');
  if (command === undefined) throw new Error('alarm-rules create is gone');
  expect(helpOf(command)).toContain(
    'How long the value must stay below --clear-below before the alarm resolves, in ms',
  );
  speak('ja');
  expect(helpOf(command)).toContain('--clear-belowを下回る状態が');
  const [first] = flagsOf(command);
  const fields = command.fields.map((field) =>
    field === first ? { ...field, description: 'Of a later version' } : field,
  );
  expect(helpOf({ ...command, fields })).toContain('Of a later version');
});

/** Without flags and their values, code and names. */
function proseOf(line: string): string {
  if (/redrive [a-z-]+ [a-z-]+/.test(line) && line.includes('[options]')) return '';
  return line.replace(/^ {2}(?:--\S+(?: <[^>]*>)?)/, '').replaceAll(/`[^`]*`|"[^"]*"|<[^>]*>|--[a-z0-9-]+/g, '');
}

const numbersIn = (text: string): readonly string[] =>
  (text.match(/\d+(?:[.,]\d+)*/g) ?? []).toSorted((a, b) => (a < b ? -1 : 1));
const codeIn = (text: string): readonly string[] =>
  (text.match(/`[^`]+`|[A-Z]+(?:_[A-Z]+)+/g) ?? []).toSorted((a, b) => (a < b ? -1 : 1));

const UNITS: readonly (readonly [RegExp, ...string[]])[] = [
  [/\bms\b/, '毫秒', 'ミリ秒'],
  [/\d s\b|\b[Ss]econds\b/, '秒'],
  [/\bminutes?\b/, '分'],
  [/\d h\b|\b[Hh]ours\b/, '小时', '時間'],
  [/\bdays\b/, '天', '日'],
  [/\bbytes\b/, '字节', 'バイト'],
  [/\bcharacters\b/, '字符', '文字'],
  [/\bpercent\b/, '百分比', 'パーセント'],
];
