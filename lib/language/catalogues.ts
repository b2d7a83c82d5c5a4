import { PSEUDO, type Spoken } from '../model/language/languages';
import { keyOf, type Speech } from '../model/language/speech';
import { lengthen } from './pseudo';
import { type Area, readTables, type Tables } from './tables';

export type { Area } from './tables';

type Messages = Readonly<Record<string, string>>;
type Translated = Exclude<Spoken, 'en'>;

const READ: Readonly<Record<Translated, () => Tables>> = {
  'zh-CN': () => keyed(readTables('zh-CN'), (_, text) => text),
  ja: () => keyed(readTables('ja'), (_, text) => text),
  [PSEUDO]: () => keyed(readTables('zh-CN'), lengthen),
};
const tables = new Map<Translated, Tables>();
const speeches = new Map<Translated, Speech>();

/** All of a language, for the server. */
export function speechIn(language: Spoken): Speech {
  if (language === 'en') return { language, messages: {} };
  const kept = speeches.get(language);
  if (kept !== undefined) return kept;
  const speech = { language, messages: Object.assign({}, ...Object.values(tablesOf(language))) as Messages };
  speeches.set(language, speech);
  return speech;
}

/** Of these areas, for a browser. */
export function messagesOf(language: Spoken, areas: readonly Area[]): Messages {
  if (language === 'en') return {};
  return Object.assign({}, ...areas.map((area) => tablesOf(language)[area])) as Messages;
}

function tablesOf(language: Translated): Tables {
  const kept = tables.get(language) ?? READ[language]();
  tables.set(language, kept);
  return kept;
}

function keyed(read: Tables, textOf: (english: string, text: string) => string): Tables {
  const areas = Object.entries(read).map(([area, messages]) => [
    area,
    Object.fromEntries(
      Object.entries(messages)
        .filter(([, text]) => text !== '')
        .map(([english, text]) => [keyOf(english), textOf(english, text)]),
    ),
  ]);
  return Object.fromEntries(areas) as Tables;
}
