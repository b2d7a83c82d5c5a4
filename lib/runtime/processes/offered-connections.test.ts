import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { closeOfferedAtEnd } from './offered-connections';

/** Greets each connection. */
const SERVER = `
import { createServer } from 'node:net';
const server = createServer((socket) => socket.on('error', () => undefined).write('hello'));
server.listen(0, '127.0.0.1');
`;

function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  return once(socket, 'connect').then(() => socket);
}

test('a connection that was offered to a worker which is killed is closed, and the next one is served', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'redrive-offered-'));
  const file = join(directory, 'server.mjs');
  writeFileSync(file, SERVER);
  cluster.setupPrimary({ exec: file, args: [], execArgv: [] });
  const workers: Worker[] = [];
  const start = async (): Promise<{ worker: Worker; port: number }> => {
    const worker = cluster.fork();
    workers.push(worker);
    closeOfferedAtEnd(worker);
    const [, address] = (await once(cluster, 'listening')) as [Worker, { port: number }];
    return { worker, port: address.port };
  };
  try {
    const { worker, port } = await start();
    const served = await connected(port);
    expect(String((await once(served, 'data'))[0])).toBe('hello');
    // It is offered what comes now, and takes nothing.
    worker.process.kill('SIGSTOP');
    const waiting = await connected(port);
    const [closedAlone, closedWaiting] = [once(served, 'close'), once(waiting, 'close')];
    await new Promise((resolve) => setTimeout(resolve, 100));
    worker.process.kill('SIGKILL');
    await Promise.all([closedAlone, closedWaiting]);

    const next = await start();
    const again = await connected(next.port);
    expect(String((await once(again, 'data'))[0])).toBe('hello');
    again.destroy();
  } finally {
    for (const worker of workers) worker.process.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
});
