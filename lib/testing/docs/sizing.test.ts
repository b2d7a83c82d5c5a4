import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import results from '../../../bench/results/latest.json' with { type: 'json' };

/** A run differs from the next one; a figure beyond this factor is one of another time. */
const FACTOR = 2;

test('the figures of the page "Sizing" are those of the last bench', () => {
  const table = readFileSync('docs/operate/sizing.md', 'utf8').split('\n## ')[1] ?? '';
  const rows = [...table.matchAll(/^\| (.+) \| ([\d,]+)(\/s| ms| MiB) \|$/gm)];
  expect(rows.length).toBeGreaterThan(8);
  for (const [, work, figure = '', unit = ''] of rows) {
    const measured = results.rows.find((row) => row.work === work && row.redrive.unit === unit.trim());
    const ratio = Number(figure.replace(',', '')) / (measured?.redrive.median ?? 0);
    expect([work, ratio > 1 / FACTOR && ratio < FACTOR]).toEqual([work, true]);
  }
});
