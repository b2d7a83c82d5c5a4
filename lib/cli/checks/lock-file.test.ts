import { expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const script = new URL('lock-file.mjs', import.meta.url).href;
const { findProblems } = (await import(script)) as {
  findProblems: (lock: object) => string[];
};

const verified = { version: '1.0.0', integrity: 'sha512-x' };
const platform = { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] };

const lockOf = (packages: object) => ({ packages: { '': { name: 'project' }, ...packages } });

test('every entry has its integrity, but for optional packages of other platforms', () => {
  expect(findProblems(lockOf({ 'node_modules/a': verified, 'node_modules/b-darwin': platform }))).toEqual([]);
  expect(findProblems(lockOf({ 'node_modules/a': { version: '1.0.0' } }))).toEqual([
    'node_modules/a has no integrity: run "npm run lock"',
  ]);
  expect(findProblems(lockOf({ 'node_modules/a': { version: '1.0.0', optional: true } }))).toHaveLength(1);
});

test('those may become fewer, never more', () => {
  const many = Object.fromEntries(Array.from({ length: 58 }, (_, index) => [`node_modules/p${index}`, platform]));
  expect(findProblems(lockOf(many))).toEqual([expect.stringContaining('58 entries have no integrity, more than 57')]);
});

test('no entry names a registry host', () => {
  const resolved = { ...verified, resolved: 'https://registry.example/a.tgz' };
  expect(findProblems(lockOf({ 'node_modules/a': resolved }))).toEqual(['node_modules/a names a registry host']);
});
