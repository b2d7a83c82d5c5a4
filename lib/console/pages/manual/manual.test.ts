import { expect, test } from 'vitest';

import { findInManual, manualFile, manualPage, manualParts } from './manual';
import { renderPage } from './render';
import { searchManual } from './search';

const FILES = '/help/file/';

test('every link of the rendered manual leads to a page and to an anchor of it', async () => {
  const parts = await manualParts('en');
  const paths = parts.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages.map(({ path }) => path)));
  expect(paths.length).toBeGreaterThan(40);
  const broken: string[] = [];
  for (const path of paths) {
    const { html } = (await manualPage(path.replace(/\.md$/, ''), 'en')) ?? { html: `missing: ${path}` };
    expect(html).not.toMatch(/^missing|<script|<style| style=|\son[a-z]+=/);
    for (const [, href = ''] of html.matchAll(/(?:href|src)="(\/help[^"]*)"/g)) {
      if (href.startsWith(FILES) && (await manualFile(href.slice(FILES.length))) !== undefined) continue;
      const [address = '', anchor] = href.split('#');
      const target = await manualPage(address.replace(/^\/help\/?/, ''), 'en');
      if (target === undefined || (anchor !== undefined && !target.html.includes(`id="${anchor}"`)))
        broken.push(`${path}: ${href}`);
    }
  }
  expect(broken).toEqual([]);
});

test('a link to a file that is not installed is shown as text, and a comment not at all', () => {
  const text =
    '# T `x`\n\n<!-- made -->\n\n[a](../../deploy/a.yaml) [b](now.md#rank) [c](https://example.com/?a=1&b=2)\n';
  const { html, title } = renderPage('operate/t.md', text, new Set(['operate/now.md']));
  expect(title).toBe('T x');
  expect(html).toContain('id="t-x"');
  expect(html).toContain('<p>a <a href="/help/operate/now#rank">b</a> <a href="https://example.com/?a=1&amp;b=2"');
  expect(html).not.toContain('made');
});

test('a search finds sections that have all words, those of a heading first', async () => {
  const [first] = await findInManual('stop rule', 'en');
  expect(first).toMatchObject({ path: 'concepts/re-drive.md', anchor: 'canary-ramp-stop-rule' });
  expect(await findInManual('canary nosuchwordhere', 'en')).toEqual([]);
  expect(await findInManual('  ', 'en')).toEqual([]);
  expect((await findInManual('message', 'en')).length).toBeLessThanOrEqual(30);
});

test('a search takes full-width letters, and the excerpt of a text without spaces has what was found', () => {
  const text = `${'很长的说明，'.repeat(60)}在这里停止规则生效。`;
  const section = { ...{ path: 'a.md', page: '重投', heading: '规则', anchor: 'a' }, text };
  expect(searchManual([section], '停止规则')[0]?.excerpt).toContain('停止规则');
  expect(searchManual([{ ...section, text: 'the stop rule' }], 'ＳＴＯＰ　rule')).toHaveLength(1);
});

test('files that pages link to are in the manual, and nothing beside it is', async () => {
  expect(await manualFile('grafana/redrive.json')).toBeDefined();
  expect((await manualPage('concepts/message-life', 'en'))?.html).toContain('<img src="/help/file/images/message.png"');
  for (const path of ['../package.json', 'README.md', '.vitepress/config.ts'])
    expect(await manualFile(path)).toBeUndefined();
});

test('a page is shown in the language of its reader where there is one, and in the one that its address names', async () => {
  const ja = await manualPage('tutorial/first-application', 'ja');
  expect(ja).toMatchObject({
    path: 'tutorial/first-application.md',
    language: 'ja',
    languages: expect.arrayContaining(['en', 'ja']),
  });
  expect((await manualPage('en/tutorial/first-application', 'ja'))?.language).toBe('en');
  expect((await manualPage('ja/tutorial/first-application', 'en'))?.html).toBe(ja?.html);
  expect(await manualPage('reference/metrics', 'ja')).toMatchObject({ language: 'en', languages: ['en'] });
  expect(await manualPage('ja/reference/metrics', 'ja')).toBeUndefined();
  const titles = (await manualParts('ja')).flatMap(({ groups }) => groups.flatMap(({ pages }) => pages));
  expect(titles).toContainEqual(
    expect.objectContaining({ path: 'ja/tutorial/first-application.md', title: ja?.title }),
  );
  expect(await findInManual('マニュアル', 'ja').then((hits) => hits.map(({ path }) => path))).not.toContain(
    'ja/README.md',
  );
  const paths = (await findInManual('Redrive', 'ja')).map(({ path }) => path);
  expect(paths.some((path) => path.startsWith('ja/'))).toBe(true);
  expect(paths.filter((path) => path.startsWith('zh-CN/') || path === 'tutorial/first-application.md')).toEqual([]);
});

test.each([
  ['zh-CN', '原理说明', '内部实现', '术语表'],
  ['ja', '解説', '内部構造', '用語集'],
] as const)('the contents are in %s, with the titles of pages that are not translated', async (language, ...said) => {
  const titlesIn = async (of: 'en' | typeof language) =>
    (await manualParts(of)).flatMap(({ title, groups }) => [
      title,
      ...groups.flatMap((group) => [group.title, ...group.pages.map((page) => page.title)]),
    ]);
  const [english, translated] = [await titlesIn('en'), await titlesIn(language)];
  expect(translated).toEqual(expect.arrayContaining([...said]));
  expect(translated).toHaveLength(english.length);
  // Names stay what they are.
  const same = translated.filter((title, place) => title !== null && title === english[place]);
  expect(same.filter((title) => !['Kubernetes', 'HTTP API', 'FAQ'].includes(title ?? ''))).toEqual([]);
});
