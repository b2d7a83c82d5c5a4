// The site of the manual: npm run docs. The same pages are in the console at /help.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type DefaultTheme, defineConfig } from 'vitepress';

import manifest from '../../package.json' with { type: 'json' };
import { type Language, LANGUAGE_NAMES, LANGUAGES } from '../../lib/model/language/languages';
import {
  anchorOf,
  CONTENTS,
  contentsOf,
  linkIn,
  type ManualPage,
  pathIn,
  translatedContents,
} from '../../lib/model/manual/contents';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const english = contentsOf(read(CONTENTS));
/** Folders with programs, rules and dashboards. */
const FILES = ['grafana', 'prometheus', 'snippets'];
/** Where files outside docs are read; empty: their names are shown, and lead nowhere. */
const repository = process.env['SITE_REPOSITORY'] ?? '';

// oxlint-disable-next-line import/no-default-export -- VitePress reads it
export default defineConfig({
  title: 'Redrive manual',
  description: manifest.description,
  outDir: '../dist/site',
  // Not in docs: the tree that is packed has only pages.
  cacheDir: '../node_modules/.cache/vitepress',
  base: process.env['SITE_BASE'] ?? '/',
  // Copied below; `npm run verify` checks that they exist.
  ignoreDeadLinks: [/\/(grafana|prometheus|snippets)\//],
  locales: {
    root: { label: LANGUAGE_NAMES.en, lang: 'en' },
    ...Object.fromEntries(
      LANGUAGES.filter((language) => language !== 'en').map((language) => [
        language,
        {
          ...{ label: LANGUAGE_NAMES[language], lang: language, themeConfig: navigation(language) },
          link: `/${language}/`,
        },
      ]),
    ),
  },
  rewrites: Object.fromEntries(LANGUAGES.map((each) => [pathIn(CONTENTS, each), pathIn('index.md', each)])),
  markdown: {
    anchor: { slugify: anchorOf },
    config(renderer) {
      renderer.core.ruler.push('links out of the manual', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.attrGet('href') ?? '';
          const page = (env as { relativePath: string }).relativePath;
          const from = page.replace(/(?<=^|\/)index\.md$/, CONTENTS);
          if (token.type !== 'link_open' || /^[a-z]+:/.test(href) || isOfManual(linkIn(from, href)?.path)) continue;
          if (repository === '') Object.assign(token, { tag: 'span', attrs: [] });
          else token.attrSet('href', new URL(href, `${repository}/docs/${from}`).href);
        }
        // A span is closed as it was opened.
        for (const { children } of tokens) closeSpans(children ?? []);
      });
    },
  },
  // Beside the pages, where their links lead.
  buildEnd({ outDir }) {
    for (const name of FILES) cpSync(new URL(name, root), join(outDir, name), { recursive: true });
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    ...navigation('en'),
    footer: { message: `Redrive ${manifest.version}. Apache License 2.0.` },
  },
});

/** Pages that are not translated stay English. */
function navigation(language: Language): Pick<DefaultTheme.Config, 'nav' | 'sidebar'> {
  const shown = ({ path, title }: ManualPage) => ({ text: title, link: `/${path}` });
  const parts =
    language === 'en' ? english : translatedContents(english, language, read(pathIn(CONTENTS, language)), headingOf);
  return {
    nav: parts.flatMap(({ title, groups }) => {
      const [first] = groups[0]?.pages ?? [];
      return first === undefined ? [] : [{ text: title, link: shown(first).link }];
    }),
    sidebar: parts.map(({ title, groups }) => ({
      text: title,
      items: groups.flatMap((group): DefaultTheme.SidebarItem[] => {
        const items = group.pages.filter(({ path }) => isPage(path)).map(shown);
        return group.title === null ? items : [{ text: group.title, collapsed: true, items }];
      }),
    })),
  };
}

function headingOf(path: string): string | undefined {
  return existsSync(new URL(path, root)) ? /^# (.+)$/m.exec(read(path))?.[1] : undefined;
}

function isOfManual(path: string | undefined): boolean {
  return isPage(path) || FILES.some((name) => path?.startsWith(`${name}/`) === true);
}

function isPage(path: string | undefined): boolean {
  return path?.endsWith('.md') === true && !path.startsWith('../');
}

function closeSpans(children: readonly { type: string; tag: string }[]): void {
  const open: string[] = [];
  for (const token of children) {
    if (token.type === 'link_open') open.push(token.tag);
    else if (token.type === 'link_close') token.tag = open.pop() ?? token.tag;
  }
}
