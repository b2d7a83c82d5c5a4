import { join } from 'node:path';

import { expect, test } from 'vitest';

interface Licences {
  readLicences(root?: string): readonly { readonly name: string; readonly licence: string; readonly isFree: boolean }[];
  isFree(expression: string): boolean;
}
const { readLicences, isFree } = (await import(join(process.cwd(), 'lib/cli/licences.mjs'))) as Licences;

test('everything that the program takes from others may be given away with it', () => {
  const rows = readLicences();
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.filter((row) => !row.isFree).map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
  // What is only needed to build and to test it is not among it.
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['next', 'pg', 'react']));
  expect(rows.map(({ name }) => name)).not.toContain('vitest');
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT and ISC', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', true],
  ['GPL-3.0', false],
  ['MIT AND AGPL-3.0', false],
  ['unknown', false],
  ['', false],
])('"%s" may be used: %s', (expression, expected) => {
  expect(isFree(expression)).toBe(expected);
});
