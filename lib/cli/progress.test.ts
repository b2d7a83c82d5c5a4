import { expect, test } from 'vitest';

/** Scripts: the compiler does not read them. */
const [build, progress] = ['build.mjs', 'progress.mjs'].map((name) => new URL(name, import.meta.url).href);
const { estimateBuildMs } = (await import(build ?? '')) as {
  estimateBuildMs: (loopMs: number, cores: number) => number;
};
const { describeExpected } = (await import(progress ?? '')) as { describeExpected: (ms: number) => string };

test.each([
  [3_000, 'about 10 s'],
  [41_000, 'about 50 s'],
  [119_000, 'about 2 min'],
  [151_000, 'about 2.5 min'],
  [600_000, 'about 10 min'],
])('%i ms are said as %s', (ms, text) => {
  expect(describeExpected(ms)).toBe(text);
});

test('a machine that is slower, or has one core, is expected to take longer for the first build', () => {
  expect(describeExpected(estimateBuildMs(45, 8))).toBe('about 40 s');
  expect(describeExpected(estimateBuildMs(45, 1))).toBe('about 80 s');
  expect(describeExpected(estimateBuildMs(450, 2))).toBe('about 6 min');
});
