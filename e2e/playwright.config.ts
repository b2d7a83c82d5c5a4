import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from '@playwright/test';

import { chromiumPath } from './fixtures/chromium';

const results = join(fileURLToPath(new URL('..', import.meta.url)), 'test-results', 'browser');

const OWN = ['practice.spec.ts', 'problems.spec.ts'];

export default defineConfig({
  globalSetup: './build-first.mjs',
  testDir: 'console',
  outputDir: results,
  // A worker has a server of its own with its Postgres, so no test sees what another one does. One is enough for two
  // cores: browser, server and clients compute most of the time.
  workers: 1,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // Long on purpose: they end a test that hangs, and decide no result on a machine that is ten times slower.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  // A project has a server of its own: the practice incident starts from a console that never saw a group, and the first
  // page says that nothing is wrong only where nothing is.
  projects: [
    { name: 'empty console', testMatch: OWN },
    { name: 'console', testIgnore: OWN },
  ],
  use: {
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
        ...['--disable-sync', '--no-first-run', '--disable-dev-shm-usage'],
      ],
    },
    viewport: { width: 1440, height: 900 },
    // The console reads no motion as "show at once": nothing to wait for.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Without pictures: they take more of the processor than the rest of the test.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
