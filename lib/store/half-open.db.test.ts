import { afterEach, beforeEach, expect, test } from 'vitest';

import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { openWakeChannel, type WakeChannel } from './wake-channel';

/** It takes 3.5 s at most; a busy machine may stall. */
const RESTORED = { timeout: 10_000, interval: 20 };
const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

interface Node {
  readonly channel: WakeChannel;
  readonly heard: number[];
  /** The next connection may be there before a poll sees that there was none: the log keeps both. */
  readonly logged: string[];
}

let database: TestDatabase;
let proxy: DatabaseProxy;
const nodes: Node[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
});
afterEach(async () => {
  await Promise.all(nodes.splice(0).map(({ channel }) => channel.close()));
  await proxy.close();
  await database.close();
});

function open(databaseUrl: string): Node {
  const heard: number[] = [];
  const logged: string[] = [];
  const note = (_fields: object, message: string): void => void logged.push(message);
  const channel = openWakeChannel({
    databaseUrl,
    log: { ...log, warn: note, info: note },
    onMessage: ({ topicIds }) => heard.push(...topicIds),
  });
  const node = { channel, heard, logged };
  nodes.push(node);
  return node;
}

async function up(...all: readonly Node[]): Promise<void> {
  await expect.poll(() => all.map(({ channel }) => channel.downForMs()), RESTORED).toEqual(all.map(() => null));
}

test('a wake connection that the network swallows is replaced; hints go both ways again, none is lost', async () => {
  const [near, far] = [open(database.url), open(proxy.url)];
  await up(near, far);
  proxy.swallow('redrive-wake');
  // What is sent meanwhile is sent again by the next connection.
  far.channel.wake([1], []);
  await expect.poll(() => far.logged, RESTORED).toContain('wake-up hints are off; polling goes on');
  far.channel.wake([2], []);
  await up(far);
  await expect.poll(() => near.heard.toSorted((a, b) => a - b), RESTORED).toEqual([1, 2]);
  near.channel.wake([3], []);
  await expect.poll(() => far.heard, RESTORED).toEqual([3]);
  expect(near.channel.downForMs()).toBeNull();
});

test('closing does not wait for a connection that the network swallows', async () => {
  const far = open(proxy.url);
  await up(far);
  proxy.swallow('redrive-wake');
  const startedMs = performance.now();
  await far.channel.close();
  expect(performance.now() - startedMs).toBeLessThan(2_000);
});

test('hints of thousands of topics, and of groups with long names, all arrive', async () => {
  const changes: string[] = [];
  const receiver = openWakeChannel({
    databaseUrl: database.url,
    log,
    onMessage: (message) => changes.push(...message.changes.map(({ kind }) => kind)),
  });
  const [near, far] = [open(database.url), open(database.url)];
  await up(near, far, { channel: receiver, heard: [], logged: [] });
  const ids = Array.from({ length: 2_000 }, (_, index) => 2_147_480_000 + index);
  near.channel.wake(ids, ids);
  near.channel.change(
    Array.from({ length: 60 }, (_, index) => ({ kind: 'group', group: `${index}`.padStart(200, 'g') })),
  );
  await expect.poll(() => far.heard.length, RESTORED).toBe(ids.length);
  expect(far.heard.toSorted((a, b) => a - b)).toEqual(ids);
  await expect.poll(() => changes, RESTORED).toContain('group');
  await receiver.close();
});
