import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('.', import.meta.url));
const shared = {
  alias: { '@': root },
  environment: 'node' as const,
  // What a test waits for comes when it comes: a busy machine may stall for seconds.
  expect: { poll: { timeout: 15_000 } },
};
const globalSetup = ['lib/testing/global-setup.ts'];

/** Files that wait for minutes, as what they show does: started last, they would be waited for alone. */
const LONG = ['moved-client.test.ts', 'lifecycle.test.ts', 'long-waits.test.ts', 'simple-consumer.test.ts'];

/** The order of Vitest, the long ones first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.endsWith(`/${name}`));
  return place === -1 ? LONG.length : place;
}

export default defineConfig({
  resolve: { alias: { '@': root } },
  test: {
    // Two cores are shared with Postgres; more forks only wait for each other.
    maxWorkers: 2,
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: ['{lib,app,components}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'db',
          include: ['{lib,app}/**/*.db.test.ts'],
          globalSetup,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'protocol',
          include: ['e2e/protocol/**/*.test.ts'],
          globalSetup,
          // Nothing takes as long, except on a machine that is busy with others too.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Real clients measure real seconds: two files at once, since most of a test is waiting, and no database tests beside.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'java',
          include: ['e2e/java/*.test.ts'],
          globalSetup: [...globalSetup, 'e2e/java/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Most of a test is waiting.
          maxConcurrency: 12,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'sdks',
          include: ['e2e/sdks/*.test.ts'],
          globalSetup: [...globalSetup, 'e2e/sdks/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Most of a test is waiting.
          maxConcurrency: 12,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'rocketmq',
          include: ['e2e/rocketmq/*.test.ts'],
          globalSetup: [...globalSetup, 'e2e/java/global-setup.ts', 'e2e/rocketmq/global-setup.ts'],
          hookTimeout: 120_000,
          // Most of a scenario is waiting.
          maxConcurrency: 12,
          fileParallelism: false,
        },
      },
    ],
  },
});
