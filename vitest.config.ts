import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('.', import.meta.url));
const shared = {
  alias: { '@': root },
  environment: 'node' as const,
  // What a test waits for comes when it comes: a busy machine may stall for seconds.
  expect: { poll: { timeout: 15_000 } },
  hookTimeout: 60_000,
  setupFiles: [join(root, 'lib/testing/note-times.ts')],
};
const globalSetup = ['lib/testing/global-setup.ts'];
const exclude = ['**/node_modules/**'];
/** The short form starts no cluster, so that nothing asks for a database. */
const withCluster = process.env['REDRIVE_TEST_SHORT'] !== '1';
const consoleFiles = 'lib/console/**';
const next = join(root, 'lib/testing/next.ts');
/** What the console asks of Next's server; the same for all files, so that they can share their modules. */
const standIns = {
  'next/headers': next,
  'next/navigation': next,
  'server-only': join(root, 'node_modules/server-only/empty.js'),
};

/** Files that wait longest: started last, they would be waited for alone. */
const LONG = [
  ...[
    'moved-client.test.ts',
    'lifecycle.test.ts',
    'long-waits.test.ts',
    'disk-full.test.ts',
    'simple-consumer.test.ts',
  ],
  ...['throttled-senders.test.ts', 'statements.db.test.ts', 'hostile-input.db.test.ts', 'broker-node.db.test.ts'],
  'invariants.db.test.ts',
];

/** By project, since a fork is kept for the next file of the same one only; then the long ones first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sort of Vitest's own class, which returns a new list
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => a.project.name.localeCompare(b.project.name) || placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? LONG.length : place;
}

export default defineConfig({
  resolve: { alias: { '@': root } },
  test: {
    // Each stage of npm test is a run of its own: it takes the modules as the one before it made them.
    experimental: { fsModuleCache: true },
    // What computes: two cores are shared with Postgres, and more forks only wait for each other.
    maxWorkers: 2,
    passWithNoTests: false,
    // Which form of npm test runs them: lib/cli/test/forms.mjs.
    tags: [
      { name: 'long', description: 'Neither in npm test nor for each change that lands.' },
      { name: 'landing', description: 'Not in npm test; for each change that lands.' },
    ],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: ['{lib,app,components}/**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.db.test.ts', consoleFiles],
          testTimeout: 20_000,
          // The same modules for all files of a fork: reading them takes longer than the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'db',
          include: ['{lib,app}/**/*.db.test.ts', `${consoleFiles}/*.test.ts`],
          exclude,
          alias: { ...shared.alias, ...standIns },
          globalSetup,
          testTimeout: 60_000,
          isolate: false,
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
          // Most of a test is waiting for real clients, who measure real seconds.
          maxWorkers: 4,
          // Reading the broker and the SDK takes longer than most files.
          isolate: false,
          // Vitest runs projects with another number of workers by themselves.
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
          // Most of a test is waiting.
          maxConcurrency: 12,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'cluster',
          include: ['e2e/cluster/*.test.ts'],
          globalSetup: [...(withCluster ? globalSetup : []), 'e2e/cluster/global-setup.ts'],
          testTimeout: 90_000,
          // Two brokers and a proxy start in it.
          hookTimeout: 180_000,
          fileParallelism: false,
          // Where nothing is run, each file would still read the broker for itself, only to be counted.
          isolate: withCluster,
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
