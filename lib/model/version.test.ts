import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { compareLines, VERSION } from './version';

const read = (file: string): string => readFileSync(file, 'utf8');

test('the version is written in package.json, and nowhere in the program', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  expect(VERSION).toBe(version);
  expect([lock.version, lock.packages['']?.version]).toEqual([version, version]);
  const files = execFileSync('git', ['ls-files', 'app', 'components', 'lib', 'deploy', '*.ts', '*.js'], {
    encoding: 'utf8',
  });
  const product = files
    .split('\n')
    .filter((file) => file !== '' && !/\.test\.tsx?$|^(lib\/testing|e2e|bench)\//.test(file));
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
