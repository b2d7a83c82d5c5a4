import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { explore, type Instance } from './explore';
import { MISTAKES } from './mistakes';
import { MODELS } from './steps';

/** Small enough for each run of the tests. `npm run model` explores the sizes that docs/internals/proofs.md names. */
const ONE_KEY: Instance = {
  ...{ clients: 3, keys: 1, messagesOfAKey: 2, maxRetries: 1, mistake: null },
  left: { revokes: 1, lostReplies: 1, jobs: 1, looks: 0, forwards: 0 },
};
const TWO_KEYS: Instance = { ...ONE_KEY, keys: 2, messagesOfAKey: 1 };
/** A mistake needs a third client or a second life at most. */
const FOR_MISTAKES = { revokes: 1, lostReplies: 1, jobs: 2, looks: 1, forwards: 2 };
const MOST_STATES = 40_000;

test.each([
  ['two messages of one key', ONE_KEY],
  ['a message of each of two keys', TWO_KEYS],
])('every interleaving of three clients keeps the promises: %s', { timeout: 120_000 }, (_, instance) => {
  const { broken, isComplete, states } = explore(instance);
  expect(broken).toBeNull();
  expect(isComplete).toBe(true);
  expect(states).toBeGreaterThan(5000);
});

test('each mistake breaks a promise', { timeout: 120_000 }, () => {
  const unnoticed = MISTAKES.filter(
    (mistake) => explore({ ...ONE_KEY, left: FOR_MISTAKES, mistake }, MOST_STATES).broken === null,
  );
  expect(unnoticed).toEqual([]);
});

test('each step names functions that exist', () => {
  const folder = join('prisma', 'functions');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const missing = Object.values(MODELS)
    .flat()
    .filter((name) => !text.includes(`FUNCTION ${name}(`) && !existsSync(name));
  expect(missing).toEqual([]);
});
