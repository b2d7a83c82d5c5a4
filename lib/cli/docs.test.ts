import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { CONTENTS, contentsOf } from '../model/manual/contents';
import { SETTING_NAMES } from '../runtime/config';

const pages = contentsOf(readFileSync(`docs/${CONTENTS}`, 'utf8'))
  .flatMap(({ groups }) => groups.flatMap((group) => group.pages.map(({ path }) => path)))
  .filter((path) => !path.startsWith('../'));

const htmlOf = (path: string): string => path.replace(/\.md$/, '.html');

test(
  'the site has each page of the manual, and no link of it is broken',
  { tags: ['landing'], timeout: 300_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'redrive-site-'));
    try {
      // It ends with an error at a link that leads nowhere.
      execFileSync(process.execPath, ['lib/cli/docs.mjs', '--out', folder], { stdio: 'pipe' });
      const missing = pages.filter((path) => !existsSync(join(folder, htmlOf(path))));
      expect(missing).toEqual([]);
      const index = readFileSync(join(folder, 'index.html'), 'utf8');
      expect(index).toContain('The Redrive manual');
      // The theme is drawn, and a page has no braces that it would read.
      for (const path of pages) expect(readFileSync(join(folder, htmlOf(path)), 'utf8')).not.toMatch(/\{\{ \w/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('the page "Configuration" has each setting', () => {
  const page = readFileSync('docs/operate/configuration.md', 'utf8');
  expect(SETTING_NAMES.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
