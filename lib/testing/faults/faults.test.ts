import { existsSync, readFileSync, statSync } from 'node:fs';

import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

import { editsOf, placeOf } from './fault';
import { FAULTS } from './planted';
import { PLANTED_BUGS } from './planted/reliability';

test('every planted fault is in the code once, and its tests exist', () => {
  const wrong = FAULTS.flatMap((fault) => {
    const { name, tests, only = '' } = fault;
    const missing = tests.filter((path) => !existsSync(path));
    return [
      ...editsOf(fault).flatMap(({ file, find, replace }) => {
        const times = existsSync(file) ? [...readFileSync(file, 'utf8').matchAll(placeOf({ find }))].length : 0;
        return [
          ...(times === 1 ? [] : [`${file} has the place of "${name}" ${times} times`]),
          ...(find === replace ? [`"${name}" changes nothing`] : []),
        ];
      }),
      ...missing.map((path) => `${path}, which is to notice "${name}", does not exist`),
      ...(missing.length > 0 || tests.some((path) => hasTitle(path, only))
        ? []
        : [`no test that is to notice "${name}" has "${only}" in its title`]),
    ];
  });
  expect(wrong).toEqual([]);
});

test('no planted fault is found by the compiler instead of a test', () => {
  const broken = FAULTS.flatMap((fault) =>
    editsOf(fault).flatMap(({ file, find, replace }) => {
      if (!/\.tsx?$/.test(file)) return [];
      const planted = readFileSync(file, 'utf8').replace(placeOf({ find }), () => replace);
      return parseSync(file, planted).errors.map(({ message }) => `"${fault.name}" does not parse: ${message}`);
    }),
  );
  expect(broken).toEqual([]);
});

test('every planted fault has a name of its own', () => {
  const names = FAULTS.map(({ name }) => name);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test('the twenty bugs that every message broker has had once are among them', () => {
  const numbers = PLANTED_BUGS.map(({ name }) => Number(/^planted bug (\d+):/.exec(name)?.[1]));
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

function hasTitle(path: string, words: string): boolean {
  // What stands before a colon is often the name of a case.
  const title = words.split(': ').at(-1) ?? '';
  return words === '' || (statSync(path).isFile() && readFileSync(path, 'utf8').includes(title));
}
