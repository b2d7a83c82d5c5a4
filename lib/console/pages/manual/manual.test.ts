import { expect, test } from 'vitest';

import { findInManual, manualFile, manualPage, manualParts } from './manual';
import { renderPage } from './render';

const FILES = '/help/file/';

test('every link of the rendered manual leads to a page and to an anchor of it', async () => {
  const parts = await manualParts();
  const paths = parts.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages.map(({ path }) => path)));
  expect(paths.length).toBeGreaterThan(40);
  const broken: string[] = [];
  for (const path of paths) {
    const { html } = (await manualPage(path.replace(/\.md$/, ''))) ?? { html: `missing: ${path}` };
    expect(html).not.toMatch(/^missing|<script|<style| style=|\son[a-z]+=/);
    for (const [, href = ''] of html.matchAll(/(?:href|src)="(\/help[^"]*)"/g)) {
      if (href.startsWith(FILES) && (await manualFile(href.slice(FILES.length))) !== undefined) continue;
      const [address = '', anchor] = href.split('#');
      const target = await manualPage(address.replace(/^\/help\/?/, ''));
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
  const [first] = await findInManual('stop rule');
  expect(first).toMatchObject({ path: 'concepts/re-drive.md', anchor: 'canary-ramp-stop-rule' });
  expect(await findInManual('canary nosuchwordhere')).toEqual([]);
  expect(await findInManual('  ')).toEqual([]);
  expect((await findInManual('message')).length).toBeLessThanOrEqual(30);
});

test('files that pages link to are in the manual, and nothing beside it is', async () => {
  expect(await manualFile('grafana/redrive.json')).toBeDefined();
  expect((await manualPage('concepts/message-life'))?.html).toContain('<img src="/help/file/images/message.png"');
  for (const path of ['../package.json', 'README.md', '.vitepress/config.ts'])
    expect(await manualFile(path)).toBeUndefined();
});
