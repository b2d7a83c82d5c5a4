import { join } from 'node:path';

import { expect, test } from 'vitest';

interface Releases {
  readonly version: string;
  readonly released: Record<string, { readonly migrations: Record<string, string>; readonly signatures: string }>;
  readonly migrations: Record<string, string>;
  readonly signatures: string;
  readonly snapshots: string[];
}

const { findProblems, readReleases } = (await import(join(process.cwd(), 'lib', 'cli', 'released.mjs'))) as {
  findProblems(releases: Releases): string[];
  readReleases(): Releases;
};

const GOOD: Releases = {
  version: '0.2.0',
  released: { '0.1.0': { migrations: { '0001_a': 'x', '0002_b': 'y' }, signatures: 's' } },
  migrations: { '0001_a': 'x', '0002_b': 'y', '0003_c': 'z' },
  signatures: 's',
  snapshots: ['0.1.0'],
};

test('a new migration of a new version is fine', () => {
  expect(findProblems(GOOD)).toEqual([]);
});

test.each<[string, Partial<Releases>]>([
  [
    'migration 0002_b was released with 0.1.0 and has changed: write a new one',
    { migrations: { '0001_a': 'x', '0002_b': 'w' } },
  ],
  ['migration 0002_b was released with 0.1.0 and is gone', { migrations: { '0001_a': 'x' } }],
  [
    'migration 0001_z is new and sorts before 0002_b, which is released',
    { migrations: { '0001_a': 'x', '0001_z': 'w', '0002_b': 'y' } },
  ],
  ['migration 0003_c is not in 0.1.0: a new migration needs a new minor version in package.json', { version: '0.1.7' }],
  [
    'arguments or results of prisma/functions are not those of 0.1.0: that needs a new minor version in package.json',
    { version: '0.1.7', migrations: { '0001_a': 'x', '0002_b': 'y' }, signatures: 't' },
  ],
  ['prisma/releases/0.1.0.sql is missing: run "npm run release:snapshot" on 0.1.0', { snapshots: [] }],
])('%s', (problem, change) => {
  expect(findProblems({ ...GOOD, ...change })).toEqual([problem]);
});

test('the migrations of this tree: the released ones are as they were', () => {
  expect(Object.keys(readReleases().released)).toContain('0.1.0');
  expect(findProblems(readReleases())).toEqual([]);
});
