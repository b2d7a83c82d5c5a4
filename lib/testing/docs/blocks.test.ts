import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import manifest from '../../../package.json' with { type: 'json' };
import { allBlocks, documents, placeOf, RUNNERS } from './blocks';

test('each fenced block of the README and the manual is taken by a test that runs or reads it', () => {
  const blocks = allBlocks();
  expect(blocks.length).toBeGreaterThan(30);
  const left = blocks.filter(({ language }) => RUNNERS[language] === undefined);
  expect(left.map((block) => `${placeOf(block)} "${block.language}"`)).toEqual([]);
  for (const [language, file] of Object.entries(RUNNERS))
    expect(`${file}\n${readFileSync(file, 'utf8')}`).toMatch(new RegExp(`blocksOf\\('${language}'|'${language}'`));
  // A fence without its other half would hide what is between it and the next one.
  for (const file of documents()) {
    const fences = readFileSync(file, 'utf8').match(/^ *```/gm)?.length ?? 0;
    expect([file, fences]).toEqual([file, 2 * blocks.filter((block) => block.file === file).length]);
  }
});

test('the README names the released version, and this one', () => {
  const released = /^## (\d+\.\d+\.\d+) – /m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1];
  const readme = readFileSync('README.md', 'utf8');
  expect(readme).toContain(`Released: ${released}`);
  if (released !== manifest.version)
    expect(readme).toContain(`This tree is ${manifest.version}, which is not released`);
});

test('the README is read in two minutes: what, picture, one command, why, links', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(121);
});

test('the overview says how many decisions there are', () => {
  const count = readFileSync('docs/internals/architecture.md', 'utf8').match(/^\d+\. \*\*/gm)?.length ?? 0;
  const words = { 10: 'ten', 11: 'eleven', 12: 'twelve', 13: 'thirteen' } as Readonly<Record<number, string>>;
  const word = words[count] ?? '?';
  expect(readFileSync('docs/README.md', 'utf8')).toContain(`the ${word} decisions that the code follows`);
  expect(readFileSync('docs/internals/architecture.md', 'utf8').toLowerCase()).toContain(`${word} decisions`);
});
