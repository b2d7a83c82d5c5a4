import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { compareLines, VERSION } from './version';

const PRODUCT = /^((app|components|lib|deploy)\/|[^/]*\.(ts|js)$)/;
const NOT_PRODUCT = /\.test\.tsx?$|^lib\/testing\//;

/** A script: the compiler does not read it. It also finds the files of a copy that has no git. */
const script = new URL('../cli/checks/source-files.mjs', import.meta.url).href;
const { listSourceFiles } = (await import(script)) as { listSourceFiles: () => Promise<string[]> };

const read = (file: string): string => readFileSync(file, 'utf8');

test('the version is written in package.json, and nowhere in the program', async () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  expect(VERSION).toBe(version);
  expect([lock.version, lock.packages['']?.version]).toEqual([version, version]);
  const product = (await listSourceFiles()).filter((file) => PRODUCT.test(file) && !NOT_PRODUCT.test(file));
  expect(product.length).toBeGreaterThan(500);
  const literal = new RegExp(`['"\`]${version.replaceAll('.', '\\.')}['"\`]`);
  // check-release names the oldest release whose data can be upgraded.
  expect(product.filter((file) => file !== 'lib/store/check-release.ts' && literal.test(read(file)))).toEqual([]);
});

test('patch releases are of one line, minor ones are not', () => {
  expect(compareLines('0.2.0', '0.2.9')).toBe(0);
  expect(compareLines('0.2.9', '0.10.0')).toBeLessThan(0);
  expect(compareLines('1.0.0', '0.10.0')).toBeGreaterThan(0);
});
