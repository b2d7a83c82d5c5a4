import 'server-only';
import { asLanguage, type Language, LANGUAGES } from '../../../model/language/languages';
import { CONTENTS, contentsOf, type ManualPart, pathIn, translatedContents } from '../../../model/manual/contents';
import { readManual, readManualFiles } from '../../../runtime/manual';
import { type RenderedPage, renderPage } from './render';
import { type ManualHit, type SearchedSection, searchManual } from './search';

interface Manual {
  /** In each language, without the pages that are not installed. */
  readonly parts: Readonly<Record<Language, readonly ManualPart[]>>;
  /** By path below docs/. */
  readonly pages: ReadonlyMap<string, RenderedPage>;
  readonly sections: readonly SearchedSection[];
}

/** A page in one of its languages. */
export interface ShownPage extends RenderedPage {
  /** Of the English page, below docs/. */
  readonly path: string;
  readonly language: Language;
  readonly languages: readonly Language[];
}

let rendering: Promise<Manual> | undefined;

/** The manual as /help shows it. It is rendered once, and asks neither the database nor who reads it. */
function manual(): Promise<Manual> {
  rendering ??= renderManual();
  return rendering;
}

async function renderManual(): Promise<Manual> {
  const sources = await readManual();
  const files = await readManualFiles();
  const names = new Set([...sources.keys(), ...files.keys()]);
  const pages = new Map([...sources].map(([path, source]) => [path, renderPage(path, source, names)]));
  const english = contentsOf(sources.get(CONTENTS) ?? '').map(({ title, groups }) => ({
    title,
    groups: groups.map((group) => ({ ...group, pages: group.pages.filter(({ path }) => names.has(path)) })),
  }));
  const sections = [...pages].flatMap(([path, page]) =>
    path.endsWith(CONTENTS) ? [] : page.sections.map((section) => ({ ...section, path, page: page.title })),
  );
  const partsIn = (language: Language) =>
    translatedContents(
      english,
      language,
      sources.get(pathIn(CONTENTS, language)) ?? '',
      (path) => pages.get(path)?.title,
    );
  return { parts: { en: english, 'zh-CN': partsIn('zh-CN'), ja: partsIn('ja') }, pages, sections };
}

/** The contents, with the pages in this language as far as there are any. */
export async function manualParts(language: Language): Promise<readonly ManualPart[]> {
  return (await manual()).parts[language];
}

/**
 * @param address below /help: "operate/now" in the language of the reader where there is one, "ja/operate/now" in that
 * @returns undefined: there is no such page
 */
export async function manualPage(address: string, reader: Language): Promise<ShownPage | undefined> {
  const { pages } = await manual();
  const [first = '', ...rest] = address.split('/');
  const named = asLanguage(first);
  const inFolder = named === null ? address : rest.join('/');
  const path = inFolder === '' ? CONTENTS : `${inFolder}.md`;
  const languages = LANGUAGES.filter((each) => pages.has(pathIn(path, each)));
  const language = named ?? (languages.includes(reader) ? reader : 'en');
  const page = pages.get(pathIn(path, language));
  return page && { ...page, path, language, languages };
}

export async function findInManual(query: string, language: Language): Promise<readonly ManualHit[]> {
  const { pages, sections } = await manual();
  const isRead = (path: string): boolean => {
    const [first = '', ...rest] = path.split('/');
    const own = asLanguage(first);
    if (own !== null) return own === language && pages.has(rest.join('/'));
    return language === 'en' || !pages.has(pathIn(path, language));
  };
  return searchManual(
    sections.filter(({ path }) => isRead(path)),
    query,
  );
}

/** @param path below docs/ */
export async function manualFile(path: string): Promise<Uint8Array | undefined> {
  return (await readManualFiles()).get(path);
}
