import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { brokerStage } from '../testing/broker-stage';
import { describeDatabase } from './describe-database';

const stage = brokerStage();
/** A trouble stays named for a second, so that it has no gaps while it lasts. */
const SETTLED_MS = 1_000;

test('a trouble is over for health when its own look finds a database that takes writes', async () => {
  const { ctx } = stage.broker;
  const look = async (): Promise<string> => (await describeDatabase(ctx.store, ctx)).database;
  ctx.databaseHealth.note(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  expect(await look()).toMatch(/^the database cannot be reached/);
  await sleep(SETTLED_MS + 50);
  // No loop runs here.
  expect(await look()).toBe('ready');
});

test('whether a full disk has room again, it cannot say', async () => {
  const { ctx } = stage.broker;
  ctx.databaseHealth.note(Object.assign(new Error('full'), { code: '53100' }));
  await sleep(SETTLED_MS + 50);
  expect((await describeDatabase(ctx.store, ctx)).database).toMatch(/^the disk of the database is full/);
});
