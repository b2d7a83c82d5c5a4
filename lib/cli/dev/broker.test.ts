import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

interface Running {
  readonly says: string;
}
interface Options {
  readonly root: string;
  readonly entry: string;
  readonly onStart: (runtime: Running) => void;
  readonly onFailure: (error: Error) => void;
}

/** A script: the compiler does not read it. */
const { openBroker } = (await import(new URL('broker.mjs', import.meta.url).href)) as {
  openBroker: (options: Options) => Promise<{ close(): Promise<void> }>;
};

let root: string;
let broker: { close(): Promise<void> } | undefined;
const events: string[] = [];
const write = (file: string, text: string): void => writeFileSync(join(root, file), text);

/** The smallest program that is started and stopped as lib/runtime/start.ts is. */
const program = (says: string): string => `
  import { word } from './word';
  const events = globalThis[Symbol.for('dev.test')];
  export const startRuntime = async () => ({ says: ${JSON.stringify(says)} + word, stop: async () => void events.push('stopped') });
`;

beforeEach(async () => {
  events.length = 0;
  Object.assign(globalThis, { [Symbol.for('dev.test')]: events });
  root = mkdtempSync(join(tmpdir(), 'redrive-dev-'));
  for (const folder of ['lib/deep', 'prisma/functions']) mkdirSync(join(root, folder), { recursive: true });
  write('lib/start.ts', program('one '));
  write('lib/word.ts', `export const word = 'two';`);
  write('lib/unused.ts', '');
  write('prisma/functions/a.sql', 'SELECT 1');
  broker = await openBroker({
    root,
    entry: 'lib/start.ts',
    onStart: ({ says }) => void events.push(says),
    onFailure: ({ message }) => void events.push(message.split('\n')[0] ?? ''),
  });
});
afterEach(async () => {
  await broker?.close();
  rmSync(root, { recursive: true, force: true });
});

test('starts again, the old one stopped first, when what it is made of changes', async () => {
  write('lib/word.ts', `export const word = 'three';`);
  await expect.poll(() => events).toEqual(['one two', 'stopped', 'one three']);
  write('prisma/functions/a.sql', 'SELECT 2');
  await expect.poll(() => events).toEqual(['one two', 'stopped', 'one three', 'stopped', 'one three']);
});

test('goes on when what changed is no part of it', async () => {
  write('lib/unused.ts', `export const other = 1;`);
  write('lib/deep/new.ts', `export const other = 1;`);
  // Long enough to be judged before the change that follows; there is nothing to wait for.
  await sleep(300);
  write('lib/start.ts', program('last '));
  await expect.poll(() => events).toEqual(['one two', 'stopped', 'last two']);
});

test('goes on with the code before a mistake, and starts again with its correction', async () => {
  write('lib/word.ts', 'export const word = (;');
  await expect.poll(() => events).toEqual(['one two', expect.stringContaining('Build failed')]);
  write('lib/word.ts', `export const word = 'right';`);
  await expect.poll(() => events.slice(2)).toEqual(['stopped', 'one right']);
});

test('sees files in folders that are made later', async () => {
  mkdirSync(join(root, 'lib/later'));
  write('lib/later/word.ts', `export const word = 'later';`);
  write('lib/start.ts', program('one ').replace('./word', './later/word'));
  await expect.poll(() => events).toEqual(['one two', 'stopped', 'one later']);
  write('lib/later/word.ts', `export const word = 'latest';`);
  await expect.poll(() => events.slice(3)).toEqual(['stopped', 'one latest']);
});

test('stops the runtime when it is closed', async () => {
  await broker?.close();
  broker = undefined;
  expect(events).toEqual(['one two', 'stopped']);
});
