// Serves the built console; the broker and Postgres start with it (instrumentation.ts).
import { createServer } from 'node:http';

import { admit } from './door/admit.mjs';
import { readAllowedHosts } from './door/hosts.mjs';
import { limitHeapGrowth } from './limit-heap-growth.mjs';
import { projectRoot } from './project-root.mjs';

const HTTP_GRACE_MS = 2000;
const STOP_LIMIT_MS = 9500;

export async function serve() {
  limitHeapGrowth();
  Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', REDRIVE_LAUNCHED: '1' });
  const port = Number(process.env.PORT || 3000);
  const hostname = process.env.REDRIVE_HOST || '127.0.0.1';
  const { default: next } = await import('next');

  const server = createServer();
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    process.stdout.write('Stopping ...\n');
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await Promise.all([closeHttp(server), stopRuntime()]);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());

  const app = next({ dev: false, dir: projectRoot, hostname, port, httpServer: server });
  await app.prepare();
  const handle = app.getRequestHandler();
  const settings = {
    trustsProxy: process.env.REDRIVE_TRUST_PROXY === 'true',
    allowedHosts: readAllowedHosts(process.env),
  };
  server.on('request', (request, response) => {
    // Next answers its own errors; what is left is a client that went away in mid-request.
    admit(request, response, settings)
      .then((admitted) => admitted && handle(admitted, response))
      .catch(() => response.destroy());
  });
  await listen(server, port, hostname);
  const runtime = await awaitRuntime(reachableHost(hostname), port);
  if (stopping) return;

  const shown = hostname === '0.0.0.0' || hostname === '::' ? 'localhost' : reachableHost(hostname);
  process.stdout.write(`Redrive console: http://${shown}:${port}\n`);
  process.stdout.write(`RocketMQ clients connect to ${shown}:${runtime.grpcPort}\n`);
  for (const line of runtime.announcements) process.stdout.write(`${line}\n`);
}

/** Next runs instrumentation.ts at the first request, so the launcher makes it. */
async function awaitRuntime(host, port) {
  const answer = await fetch(`http://${host}:${port}/api/health`);
  await answer.arrayBuffer();
  const { starting } = runtimeSlot();
  if (starting === undefined) throw new Error(`the console did not start (HTTP ${answer.status})`);
  return starting;
}

function reachableHost(hostname) {
  if (hostname === '0.0.0.0') return '127.0.0.1';
  if (hostname === '::') return '[::1]';
  return hostname.includes(':') ? `[${hostname}]` : hostname;
}

function runtimeSlot() {
  return globalThis[Symbol.for('redrive.runtime')] ?? {};
}

/** A signal may come while the runtime still starts: it is stopped as soon as it is up. */
async function stopRuntime() {
  const runtime = await Promise.resolve(runtimeSlot().starting).catch(() => undefined);
  await runtime?.stop();
}

function listen(server, port, hostname) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closeHttp(server) {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Live pages hold their stream open for ever; they reconnect to the next start.
    setTimeout(() => server.closeAllConnections(), HTTP_GRACE_MS).unref();
  });
}
