// npm test: everything that must hold before a change lands. The last line is the sum over all runners.
import './require-node.mjs';

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs';
import { ensureInstalled } from './install.mjs';
import { projectRoot } from './project-root.mjs';
import { runNode } from './run-command.mjs';
import { withTreeLock } from './tree-lock.mjs';

const resultsFolder = join(projectRoot, 'test-results');
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

await stage('Prepare', async () => {
  await withTreeLock(async () => {
    await ensureInstalled();
    const { ensureGenerated } = await import('./generate.mjs');
    await ensureGenerated();
  });
});
await stage('Sources', async () => {
  const { verify } = await import('./verify.mjs');
  const { problems, ...counts } = await verify();
  failures.push(...problems);
  return counts;
});
await stage('Unit, database and protocol tests', () => runVitest('vitest.json', ['unit', 'db', 'protocol']));
// These measure seconds of other programs' clients: nothing else runs beside them.
await stage('Official Java SDK, and comparison with Apache RocketMQ', () =>
  runVitest('vitest-java.json', ['java', 'rocketmq']),
);
await stage('Conformance page', checkConformance);
await stage('Build', async () => {
  const { ensureBuilt } = await import('./build.mjs');
  await withTreeLock(ensureBuilt);
});
await stage('Browser tests', runPlaywright);

const ranNothing = total.passed + total.failed === 0;
process.exitCode = total.failed > 0 || ranNothing ? 1 : 0;
if (failures.length > 0) process.stdout.write(`\n== Failed\n${failures.join('\n')}\n\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);

/** One failed stage does not hide what the others find; a stage that cannot run counts as one failure. */
async function stage(title, run) {
  process.stdout.write(`\n== ${title}\n`);
  try {
    const counts = await run();
    for (const key of Object.keys(total)) total[key] += counts?.[key] ?? 0;
  } catch (error) {
    total.failed += 1;
    failures.push(`- ${title}: ${error.message}`);
    process.stdout.write(`${error.output ?? ''}\n${error.output === undefined ? error.stack : error.message}\n`);
  }
}

async function runVitest(name, projects) {
  const report = freshReport(name);
  const failure = await runNode(
    [
      join('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { stdio: 'inherit', env: { NODE_ENV: 'test' } },
  ).then(nothing, same);
  const told = readReport(report);
  const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests, testResults } = told;
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = numFailedTests + unloaded.length;
  failures.push(...failuresOfVitest(told));
  if (failed === 0 && failure !== undefined) failures.push(`- ${name}: ${failure.message}, and no test failed`);
  // A leaked error or a failed set-up fails the run without failing a test.
  return {
    passed,
    failed: failed === 0 && failure !== undefined ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  };
}

/** One check: the page says of every behaviour case what this run found. */
async function checkConformance() {
  await runNode(['--import', 'tsx', join('e2e', 'conformance', 'generate.ts'), '--check'], { stdio: 'inherit' });
  return { passed: 1 };
}

async function runPlaywright() {
  const { ensureChromium } = await import('./chromium.mjs');
  const report = freshReport('playwright.json');
  const config = join('e2e', 'playwright.config.ts');
  if (!existsSync(join(projectRoot, config))) throw new Error(`${config} is missing`);
  const failure = await runNode(
    [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--config', config, '--reporter=list,json'],
    { stdio: 'inherit', env: { REDRIVE_CHROMIUM: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  ).then(nothing, same);
  const told = readReport(report);
  const { expected, unexpected, flaky, skipped } = told.stats;
  failures.push(...failuresOfPlaywright(told));
  return { passed: expected + flaky, failed: unexpected === 0 && failure !== undefined ? 1 : unexpected, skipped };
}

/** What a run that ended well says of its failure. */
function nothing() {}

function same(error) {
  return error;
}

function freshReport(name) {
  mkdirSync(resultsFolder, { recursive: true });
  const report = join(resultsFolder, name);
  rmSync(report, { force: true });
  return report;
}

function readReport(report) {
  if (!existsSync(report)) throw new Error(`the runner ended without its report ${report}`);
  return JSON.parse(readFileSync(report, 'utf8'));
}
