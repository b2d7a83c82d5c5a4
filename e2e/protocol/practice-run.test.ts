import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { describeRun } from '../../lib/practice/describe-run';
import { preparePractice } from '../../lib/practice/prepare';
import { PracticeRun } from '../../lib/practice/run';
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
});
