import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { pagesBehind, translatedPages } from './translations.mjs';

const blocksIn = (file: string): string[] => readFileSync(file, 'utf8').match(/^```[\s\S]*?^```$/gm) ?? [];

test('each translated page names the page that it translates, and has its programs as they are', () => {
  const pages = translatedPages();
  expect(pages.map(({ file }) => file)).toEqual(expect.arrayContaining(['README.zh-CN.md', 'README.ja.md']));
  for (const { file, of, named, hash } of pages) {
    expect([file, named?.of, hash]).toEqual([file, of, expect.stringMatching(/^[0-9a-f]{12}$/)]);
    if (named?.hash === hash) expect([file, blocksIn(file)]).toEqual([file, blocksIn(of)]);
  }
  // A release names them; a translation may come later than a change.
  for (const sentence of pagesBehind()) process.stdout.write(`NOTE: ${sentence}\n`);
});
