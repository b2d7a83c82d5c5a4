// @module-tag landing
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { setLimit } from '../../lib/broker';
import { DEFAULT_PRODUCER_RETRY } from '../../lib/model/delivery/producer-retry';
import { describeRun } from '../../lib/practice/describe-run';
import { preparePractice } from '../../lib/practice/prepare';
import { PracticeRun } from '../../lib/practice/run';
import { blockedCounts } from '../../lib/store/queries/group-stats/blocked-keys';
import { type ProtocolBroker, startBroker, TESTER } from './support/broker';

let broker: ProtocolBroker;
let homeDirectory: string;
const run = new PracticeRun();
beforeAll(async () => {
  broker = await startBroker();
  homeDirectory = await mkdtemp(join(tmpdir(), 'redrive-practice-'));
});
afterAll(async () => {
  await run.stop();
  await broker.close();
  await rm(homeDirectory, { recursive: true, force: true });
});

test('a practice run stops sending after its limit, says so, and its listeners go on', async () => {
  await preparePractice(broker.ctx, TESTER);
  await run.start({
    endpoints: `127.0.0.1:${broker.port}`,
    consoleUrl: 'http://127.0.0.1:9',
    token: 'none',
    accessKey: undefined,
    homeDirectory,
    broken: true,
    sendingLimitMs: 1000,
  });
  const lineOnceEnded = (): string => {
    const { state } = run;
    return state.phase === 'running' && state.tally.sendingEnded !== null ? (describeRun(state) ?? '') : '';
  };
  await expect.poll(lineOnceEnded).toMatch(/^failing {2}sent [1-9]\d*, ended after 1 s/);
  const consumed = (): number => (run.state.phase === 'running' ? run.state.tally.consumed : 0);
  await expect.poll(consumed).toBeGreaterThan(0);
  run.fix();
  await expect.poll(lineOnceEnded).toMatch(/^fixed/);

  // Whatever is deployed: nothing reads its currency.
  const { groupId } = await broker.ctx.groups.find('practice-ledger');
  run.play('poison');
  const db = broker.ctx.store.console;
  await expect.poll(async () => (await blockedCounts(db, null, groupId))[0]?.behind ?? 0).toBeGreaterThan(5);

  const limit = { kind: 'send-rate', scope: 'topic', subject: 'practice-orders', hard: 10, version: 0 } as const;
  await setLimit(broker.ctx, { ...limit, reason: 'practice', actor: TESTER });
  const sent = (): number => (run.state.phase === 'running' ? run.state.tally.sent : 0);
  const before = sent();
  run.play('throttle');
  await expect.poll(() => sent() - before).toBeGreaterThan(0);
  await expect.poll(() => broker.ctx.waits.rows(DEFAULT_PRODUCER_RETRY).length).toBeGreaterThan(0);
});
