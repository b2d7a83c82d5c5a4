import { expect, test } from 'vitest';

import type { Log } from '../../model/log';
import { watchVersions } from './watch-versions';

const lines: string[] = [];
const silent = (): void => undefined;
const log: Log = { debug: silent, info: silent, warn: (_, line) => void lines.push(line), error: silent };

test('comparisons never overlap, and the one under way ends before the watch has stopped', async () => {
  let begun = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let begin: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (begin = resolve));
  const stop = watchVersions(
    () => {
      begun += 1;
      begin();
      return held;
    },
    log,
    'failed',
    1,
  );
  await first;
  let stopped = false;
  const stopping = stop().then(() => (stopped = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(stopped).toBe(false);
  release();
  await stopping;
  expect(begun).toBe(1);
});

test('a failure is logged when it begins, and again after a success', async () => {
  const outcomes = [false, false, true, false];
  let done: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (done = resolve));
  const stop = watchVersions(
    async () => {
      const isGood = outcomes.shift();
      if (isGood === undefined) done();
      if (isGood === false) throw new Error('no database');
    },
    log,
    'could not be read',
    1,
  );
  await all;
  await stop();
  expect(lines).toEqual(['could not be read', 'could not be read']);
});
