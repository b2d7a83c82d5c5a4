// @module-tag landing
// Two nodes with a console on a database that accepts 25 connections, of which PostgreSQL keeps 3 for superusers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Product, startProduct } from '../fixtures/product';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../lib/runtime/postgres/start';
import { withAdmin } from '../../lib/testing/admin-connection';
import { messagesOf, RawClient, rawMessage } from './support/raw-client';
import { ackRequest, receiveRequest } from './support/raw-requests';

const ACCEPTED = 22;
const MESSAGES = 60;
/** A slow machine refuses some of so many sends at once; a client tries again later. */
const TOO_MANY_REQUESTS = 42_900;
const BACK_OFF_MS = 200;
/** The first start may build the console. */
const START_MS = 400_000;
const SCENE = { topic: 'orders', group: 'billing' };
const PAGES = ['/api/v1/groups', '/api/v1/groups/billing', '/api/v1/problems', '/api/v1/dead-letters?group=billing'];

let server: EmbeddedPostgres;
let directory: string;
const nodes: Product[] = [];
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'redrive-few-'));
  server = await startEmbeddedPostgres({ dataDirectory: directory });
  await withAdmin(server.url, (db) => db.query(`ALTER DATABASE redrive CONNECTION LIMIT ${ACCEPTED}`));
  for (let node = 0; node < 2; node += 1) nodes.push(await startNode());
}, START_MS);
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await server.release();
  rmSync(directory, { recursive: true, force: true });
});

function startNode(): Promise<Product> {
  const { owner, broker, console: ofConsole } = server.urls;
  return startProduct({
    DATABASE_URL: owner,
    ...{ REDRIVE_BROKER_DATABASE_URL: broker, REDRIVE_CONSOLE_DATABASE_URL: ofConsole },
    ...{ REDRIVE_DATABASE_CONNECTIONS: '11', REDRIVE_BROKERS: '1' },
  });
}

async function call(
  node: Product,
  path: string,
  method = 'GET',
  body?: object,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${node.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${node.apiToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

async function held(): Promise<number> {
  const { rows } = await withAdmin(server.url, (db) =>
    db.query<{ held: number }>(
      `SELECT count(*)::int AS held FROM pg_stat_activity WHERE datname = 'redrive' AND usename LIKE 'redrive\\_%'`,
    ),
  );
  return rows[0]?.held ?? Number.NaN;
}

test('both send, deliver and answer pages at once; health stays ready, and no more connections are held', async () => {
  const [near, far] = nodes;
  if (near === undefined || far === undefined) throw new Error('two nodes are started');
  for (const [path, method, body] of [
    ['/api/v1/topics', 'POST', { name: SCENE.topic, type: 'NORMAL', queues: 4 }],
    ['/api/v1/groups/billing', 'PUT', {}],
  ] as const)
    expect(await call(near, path, method, body)).toMatchObject({ status: expect.closeTo(200, -1) });
  const [sender, receiver] = [new RawClient(near.grpcPort), new RawClient(far.grpcPort)];
  const most = { held: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most.held = Math.max(most.held, await held());
      await sleep(100);
    }
  })();
  const reading = Promise.all(
    nodes.flatMap((node) =>
      PAGES.map(async (path) => {
        for (let read = 0; read < 10; read += 1)
          expect({ path, ...(await call(node, path)) }).toMatchObject({ path, status: 200 });
      }),
    ),
  );
  const received = new Set<string>();
  const sending = Promise.all(
    Array.from({ length: MESSAGES }, async () => {
      for (;;) {
        const { status } = await sender.call('SendMessage', { messages: [rawMessage(SCENE.topic)] });
        if (status?.code !== TOO_MANY_REQUESTS) return expect(status).toMatchObject({ code: 20_000 });
        await sleep(BACK_OFF_MS);
      }
    }),
  );
  const receiving = (async () => {
    while (received.size < MESSAGES && !isOver) {
      const messages = messagesOf(await receiver.receive(receiveRequest(SCENE)));
      for (const { systemProperties } of messages) received.add(systemProperties?.messageId ?? '');
      const handles = messages.map(({ systemProperties }) => systemProperties?.receiptHandle ?? '');
      if (handles.length > 0) await receiver.call('AckMessage', ackRequest(SCENE, handles));
    }
  })();
  try {
    await Promise.all([sending, reading, receiving]);
  } finally {
    isOver = true;
  }
  await watching;
  sender.close();
  receiver.close();
  expect(most.held).toBeGreaterThan(10);
  expect(most.held).toBeLessThanOrEqual(ACCEPTED);
  for (const node of nodes)
    expect(JSON.parse((await call(node, '/api/health')).text)).toMatchObject({ status: 'ready' });
});
