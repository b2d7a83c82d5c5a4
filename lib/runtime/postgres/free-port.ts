import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems lend to outgoing connections: one of those could hold ours after a restart. */
const LOWEST = 15_000;
const HIGHEST = 32_000;
const TRIES = 100;

/** Undefined when the port is free, else the system's reason (EADDRINUSE, EACCES, EADDRNOTAVAIL). */
export function probePort(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

export async function findFreePort(host: string): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if ((await probePort(host, port)) === undefined) return port;
  }
  throw new Error(`${TRIES} ports between ${LOWEST} and ${HIGHEST} on ${host} are all taken`);
}
