import { expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const { findGrown } = (await import(new URL('house.mjs', import.meta.url).href)) as {
  findGrown: (figures: readonly { name: string; value: number; most?: number }[]) => readonly string[];
};

test('a figure above the most that it may be is named with both; one without a limit is only shown', () => {
  const figures = [
    { name: 'circles of files', value: 16, most: 15 },
    { name: 'product lines', value: 160_500, most: 160_500 },
    { name: 'product files', value: 2_304 },
  ];
  expect(findGrown(figures)).toEqual(['16 circles of files, at most 15 may be']);
});
