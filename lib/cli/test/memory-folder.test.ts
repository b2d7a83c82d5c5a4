import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';

import { expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const script = new URL('memory-folder.mjs', import.meta.url).href;
const { makeMemoryFolder, removeMemoryFolder, temporaryRoot } = (await import(script)) as {
  makeMemoryFolder: () => string | undefined;
  removeMemoryFolder: (folder: string | undefined) => void;
  temporaryRoot: () => string;
};
/** Above the highest that Linux gives. */
const DEAD_PID = 4_194_305;

test('a folder in memory that others may enter; what a killed run left goes, what a living one has stays', () => {
  const [dead, living] = [DEAD_PID, 1].map((pid) => `/dev/shm/redrive-test-run-${pid}-of-a-test`);
  const folder = makeMemoryFolder();
  if (folder === undefined) return;
  const left = [dead, living].filter((path) => path !== undefined);
  for (const path of left) mkdirSync(path, { recursive: true });
  try {
    const next = makeMemoryFolder();
    expect(left.map((path) => existsSync(path))).toEqual([false, true]);
    expect(statSync(folder).mode & 0o777).toBe(0o755);
    for (const made of [folder, next]) removeMemoryFolder(made);
    expect(existsSync(folder)).toBe(false);
  } finally {
    for (const path of left) rmSync(path, { recursive: true, force: true });
  }
});

test('a machine without room in memory has no such folder, and nothing is removed for it', () => {
  expect(() => removeMemoryFolder(undefined)).not.toThrow();
});

test('what TMPDIR says is where a runner makes its databases', () => {
  const given = process.env['TMPDIR'];
  process.env['TMPDIR'] = '/somewhere';
  try {
    expect(temporaryRoot()).toBe('/somewhere');
  } finally {
    if (given === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = given;
  }
});
