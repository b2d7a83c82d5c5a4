import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { placeOf } from './fault';
import { FAULTS } from './planted';

test('every planted fault is in the code once, and its tests exist', () => {
  const wrong = FAULTS.flatMap(({ name, file, find, replace, tests }) => {
    const times = existsSync(file) ? [...readFileSync(file, 'utf8').matchAll(placeOf({ find }))].length : 0;
    return [
      ...(times === 1 ? [] : [`${file} has the place of "${name}" ${times} times`]),
      ...(find === replace ? [`"${name}" changes nothing`] : []),
      ...tests
        .filter((path) => !existsSync(path))
        .map((path) => `${path}, which is to notice "${name}", does not exist`),
    ];
  });
  expect(wrong).toEqual([]);
});

test('every planted fault has a name of its own', () => {
  const names = FAULTS.map(({ name }) => name);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});
