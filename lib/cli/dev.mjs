// npm run dev: the product compiled on demand. Pages and actions change in the browser as they are saved (Next), the
// broker starts again when its sources or its SQL change, PostgreSQL stays.
//   --practice   practice data from real SDK clients (npm run demo)
//   --reset      begins with an empty database
//   --inspect    lets a debugger attach
import './require-node.mjs';

import { spawn } from 'node:child_process';
import inspector from 'node:inspector';
import { join } from 'node:path';

import { createConsoleServer, readAddress } from './console-server.mjs';
import { applyDefaults } from './dev/settings.mjs';
import { fail } from './fail.mjs';
import { installAndGenerate } from './install-and-generate.mjs';
import { readOptions } from './options.mjs';
import { preflight } from './preflight.mjs';
import { projectRoot } from './project-root.mjs';
import { stayAttached } from './stay-attached.mjs';
import { stopOnSignals } from './stop-on-signals.mjs';
import { withTreeLock } from './tree-lock.mjs';

stayAttached();
try {
  const given = readOptions('npm run dev', { practice: 'flag', reset: 'flag', inspect: 'flag', attached: 'flag' });
  applyDefaults(process.env);
  process.chdir(projectRoot);
  await withTreeLock(async () => {
    await installAndGenerate();
    await preflight('console');
  });
  if (given.inspect) inspector.open();
  process.setSourceMapsEnabled(true);
  await develop(given);
} catch (error) {
  fail(error);
}

async function develop(given) {
  const { reachable, port } = readAddress(process.env);
  const { openBroker } = await import('./dev/broker.mjs');
  const { holdPostgres } = await import('./dev/postgres.mjs');
  const server = createConsoleServer({ dev: true });
  const opened = [];
  const { signal: stopping } = stopOnSignals(async () => {
    for (const close of opened.toReversed()) await close();
  });
  // A mistake in the code at hand ends nothing: the next save starts it again.
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => console.error(error));

  const served = server.open();
  opened.push(await holdPostgres({ reset: given.reset === true }), server.close);
  const broker = await openBroker({ onStart: createReport(), onFailure: report });
  opened.push(broker.close);
  await served;
  if (stopping.aborted) return;
  if (!given.practice) return;
  // It asks whether a server answers: compiled by now, the answer comes at once.
  await (await fetch(`http://${reachable}:${port}/api/health`)).arrayBuffer();
  opened.push(startPractice());
}

function createReport() {
  let isFirst = true;
  return ({ config: { grpcPort }, announcements }, ms) => {
    const seconds = `${(ms / 1000).toFixed(1)} s`;
    if (!isFirst) return void process.stdout.write(`The broker started again in ${seconds}\n`);
    isFirst = false;
    const { shown, port } = readAddress(process.env);
    const { REDRIVE_ADMIN_EMAIL: email, REDRIVE_ADMIN_PASSWORD: password, REDRIVE_API_TOKEN: token } = process.env;
    process.stdout.write(`Redrive console: http://${shown}:${port}\n`);
    process.stdout.write(`  sign in as ${email} with "${password}"; HTTP API: bearer ${token}\n`);
    process.stdout.write(`RocketMQ clients connect to ${shown}:${grpcPort}\n`);
    for (const line of announcements) process.stdout.write(`${line}\n`);
  };
}

function report(error) {
  const isPlain = error?.name === 'StartError' || error?.errors !== undefined;
  console.error('The broker did not start:', isPlain ? error.message : error);
}

function startPractice() {
  const demo = spawn(process.execPath, [join(projectRoot, 'lib', 'cli', 'demo.mjs')], { stdio: 'inherit' });
  return () => void demo.kill('SIGTERM');
}
