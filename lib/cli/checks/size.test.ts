import { expect, test } from 'vitest';

interface Source {
  readonly file: string;
  readonly lines: readonly string[];
}

/** A script: the compiler does not read it. */
const { findProblems } = (await import(new URL('size.mjs', import.meta.url).href)) as {
  findProblems: (sources: readonly Source[], allowed?: { sql: number; ts: number }) => string[];
};

const lines = (count: number, length = 1): string[] => Array.from({ length: count }, () => 'x'.repeat(length));

test('a file has at most 350 lines, a test 500', () => {
  expect(findProblems([{ file: 'lib/a.ts', lines: lines(350) }])).toEqual([]);
  expect(findProblems([{ file: 'lib/a.ts', lines: lines(351) }])).toEqual([
    'lib/a.ts has 351 lines, at most 350 are allowed',
  ]);
  expect(findProblems([{ file: 'lib/a.test.ts', lines: lines(500) }])).toEqual([]);
  expect(findProblems([{ file: 'lib/a.test.ts', lines: lines(501) }])).toHaveLength(1);
});

test('lines longer than 120 characters may become fewer, never more, of SQL and of TypeScript', () => {
  const allowed = { sql: 2, ts: 1 };
  const sql = (count: number) => ({ file: 'prisma/functions/a.sql', lines: lines(count, 121) });
  const ts = (count: number) => ({ file: 'lib/a.ts', lines: lines(count, 121) });
  expect(findProblems([sql(2), ts(1), { file: 'lib/b.ts', lines: lines(9, 120) }], allowed)).toEqual([]);
  expect(findProblems([sql(3), ts(1)], allowed)).toEqual([
    '3 lines of sql files have more than 120 characters, at most 2 may. Most are in prisma/functions/a.sql (3)',
  ]);
  expect(findProblems([sql(2), ts(2)], allowed)).toHaveLength(1);
  const titled = [`test('${'x'.repeat(121)}', () => {`, `  '${'x'.repeat(121)}',`];
  expect(findProblems([{ file: 'lib/a.test.ts', lines: titled }], { sql: 0, ts: 0 })).toEqual([]);
  expect(findProblems([{ file: 'lib/a.ts', lines: titled }], { sql: 0, ts: 0 })).toHaveLength(1);
});
