// The error texts of the page "Troubleshooting" are in the source code: a text that changes there changes here.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const PAGE = 'docs/reference/troubleshooting.md';
/** A text that goes on in the next line is one text. */
const CONTINUED = /['`"] \+\s+['`"]|\\\n/g;

const sources = readdirSync('lib', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.(ts|mjs)$/.test(file) && !/^testing\/|generated\//.test(file))
  .map((file) => readFileSync(join('lib', file), 'utf8').replaceAll(CONTINUED, ''));

/** `…` stands for a value. */
function isInSources(text: string): boolean {
  const parts = text.split('…').map((part) => part.trim());
  return sources.some((source) => {
    let from = 0;
    for (const part of parts) {
      const at = source.indexOf(part, from);
      if (at === -1) return false;
      from = at + part.length;
    }
    return true;
  });
}

test('each error text of the page is one of the source code', () => {
  const rows =
    readFileSync(PAGE, 'utf8')
      .split('## Error codes')[0]
      ?.match(/^\| `[^|]*` \|/gm) ?? [];
  expect(rows.length).toBeGreaterThan(35);
  const texts = rows.map((row) => row.replace(/^\| `(.*)` \|$/, '$1'));
  expect(texts.filter((text) => !isInSources(text))).toEqual([]);
});

test('a text that is not there is noticed', () => {
  expect(isInSources('Port … on … is taken by another program')).toBe(true);
  expect(isInSources('Port … on … is taken by a ghost')).toBe(false);
});
