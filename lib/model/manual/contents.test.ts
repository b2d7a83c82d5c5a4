import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { LANGUAGES } from '../language/languages';
import { anchorOf, CONTENTS, contentsOf, linkIn } from './contents';

const parts = contentsOf(readFileSync(`docs/${CONTENTS}`, 'utf8'));
const listed = parts.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages));

test('the contents of the manual have four parts, and list each page once', () => {
  expect(parts.map(({ title }) => title)).toEqual(['Tutorial', 'How-to', 'Reference', 'Explanation']);
  const files = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    // Translated pages stand where the page is that they translate.
    .filter((file) => !LANGUAGES.some((language) => file.startsWith(`${language}/`)));
  const pages = listed.filter(({ path }) => !path.startsWith('../')).map(({ path }) => path);
  expect(pages.toSorted()).toEqual(files.filter((file) => file !== CONTENTS).toSorted());
  for (const { path, explains } of listed) expect(`${path}: ${explains}`).toMatch(/: .{8}/);
});

test('pages stand in the group above them', () => {
  const readme =
    '# T\n\n## A\n\n| Page | Explains |\n|---|---|\n| [One](a/one.md) | the first |\n\n### B\n\n| [Two](two.md) | x |';
  expect(contentsOf(readme)).toEqual([
    {
      title: 'A',
      groups: [
        { title: null, pages: [{ title: 'One', path: 'a/one.md', explains: 'the first' }] },
        { title: 'B', pages: [{ title: 'Two', path: 'two.md', explains: 'x' }] },
      ],
    },
  ]);
});

test('links are resolved as in a folder, and a link that leaves the manual is known', () => {
  expect(linkIn('operate/now.md', '#rank')).toEqual({ path: 'operate/now.md', anchor: 'rank' });
  expect(linkIn('operate/now.md', 'alarms.md')).toEqual({ path: 'operate/alarms.md', anchor: '' });
  expect(linkIn('operate/now.md', '../cluster/move.md#a')).toEqual({ path: 'cluster/move.md', anchor: 'a' });
  expect(linkIn('operate/now.md', '../../deploy/compose.yaml')).toBeNull();
  expect(linkIn('operate/now.md', 'https://example.com/a.md')).toBeNull();
  expect(anchorOf('Read `redrive.yaml`: "what" it is')).toBe('read-redriveyaml-what-it-is');
});
