import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

/** Requirements of levels 1 and 2 of ASVS 5.0.0: of each section their numbers. */
const SECTIONS =
  '1.1: 1 2; 1.2: 1-9; 1.3: 1-11; 1.4: 1-3; 1.5: 1 2; 2.1: 1-3; 2.2: 1-3; 2.3: 1-4; 2.4: 1; 3.2: 1 2; 3.3: 1-4; ' +
  '3.4: 1-6; 3.5: 1-5; 3.7: 1 2; 4.1: 1-3; 4.2: 1; 4.3: 1 2; 4.4: 1-4; 5.1: 1; 5.2: 1-3; 5.3: 1 2; 5.4: 1-3; ' +
  '6.1: 1-3; 6.2: 1-12; 6.3: 1-4; 6.4: 1-4; 6.5: 1-5; 6.6: 1-3; 6.8: 1-4; 7.1: 1-3; 7.2: 1-4; 7.3: 1 2; 7.4: 1-5; ' +
  '7.5: 1 2; 7.6: 1 2; 8.1: 1 2; 8.2: 1-3; 8.3: 1; 8.4: 1; 9.1: 1-3; 9.2: 1-4; 10.1: 1 2; 10.2: 1 2; 10.3: 1-4; ' +
  '10.4: 1-11; 10.5: 1-5; 10.6: 1 2; 10.7: 1-3; 11.1: 1 2; 11.2: 1-3; 11.3: 1-3; 11.4: 1-4; 11.5: 1; 11.6: 1; ' +
  '12.1: 1-3; 12.2: 1 2; 12.3: 1-4; 13.1: 1; 13.2: 1-5; 13.3: 1 2; 13.4: 1-5; 14.1: 1 2; 14.2: 1-4; 14.3: 1-3; ' +
  '15.1: 1-3; 15.2: 1-3; 15.3: 1-7; 16.1: 1; 16.2: 1-5; 16.3: 1-4; 16.4: 1-3; 16.5: 1-3; 17.1: 1; 17.2: 1-4; 17.3: 1 2';

const REQUIREMENTS = SECTIONS.split('; ').flatMap((section) => {
  const [name = '', numbers = ''] = section.split(': ');
  const last = /^1-(\d+)$/.exec(numbers)?.[1];
  const each =
    last === undefined ? numbers.split(' ').map(Number) : Array.from({ length: Number(last) }, (_, n) => n + 1);
  return each.map((number) => `${name}.${number}`);
});

const FILE = join('docs', 'security.md');
const text = readFileSync(FILE, 'utf8').split('## ASVS 5.0')[1] ?? '';
const rows = text.split('\n').filter((line) => /^\| \d/.test(line));
const idsIn = (part: string): string[] => part.match(/\b\d+\.\d+\.\d+\b/g) ?? [];

test('every requirement of levels 1 and 2 is in one list, once', () => {
  expect(REQUIREMENTS).toHaveLength(253);
  const [, open = ''] = text.split('**Not claimed**');
  const listed = [...rows.flatMap((row) => idsIn(row.split('|')[1] ?? '')), ...idsIn(open)];
  expect(listed.toSorted()).toEqual(REQUIREMENTS.toSorted());
  for (const [, count = '', part = ''] of text.matchAll(/\*\*[^*]+\*\* \((\d+)\)([\s\S]*?)(?=\n\*\*|$)/g)) {
    const lines = part.split('\n').filter((line) => /^\| \d/.test(line));
    const here = lines.length === 0 ? idsIn(part) : lines.flatMap((line) => idsIn(line.split('|')[1] ?? ''));
    expect(here).toHaveLength(Number(count));
  }
});

test('each proof is a test that exists, and each document too', () => {
  let proofs = 0;
  for (const row of rows) {
    const [, id, , , proof = ''] = row.split('|');
    for (const [, file = ''] of proof.matchAll(/`([^`]+)`/g)) {
      proofs += 1;
      expect(existsSync(file), `${id}: ${file}`).toBe(true);
      expect(readFileSync(file, 'utf8'), file).toMatch(/\b(?:test|it|eachShortFirst)\b/);
    }
    for (const [, link = ''] of row.matchAll(/\]\(([^)#]+)/g))
      expect(existsSync(join(dirname(FILE), link)), `${id}: ${link}`).toBe(true);
  }
  expect(proofs).toBeGreaterThan(100);
});
