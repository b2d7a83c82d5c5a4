// @module-tag long
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { VERSION } from '../model/version';
import { createStore, type Store } from '../store/client';
import { launch } from '../testing/launched-process';
import { findFreePort } from './postgres/free-port';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/start';

const REASON =
  `This database belongs to Redrive 99.0.0, and this is Redrive ${VERSION}: a downgrade is not possible; ` +
  'start Redrive 99.0.0 or newer on it, or restore a backup made before the upgrade.';

let directory: string;
let server: EmbeddedPostgres;
let store: Store;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'redrive-newer-'));
  server = await startEmbeddedPostgres({ dataDirectory: directory });
  store = createStore({ databaseUrl: server.url, brokerPoolMax: 1, consolePoolMax: 1 });
});
afterAll(async () => {
  await store.close();
  await server.release();
  rmSync(directory, { recursive: true, force: true });
});

test(
  'a node stops serving when a newer release takes its database over, says why, and does not start again',
  { tags: ['long'], timeout: 120_000 },
  async () => {
    const [port, metricsPort] = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')];
    const settings = {
      DATABASE_URL: server.url,
      REDRIVE_GRPC_PORT: String(port),
      REDRIVE_METRICS_PORT: String(metricsPort),
    };
    const health = async (): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${metricsPort}/api/health`);
      return [answer.status, await answer.json()];
    };
    const node = launch('lib/cli/broker.mjs', settings);
    await node.waitFor('Broker ready');
    expect(await health()).toMatchObject([200, { status: 'ready', version: VERSION }]);
    const db = store.console;
    expect((await db.query('SELECT version FROM installed_release')).rows).toEqual([{ version: VERSION }]);

    // Another patch of the same release line is none of its business.
    await db.query("INSERT INTO installed_release (version) VALUES ($1), ('99.0.0')", [
      `${VERSION.split('.', 2).join('.')}.999`,
    ]);
    await node.waitFor(REASON);
    await expect.poll(health).toMatchObject([503, { parts: { database: REASON, broker: REASON, gateway: REASON } }]);
    await expect
      .poll(async () => {
        const socket = connect(port, '127.0.0.1');
        const outcome = await once(socket, 'connect').then(
          () => 'open',
          (error: { code: string }) => error.code,
        );
        // One that comes while the port is being closed is accepted and then cut.
        socket.on('error', () => undefined).destroy();
        return outcome;
      })
      .toBe('ECONNREFUSED');
    node.child.kill('SIGTERM');
    expect(await node.waitForExit()).toEqual({ code: 0, signal: null });

    const again = ['lib/cli/broker.mjs', 'lib/cli/start.mjs'].map(async (script) => {
      const process = launch(script, { ...settings, PORT: String(await findFreePort('127.0.0.1')) });
      return [await process.waitForExit(), process.output().trim().split('\n').at(-1)];
    });
    const refusal = [{ code: 1, signal: null }, REASON];
    expect(await Promise.all(again)).toEqual([refusal, refusal]);
  },
);
