import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from 'vitest';

import { bundle } from '../testing/bundle';

test('a broker process loads nothing of OpenTelemetry until it traces', async () => {
  const text = readFileSync(await bundle('lib/runtime/broker-process.ts'), 'utf8');
  expect(text).toContain('import("@opentelemetry/api")');
  expect(text).not.toMatch(/^import [^;]*@opentelemetry/m);
});

test('programs are made at once: one that is done does not stop the others', async () => {
  const results = join(process.cwd(), 'test-results');
  mkdirSync(results, { recursive: true });
  const folder = mkdtempSync(join(results, 'bundle-'));
  const name = folder.split('-').at(-1) ?? '';
  const entries = ['one', 'two', 'three'].map((each) => join(folder, `${each}-${name}.ts`));
  for (const entry of entries) writeFileSync(entry, `export const entry: string = ${JSON.stringify(entry)};\n`);
  const made: string[] = [];
  try {
    made.push(...(await Promise.all([...entries, ...entries].map((entry) => bundle(relative(process.cwd(), entry))))));
    const loaded = made.map(async (file) => ((await import(pathToFileURL(file).href)) as { entry: string }).entry);
    expect(await Promise.all(loaded)).toEqual([...entries, ...entries]);
  } finally {
    for (const file of [folder, ...made]) rmSync(file, { recursive: true, force: true });
  }
});

test('a program is made again when a catalogue that it imports changes', async () => {
  const results = join(process.cwd(), 'test-results');
  mkdirSync(results, { recursive: true });
  const folder = mkdtempSync(join(results, 'bundle-'));
  const entry = join(folder, `words-${folder.split('-').at(-1) ?? ''}.ts`);
  writeFileSync(entry, `import words from './words.json';\nexport const said: string = words.said;\n`);
  const say = async (said: string): Promise<string> => {
    writeFileSync(join(folder, 'words.json'), JSON.stringify({ said }));
    const made = await bundle(relative(process.cwd(), entry));
    try {
      return ((await import(pathToFileURL(made).href)) as { said: string }).said;
    } finally {
      rmSync(made, { force: true });
    }
  };
  try {
    expect([await say('one'), await say('two')]).toEqual(['one', 'two']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
