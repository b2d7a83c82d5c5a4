import type { Language } from '../language/languages';

/** A page of the manual, as docs/README.md lists it. */
export interface ManualPage {
  /** Below docs/, such as "operate/now.md". */
  readonly path: string;
  readonly title: string;
  /** One sentence, in Markdown. */
  readonly explains: string;
}

export interface ManualGroup {
  /** Null: pages that stand directly under their part. */
  readonly title: string | null;
  readonly pages: readonly ManualPage[];
}

export interface ManualPart {
  readonly title: string;
  readonly groups: readonly ManualGroup[];
}

/** Lists all pages. It is the first page of the manual, the navigation of the site and that of the console's help. */
export const CONTENTS = 'README.md';

const ROW = /^\| \[([^\]]+)\]\(([^)]+)\) \| (.*) \|$/;

/** Reads the contents: a part for each heading, a group for each heading below it, a page for each row. */
export function contentsOf(readme: string): ManualPart[] {
  const parts: { title: string; groups: { title: string | null; pages: ManualPage[] }[] }[] = [];
  for (const line of readme.split('\n')) {
    const groups = parts.at(-1)?.groups;
    const [, title = '', path = '', explains = ''] = ROW.exec(line) ?? [];
    if (line.startsWith('## ')) parts.push({ title: line.slice(3), groups: [{ title: null, pages: [] }] });
    else if (line.startsWith('### ')) groups?.push({ title: line.slice(4), pages: [] });
    else if (path !== '') groups?.at(-1)?.pages.push({ path, title, explains });
  }
  return parts.map(({ title, groups }) => ({ title, groups: groups.filter(({ pages }) => pages.length > 0) }));
}

/** Where a page is in another language: "operate/now.md" in "ja/operate/now.md". */
export function pathIn(page: string, language: Language): string {
  return language === 'en' ? page : `${language}/${page}`;
}

/**
 * The contents in another language: titles from its own contents, and the pages that are translated. What is new in
 * English is there too.
 * @param titleOf of a page below docs/; undefined: there is no such page
 */
export function translatedContents(
  english: readonly ManualPart[],
  language: Language,
  contents: string,
  titleOf: (path: string) => string | undefined,
): readonly ManualPart[] {
  const own = contentsOf(contents);
  const listed = own.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages));
  const titles = new Map(listed.map(({ path, title }) => [linkIn(pathIn(CONTENTS, language), path)?.path, title]));
  const shown = (page: ManualPage): ManualPage => {
    const path = pathIn(page.path, language);
    const title = titleOf(path);
    return title === undefined ? { ...page, title: titles.get(page.path) ?? page.title } : { ...page, path, title };
  };
  return english.map(({ title, groups }, part) => ({
    title: own[part]?.title ?? title,
    groups: groups.map((group, place) => ({
      title: group.title === null ? null : (own[part]?.groups[place]?.title ?? group.title),
      pages: group.pages.map(shown),
    })),
  }));
}

/** Makes the anchor of a heading as GitHub does. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export interface ManualLink {
  /** Below docs/. */
  readonly path: string;
  /** Without "#"; empty: the page as a whole. */
  readonly anchor: string;
}

/** Resolves a relative link of a page. Null: it leads out of docs/, or to another site. */
export function linkIn(page: string, href: string): ManualLink | null {
  const [path = '', anchor = ''] = href.split('#');
  if (/^[a-z]+:/.test(href)) return null;
  if (path === '') return { path: page, anchor };
  const folders = page.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..' && folders.pop() === undefined) return null;
    if (part !== '..' && part !== '.') folders.push(part);
  }
  return { path: folders.join('/'), anchor };
}
