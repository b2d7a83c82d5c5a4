import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const shared = { alias: { '@': root }, environment: 'node' as const };
const globalSetup = ['lib/testing/global-setup.ts'];

export default defineConfig({
  resolve: { alias: { '@': root } },
  test: {
    // Two cores are shared with Postgres; more forks only wait for each other.
    maxWorkers: 2,
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: ['{lib,app,components}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'db',
          include: ['{lib,app}/**/*.db.test.ts'],
          globalSetup,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'protocol',
          include: ['e2e/protocol/**/*.test.ts'],
          globalSetup,
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
