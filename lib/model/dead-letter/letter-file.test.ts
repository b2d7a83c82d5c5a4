import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';
import { csvCell, csvHead, csvLine } from './letter-file';

test.each([
  ['plain', 'plain'],
  [null, ''],
  [-3, '-3'],
  ['=1+2', "'=1+2"],
  ['+49', "'+49"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\t=1', "'\t=1"],
  ['\n=1', `"'\n=1"`],
  ['＝1+2', "'＝1+2"],
  ['＠x', "'＠x"],
  ['a "b", c', '"a ""b"", c"'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['two\nlines', '"two\nlines"'],
])('%j is written as %j', (value, cell) => expect(csvCell(value)).toBe(cell));

test('a line ends as RFC 4180 says', () => expect(csvLine(['a', 1, null])).toBe('a,1,\r\n'));

test('a file begins with the bytes that say it is UTF-8', () =>
  expect([...new TextEncoder().encode(csvHead(['id'])).subarray(0, 5)]).toEqual([0xef, 0xbb, 0xbf, 0x69, 0x64]));

test('every file of lines has such a head', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const writers = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') && !file.endsWith('.test.ts') && /csvLine|text\/csv/.test(readFileSync(root + file, 'utf8')),
  );
  expect(writers.filter((file) => !/csvHead|lines: AsyncIterable/.test(readFileSync(root + file, 'utf8')))).toEqual([]);
  expect(writers.length).toBeGreaterThan(3);
});
