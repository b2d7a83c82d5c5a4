import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { speechIn } from '../language/catalogues';
import { inSpeech } from './language/speech';
import { formatPart, formatShare } from './share';

test.each([
  [4, 21_000, 1, '< 0.1 %'],
  [20_996, 21_000, 1, '> 99.9 %'],
  [21_000, 21_000, 1, '100 %'],
  [0, 21_000, 1, '0 %'],
  [1, 8, 1, '12.5 %'],
  [999, 1000, 1, '99.9 %'],
  [1, 1000, 1, '0.1 %'],
  [7, 100, 1, '7 %'],
  [1, 1000, 0, '< 1 %'],
  [999, 1000, 0, '> 99 %'],
  [1, 100_000, 2, '< 0.01 %'],
  [99_999, 100_000, 2, '> 99.99 %'],
  [3, 2, 0, '150 %'],
  [0, 0, 1, ''],
])('%i of %i with %i digits is "%s"', (count, of, digits, says) => {
  expect(formatPart(count, of, digits)).toBe(says);
});

test.each([
  ['en', '65 %', '< 0.1 %', '> 99.9 %'],
  ['zh-CN', '65%', '< 0.1%', '> 99.9%'],
  ['ja', '65%', '< 0.1%', '> 99.9%'],
] as const)('a share in %s is %s', (language, ...said) => {
  const shares = [0.65, 0.0001, 0.9999];
  expect(shares.map((share) => inSpeech(speechIn(language), () => formatShare(share)))).toEqual(said);
});

test('0 % is none and 100 % is all, of whatever numbers', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.nat(),
      fc.integer({ min: 0, max: 2 }),
      (of, part, digits) => {
        const count = part % (of + 1);
        const says = formatShare(count / of, digits);
        expect([says === '0 %', says === '100 %']).toEqual([count === 0, count === of]);
      },
    ),
  );
});

test('no other code rounds a share to a text', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const sources = ['lib', 'components', 'app'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('generated'))
      .map((file) => `${folder}/${file}`),
  );
  const rounded = sources.filter((file) =>
    /\{[^{}`\n]*(?:Math\.round|toFixed)[^{}`\n]*\} %/.test(readFileSync(root + file, 'utf8')),
  );
  expect(rounded.filter((file) => file !== 'lib/model/share.ts')).toEqual([]);
});
