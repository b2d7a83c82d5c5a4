// Vitest and Playwright as stages: they print for people, and report in a file for the sum.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

import { failedOutside, failuresOfPlaywright, failuresOfVitest } from '../failures.mjs';
import { projectRoot } from '../project-root.mjs';
import { runNode } from '../run-command.mjs';
import { filterOf } from './forms.mjs';
import { freshLeaks, leaksOf } from './leaked-errors.mjs';
import { freshTimes, timesOfPlaywright, timesOfVitest } from './slowest.mjs';

const RESULTS = join(projectRoot, 'test-results');
const LEAKED_ERRORS = join(projectRoot, 'lib', 'cli', 'test', 'leaked-errors.mjs');

/** Runs these projects of vitest.config.ts, in the form of the run; the report is test-results/vitest-<name>.json. */
export async function runVitest(name, projects) {
  const report = freshReport(`vitest-${name}.json`);
  const times = freshTimes(name);
  const leaked = freshLeaks(name);
  const error = await errorOf(
    [
      [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...projects.map((project) => `--project=${project}`)],
      filterOf(process.env),
      ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, `--reporter=${LEAKED_ERRORS}`],
    ],
    { NODE_ENV: 'test', REDRIVE_TEST_TIMES: times, REDRIVE_TEST_LEAKED: leaked },
  );
  const found = readReport(report);
  const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests, testResults } = found;
  const failed = numFailedTests + testResults.filter(failedOutside).length;
  return {
    passed,
    skipped: numPendingTests + numTodoTests,
    files: testResults.map(({ name: file }) => relative(projectRoot, file)),
    times: timesOfVitest(times),
    ...withError(failed, [...failuresOfVitest(found), ...leaksOf(leaked)], name, error),
  };
}

export async function runPlaywright() {
  const { ensureChromium } = await import('../chromium.mjs');
  const report = freshReport('playwright.json');
  const error = await errorOf(
    [
      [join('node_modules', '@playwright', 'test', 'cli.js'), 'test'],
      ['--config', join('e2e', 'playwright.config.ts'), '--reporter=list,json'],
    ],
    { REDRIVE_CHROMIUM: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  const found = readReport(report);
  const { expected, unexpected, flaky, skipped } = found.stats;
  return {
    passed: expected + flaky,
    skipped,
    files: found.suites.map(({ file }) => join(relative(projectRoot, found.config.rootDir), file)),
    times: timesOfPlaywright(found),
    ...withError(unexpected, failuresOfPlaywright(found), 'browser', error),
  };
}

async function errorOf(args, env) {
  try {
    await runNode(args.flat(), { stdio: 'inherit', env });
    return undefined;
  } catch (error) {
    return error;
  }
}

/** A leaked error or a failed set-up fails the run without failing a test. */
function withError(failed, failures, name, error) {
  if (failed > 0 || error === undefined) return { failed, failures };
  return { failed: 1, failures: [...failures, `- ${name}: ${error.message}, and no test failed`] };
}

function freshReport(name) {
  mkdirSync(RESULTS, { recursive: true });
  const report = join(RESULTS, name);
  rmSync(report, { force: true });
  return report;
}

function readReport(report) {
  if (!existsSync(report)) throw new Error(`the runner ended without its report ${report}`);
  return JSON.parse(readFileSync(report, 'utf8'));
}
