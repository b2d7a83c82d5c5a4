// The server that a practice incident is played on: one that runs, found by its notes, or one that is started for it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { loadProgram } from '../bundle.mjs';
import { refusal } from '../options.mjs';
import { projectRoot } from '../project-root.mjs';
import { step } from '../progress.mjs';
import { ATTACHED } from '../stay-attached.mjs';

const HEALTH_STEP_MS = 250;
const USUAL_PORT = 3000;
/** What a server is started with, and this command needs as well. */
const SETTINGS = /^(PORT|DATABASE_URL|REDRIVE_\w+)$/;

/** @returns the server that was started, with `ended`; undefined when one runs already */
export async function ensureServer() {
  const running = await findServer();
  if (running !== null) {
    process.stdout.write(`Playing on the server that runs: ${running.url} (process ${running.pid}).\n`);
    adopt(running);
    const isAlive = () => isRunning(running.pid) || 'The server has ended while it started.';
    await step(`Waiting until ${running.url} is ready`, () => untilReady(isAlive));
    return undefined;
  }
  if (!(await isReady())) return startServer();
  if (process.env.DATABASE_URL || process.env.REDRIVE_CONSOLE_DATABASE_URL) return undefined;
  throw refusal(
    `A Redrive server answers on ${address()}, and it was not started from ${projectRoot}. Run the demo where that ` +
      'one was started, set REDRIVE_DATA_DIR or DATABASE_URL as it has it, or set PORT and REDRIVE_GRPC_PORT to free ' +
      'ports for a server of its own.',
  );
}

export async function stopServer(server) {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await server.ended;
}

/** @throws StartError several run, and the environment does not say which */
async function findServer() {
  const { serversOfData, serversOfTree } = await loadProgram('lib/runtime/running-servers.ts');
  const { REDRIVE_DATA_DIR: given } = process.env;
  const all = [...serversOfTree(), ...(given ? serversOfData(resolve(given)) : [])];
  const byPid = new Map(all.filter(({ url }) => url !== null).map((server) => [server.pid, server]));
  const found = [...byPid.values()].filter(isMeant);
  if (found.length < 2) return found[0] ?? null;
  const usual = found.find(({ httpPort }) => httpPort === USUAL_PORT);
  if (usual !== undefined) return usual;
  const urls = found.map(({ url }) => url).join(' and ');
  throw refusal(`Several servers run: ${urls}. Say which one by its port: PORT=${found[0].httpPort} npm run demo`);
}

/** Nothing in the environment says that it is about another one. */
function isMeant({ httpPort, grpcPort, dataDirectory, isEmbedded }) {
  const { PORT, REDRIVE_GRPC_PORT, REDRIVE_DATA_DIR, DATABASE_URL } = process.env;
  if (PORT && Number(PORT) !== httpPort) return false;
  if (REDRIVE_GRPC_PORT && Number(REDRIVE_GRPC_PORT) !== grpcPort) return false;
  if (DATABASE_URL) return !isEmbedded;
  return !REDRIVE_DATA_DIR || !isEmbedded || resolve(REDRIVE_DATA_DIR) === dataDirectory;
}

/** This process reads the settings that the server was started with, so that both use one database. */
function adopt({ pid, url, httpPort, grpcPort, dataDirectory, isEmbedded }) {
  for (const [name, value] of settingsOf(pid)) if (!process.env[name]) process.env[name] = value;
  Object.assign(process.env, { PORT: String(httpPort), REDRIVE_GRPC_PORT: String(grpcPort) });
  if (isEmbedded) process.env.REDRIVE_DATA_DIR = dataDirectory;
  else if (!process.env.DATABASE_URL && !process.env.REDRIVE_CONSOLE_DATABASE_URL)
    throw refusal(`The server ${url} uses a PostgreSQL of yours: set DATABASE_URL here as it is set there.`);
}

/** Of its environment; none where the system does not show it: anywhere but on Linux, or of another user. */
function settingsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)])
      .filter(([name]) => SETTINGS.test(name));
  } catch {
    return [];
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function address() {
  const host = process.env.REDRIVE_HOST || '127.0.0.1';
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${process.env.PORT || USUAL_PORT}`;
}

async function isReady() {
  try {
    const { status } = await fetch(`${address()}/api/health`, { signal: AbortSignal.timeout(3000) });
    return status === 200;
  } catch {
    return false;
  }
}

/** @param isAlive true, or why there is nothing to wait for any more */
async function untilReady(isAlive) {
  while (!(await isReady())) {
    const alive = isAlive();
    if (alive !== true) throw refusal(alive);
    await sleep(HEALTH_STEP_MS);
  }
}

/**
 * In a process group of its own: Ctrl-C reaches only this process, which stops the practice clients first. It ends
 * with its standard input, hence with this process, however that ends.
 */
async function startServer() {
  process.stdout.write('No server is running: starting one.\n');
  const server = spawn(process.execPath, [join(projectRoot, 'lib', 'cli', 'start.mjs'), ATTACHED], {
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: true,
  });
  server.ended = new Promise((resolveEnd) => server.once('exit', resolveEnd));
  process.once('exit', () => server.kill('SIGTERM'));
  await untilReady(() => (server.exitCode === null && server.signalCode === null) || 'The server did not start.');
  return server;
}
