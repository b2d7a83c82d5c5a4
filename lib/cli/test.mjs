// npm test: everything that must hold before a change lands. The last line is the sum over all stages.
// `--full` runs every long form too (lib/testing/full.ts), `--full <stage>` those of one stage.
import './require-node.mjs';

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { installAndGenerate } from './install-and-generate.mjs';
import { projectRoot } from './project-root.mjs';
import { STAGES } from './test/stages.mjs';
import { withTreeLock } from './tree-lock.mjs';

/** A run that takes longer is ended, and has failed. */
const LIMIT_MS = 35 * 60_000;
const KILL_MS = 20_000;
/** A process that a stage left behind may hold its output open. */
const DRAIN_MS = 2_000;

const [full, ...fullStages] = process.argv.slice(2);

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const running = new Set();
const startedAt = performance.now();

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopAll(signal));
const limit = setTimeout(() => {
  total.failed += 1;
  failures.push(`- the run was ended after ${seconds(LIMIT_MS)}`);
  stopAll('SIGTERM');
  setTimeout(() => stopAll('SIGKILL'), KILL_MS).unref();
}, LIMIT_MS);

await withTreeLock(installAndGenerate);
const ended = {};
for (const stage of STAGES.filter(({ name, onlyFull }) => onlyFull !== true || isFull(name)))
  ended[stage.name] = Promise.all(stage.after.map((name) => ended[name])).then(() => runStage(stage));
await Promise.all(Object.values(ended));
clearTimeout(limit);

const ranNothing = total.passed + total.failed === 0;
process.exitCode = total.failed > 0 || ranNothing ? 1 : 0;
if (failures.length > 0) print(`\n== Failed\n${failures.join('\n')}\n`);
print(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);

/**
 * A stage is a process of its own. What it printed is shown whole when it ends; its failure does not hide what others
 * find.
 */
async function runStage({ name, title, nice }) {
  const stageStartedAt = performance.now();
  print(`   ${seconds(stageStartedAt - startedAt)} ${title} ...`);
  const stage = spawn(process.execPath, [join('lib', 'cli', 'test', 'run-stage.mjs'), name], {
    cwd: projectRoot,
    env: { ...process.env, REDRIVE_TEST_FULL: isFull(name) ? '1' : '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(stage);
  setNice(stage.pid, nice);
  let output = '';
  let result;
  for (const stream of [stage.stdout, stage.stderr]) stream.on('data', (chunk) => (output += chunk.toString()));
  stage.once('message', (message) => (result = message));
  const closed = once(stage, 'close');
  const [code, signal] = await once(stage, 'exit');
  await Promise.race([closed, sleep(DRAIN_MS)]);
  running.delete(stage);
  result ??= { passed: 0, failed: 1, skipped: 0, failures: [`- ${title}: ended with ${signal ?? `code ${code}`}`] };
  for (const key of Object.keys(total)) total[key] += result[key];
  failures.push(...result.failures);
  print(`\n== ${title}: ${seconds(performance.now() - stageStartedAt)}\n${output.trim()}\n`);
}

function isFull(stage) {
  return full === '--full' && (fullStages.length === 0 || fullStages.includes(stage));
}

function setNice(pid, nice) {
  try {
    setPriority(pid, nice);
  } catch {
    // It has ended already: how it ended says why.
  }
}

function stopAll(signal) {
  for (const stage of running) stage.kill(signal);
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(0)} s`;
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
