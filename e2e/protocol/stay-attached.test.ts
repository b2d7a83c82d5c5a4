// @module-tag landing
// Each command ends with who started it, and leaves no process and no port behind.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { findFreePort, probePort } from '../../lib/runtime/postgres/free-port';
import { isProcessAlive } from '../../lib/runtime/postgres/postmaster';
import { launchProgram, type LaunchedProcess } from '../../lib/testing/launched-process';
import { processTree } from '../../lib/testing/process-tree';
import { eachShortFirst } from '../../lib/testing/each-short-first';
import { until } from './support/wait';

const READY = 'Broker ready';
const hasTerminals = spawnSync('script', ['--version']).status === 0;

interface Launched {
  readonly launched: LaunchedProcess;
  readonly port: number;
  /** All that it has started, itself included. */
  readonly pids: readonly number[];
}

const begun: { readonly directory: string; pids: readonly number[] }[] = [];
afterEach(() => {
  for (const { directory, pids } of begun.splice(0)) {
    for (const pid of pids) if (isProcessAlive(pid)) process.kill(pid, 'SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
});

/** A broker node by any command, once it is ready. */
async function begin(command: readonly string[]): Promise<Launched> {
  const directory = mkdtempSync(join(tmpdir(), 'redrive-attached-'));
  const port = await findFreePort('127.0.0.1');
  const launched = launchProgram(command, {
    ...{ REDRIVE_DATA_DIR: directory, REDRIVE_GRPC_PORT: String(port), REDRIVE_METRICS_PORT: '0' },
    ...{ REDRIVE_BROKERS: '1', REDRIVE_LOG_LEVEL: 'error' },
  });
  const node = { directory, pids: [launched.child.pid ?? 0] };
  begun.push(node);
  await launched.waitFor(READY);
  node.pids = processTree(node.pids).map(({ pid }) => pid);
  return { launched, port, pids: node.pids };
}

const isRunning = (pid: number): boolean =>
  isProcessAlive(pid) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

async function expectNothingLeft({ pids, port }: Launched): Promise<void> {
  // The command, the supervisor, the broker, PostgreSQL and its own processes.
  expect(pids.length).toBeGreaterThan(5);
  await until('all of it has ended', () => !pids.some(isRunning), 15_000);
  expect(await probePort('127.0.0.1', port)).toBeUndefined();
}

eachShortFirst(['SIGTERM', 'SIGKILL', 'SIGHUP'] as const)(
  '%s to npm ends what npm has started, PostgreSQL too',
  async (signal) => {
    const node = await begin(['npm', 'run', 'broker']);
    node.launched.child.kill(signal);
    await expectNothingLeft(node);
    // In order, and not by force: the second line comes after PostgreSQL was asked to stop.
    expect(node.launched.output()).toContain('npm has ended.\nStopping ...');
  },
);

test('npx that is killed ends what it has started, as an installed package is tried out', async () => {
  const node = await begin(['npm', 'exec', '--call', `${process.execPath} lib/cli/broker.mjs`]);
  node.launched.child.kill('SIGKILL');
  await expectNothingLeft(node);
  expect(node.launched.output()).toContain('npm has ended.\nStopping ...');
});

test.skipIf(!hasTerminals)('a terminal that is closed ends it in order', async () => {
  const node = await begin(['script', '-qec', 'npm run broker', '/dev/null']);
  node.launched.child.kill('SIGKILL');
  await expectNothingLeft(node);
});

test('with --attached it ends with its standard input: its starter was killed', async () => {
  const starter = `
    const { spawn } = require('node:child_process');
    const stdio = ['pipe', 'inherit', 'inherit'];
    spawn(process.execPath, ['lib/cli/broker.mjs', '--attached'], { stdio, detached: true });
    setInterval(() => undefined, 1000);`;
  const node = await begin([process.execPath, '-e', starter]);
  node.launched.child.kill('SIGKILL');
  await expectNothingLeft(node);
});

test('started in the background without npm, it outlives its starter, and ends at a signal', async () => {
  const node = await begin(['sh', '-c', `${process.execPath} lib/cli/broker.mjs & wait`]);
  // Numbers of processes begin again from below: the starter need not have the lowest.
  const starter = node.launched.child.pid ?? 0;
  expect(node.pids).toContain(starter);
  const others = node.pids.filter((pid) => pid !== starter);
  node.launched.child.kill('SIGKILL');
  // Longer than a command of npm takes to notice.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(others.filter((pid) => !isRunning(pid))).toEqual([]);
  const supervisor = others.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('redrive\0'));
  process.kill(supervisor ?? 0, 'SIGTERM');
  await expectNothingLeft(node);
});
