// npm test: everything that must hold before a change lands. The last line is the sum over all stages.
// Its other forms are in test/forms.mjs.
import './require-node.mjs';

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { listSourceFiles } from './checks/source-files.mjs';
import { installAndGenerate } from './install-and-generate.mjs';
import { projectRoot } from './project-root.mjs';
import { environmentOf, FORMS, readForm } from './test/forms.mjs';
import { makeMemoryFolder, removeMemoryFolder } from './test/memory-folder.mjs';
import { describeSlowest } from './test/slowest.mjs';
import { STAGES } from './test/stages.mjs';
import { withTreeLock } from './tree-lock.mjs';

/** A run that takes longer hangs: it is ended, and has failed. A slow machine takes 40 minutes for what lands. */
const LIMIT_MS = 75 * 60_000;
const KILL_MS = 20_000;
/** A process that a stage left behind may hold its output open. */
const DRAIN_MS = 2_000;
const TESTS = /\.(test|spec)\.tsx?$/;

const form = readForm(process.argv.slice(2));

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const stages = [];
/** Files whose tests some stage ran, or counted as skipped. */
const taken = new Set();
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
const memoryFolder = makeMemoryFolder();
process.once('exit', () => removeMemoryFolder(memoryFolder));
const ended = new Map();
await Promise.all(STAGES.filter(isRun).map(endOf));
clearTimeout(limit);

if (total.failed === 0) await refuseForgotten();
const ranNothing = total.passed + total.failed === 0;
process.exitCode = total.failed > 0 || ranNothing ? 1 : 0;
if (failures.length > 0) print(`\n== Failed\n${failures.join('\n')}\n`);
print(`\n== Slowest\n${describeSlowest(stages).join('\n')}`);
const computed = stages.reduce((sum, { computedMs }) => sum + computedMs, 0);
print(`\n== All: ${seconds(performance.now() - startedAt)}, of a processor ${seconds(computed)}`);
print(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);

/** Each stage runs once, when those before it have ended, wherever they stand in the list. */
function endOf(stage) {
  const { name, after, afterShort = after } = stage;
  if (ended.has(name)) return ended.get(name);
  const before = STAGES.filter((each) => isRun(each) && (form === 'short' ? afterShort : after).includes(each.name));
  const end = Promise.all(before.map(endOf)).then(() => runStage(stage));
  ended.set(name, end);
  return end;
}

/**
 * A stage is a process of its own. What it printed is shown whole when it ends; its failure does not hide what others
 * find.
 */
async function runStage({ name, title, nice, compares }) {
  const stageStartedAt = performance.now();
  print(`   ${seconds(stageStartedAt - startedAt)} ${title} ...`);
  const stage = spawn(process.execPath, [join('lib', 'cli', 'test', 'run-stage.mjs'), name], {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...environmentOf(form, { compares }),
      // A broker of Apache RocketMQ takes gibibytes for its files before it writes them.
      ...(memoryFolder === undefined || compares === true ? {} : { TMPDIR: memoryFolder }),
    },
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
  result ??= {
    passed: 0,
    failed: 1,
    skipped: 0,
    computedMs: 0,
    failures: [`- ${title}: ended with ${signal ?? `code ${code}`}`],
  };
  for (const key of Object.keys(total)) total[key] += result[key];
  for (const file of result.files ?? []) taken.add(file);
  failures.push(...result.failures);
  const { computedMs, times = [] } = result;
  const tookMs = performance.now() - stageStartedAt;
  stages.push({ name, tookMs, computedMs, times });
  print(`\n== ${title}: ${seconds(tookMs)}, of a processor ${seconds(computedMs)}\n${output.trim()}\n`);
}

/** A test file that no stage takes in would never be seen to fail. */
async function refuseForgotten() {
  const leftOut = STAGES.filter((stage) => !isRun(stage)).map(({ folder }) => folder);
  const forgotten = (await listSourceFiles(TESTS)).filter(
    (file) => !taken.has(file) && !leftOut.some((folder) => file.startsWith(folder)),
  );
  total.failed += forgotten.length;
  failures.push(...forgotten.map((file) => `- ${file} is in no stage`));
}

function isRun({ onlyFull }) {
  return onlyFull !== true || FORMS[form].fullSize;
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
