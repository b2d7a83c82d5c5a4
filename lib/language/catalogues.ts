import { PSEUDO, type Spoken } from '../model/language/languages';
import { keyOf, type Speech } from '../model/language/speech';
import { lengthen } from './pseudo';
import { JA, ZH } from './tables';

export type Area = keyof typeof ZH;

type Messages = Readonly<Record<string, string>>;

const TABLES: Readonly<Record<Exclude<Spoken, 'en'>, Readonly<Record<Area, Messages>>>> = {
  'zh-CN': keyed(ZH, (_, text) => text),
  ja: keyed(JA, (_, text) => text),
  [PSEUDO]: keyed(ZH, lengthen),
};

const SPEECHES = Object.fromEntries(
  Object.entries(TABLES).map(([language, areas]) => [
    language,
    { language: language as Spoken, messages: Object.assign({}, ...Object.values(areas)) as Messages },
  ]),
);

/** All of a language, for the server. */
export function speechIn(language: Spoken): Speech {
  return SPEECHES[language] ?? { language: 'en', messages: {} };
}

/** Of these areas, for a browser. */
export function messagesOf(language: Spoken, areas: readonly Area[]): Messages {
  if (language === 'en') return {};
  return Object.assign({}, ...areas.map((area) => TABLES[language][area])) as Messages;
}

function keyed(
  tables: Readonly<Record<Area, Messages>>,
  textOf: (english: string, text: string) => string,
): Readonly<Record<Area, Messages>> {
  const areas = Object.entries(tables).map(([area, messages]) => [
    area,
    Object.fromEntries(
      Object.entries(messages)
        .filter(([, text]) => text !== '')
        .map(([english, text]) => [keyOf(english), textOf(english, text)]),
    ),
  ]);
  return Object.fromEntries(areas) as Readonly<Record<Area, Messages>>;
}
