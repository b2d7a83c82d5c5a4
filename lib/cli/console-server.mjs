// Next behind the door (lib/cli/door) on one HTTP server: what `npm start` serves built and `npm run dev` compiles on
// demand.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { admit } from './door/admit.mjs';
import { readAllowedHosts } from './door/hosts.mjs';
import { nameRequest } from './door/request-id.mjs';
import { isPackaged, projectRoot } from './project-root.mjs';

const HTTP_GRACE_MS = 2000;
/** With it Next takes what the build made of next.config.js: a package does not hold what reads that file. */
const BUILT_CONFIG = '__NEXT_PRIVATE_STANDALONE_CONFIG';

export function readAddress(env) {
  const hostname = env.REDRIVE_HOST || '127.0.0.1';
  const isEverywhere = hostname === '0.0.0.0' || hostname === '::';
  const written = hostname.includes(':') ? `[${hostname}]` : hostname;
  return {
    port: Number(env.PORT || 3000),
    hostname,
    /** Where this process reaches itself. */
    reachable: hostname === '0.0.0.0' ? '127.0.0.1' : hostname === '::' ? '[::1]' : written,
    /** What a person types. */
    shown: isEverywhere ? 'localhost' : written,
  };
}

/** @returns a server that does not listen yet */
export function createConsoleServer({ dev }) {
  const { port, hostname } = readAddress(process.env);
  const server = createServer();
  let app;
  const open = async () => {
    if (isPackaged) process.env[BUILT_CONFIG] = JSON.stringify(readBuiltConfig());
    const { default: next } = await import('next');
    app = next({ dev, dir: projectRoot, hostname, port, httpServer: server });
    await (dev ? app.prepare() : quietly(() => app.prepare()));
    const handle = app.getRequestHandler();
    const settings = {
      trustsProxy: process.env.REDRIVE_TRUST_PROXY === 'true',
      allowedHosts: readAllowedHosts(process.env),
    };
    server.on('request', (request, response) => {
      // Next answers its own errors; what is left is a client that went away in mid-request.
      const answer = () =>
        admit(request, response, settings)
          .then((admitted) => admitted && handle(admitted, response))
          .catch(() => response.destroy());
      nameRequest(request, response, { trustsProxy: settings.trustsProxy, log: runtimeLog }, answer);
    });
    await listen(server, port, hostname);
  };
  const close = async () => {
    await closeHttp(server);
    if (dev) await app?.close();
  };
  return { open, close };
}

/** Next says there how long it read its configuration. */
async function quietly(work) {
  const { log } = console;
  console.log = () => undefined;
  try {
    await work();
  } finally {
    console.log = log;
  }
}

function readBuiltConfig() {
  return JSON.parse(readFileSync(join(projectRoot, '.next', 'required-server-files.json'), 'utf8')).config;
}

/** Undefined until the verbs have started (lib/runtime/singleton.ts). */
const runtimeLog = () => globalThis[Symbol.for('redrive.runtime')]?.ready?.log;

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
