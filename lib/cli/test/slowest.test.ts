import { expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const script = new URL('slowest.mjs', import.meta.url).href;
const { describeSlowest, timesOfPlaywright } = (await import(script)) as {
  describeSlowest: (stages: readonly object[]) => string[];
  timesOfPlaywright: (report: object) => { readonly file: string; readonly tookMs: number }[];
};
const cells = (rows: readonly string[]): string[][] => rows.map((row) => row.split(/ {2,}/));

test('stages in their order, then files by what they and their database computed', () => {
  const idle = { file: 'waits.test.ts', tookMs: 60_000, computedMs: 900, serverMs: 100 };
  const busy = { file: 'computes.test.ts', tookMs: 4_000, computedMs: 1_000, serverMs: 2_540 };
  const rows = describeSlowest([
    { name: 'build', tookMs: 70_000, computedMs: 61_000, times: [] },
    { name: 'core', tookMs: 80_000, computedMs: 90_000, times: [idle, busy] },
  ]);
  expect(cells(rows)).toEqual([
    ['seconds:', 'wall', 'computed', 'in PostgreSQL'],
    ['build', '70.0', '61.0'],
    ['core', '80.0', '90.0'],
    ['computes.test.ts', '4.0', '1.0', '2.5'],
    ['waits.test.ts', '60.0', '0.9', '0.1'],
  ]);
});

test('a file of browser tests took what all its tests took', () => {
  const spec = (duration: number): object => ({ tests: [{ results: [{ duration }] }] });
  const suites = [{ file: 'job.spec.ts', specs: [spec(1_000)], suites: [{ specs: [spec(500), spec(20)] }] }];
  const times = timesOfPlaywright({
    suites,
    config: { rootDir: new URL('../../../e2e/console', import.meta.url).pathname },
  });
  expect(times).toEqual([{ file: 'e2e/console/job.spec.ts', tookMs: 1_520 }]);
});
