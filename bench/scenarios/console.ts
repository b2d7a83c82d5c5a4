import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { type BrokerContext, createGroup, createTopic, receive } from '../../lib/broker';
import { systemActor } from '../../lib/model/audit/actor';
import { withAdmin } from '../../lib/testing/admin-connection';
import { letterStorm } from '../../lib/testing/letter-storm';
import { retryStorm } from '../../lib/testing/retry-storm';
import type { Bench } from '../bench';
import type { Samples } from '../samples';
import type { Scenario } from '../scenario';
import { type ConsoleTarget, startConsole } from '../targets/console';
import { fillHistory } from './history';
import { measurePages, PAGE_ROWS } from './pages';

const CALLERS = 64;
const WARMUP = 0.5;
const SESSIONS = 5;
const TABS_OF_A_SESSION = 10;
const IDLE_SECONDS = 10;
const GROUPS = 200;
/** Dead letters of a group, messages that wait for a retry in it, and messages behind blocked keys of another. */
const FAILED = 100_000;
const BLOCKED_KEYS = 1000;
const CLOSED = 'no tab open';
const OPEN = 'tabs open';
const IDLE = 'the product, idle';
const REPORTS = 'failure reports';
const REPORTS_PER_CALL = 100;
const REPORTERS = 4;
const KIB = 1024;
const actor = systemActor('bench');

export const consoleLoad: Scenario = {
  name: 'Console',
  rows: [
    {
      work: `gRPC send, ${CALLERS} callers: ${SESSIONS * TABS_OF_A_SESSION} tabs of the console are open`,
      figure: 'perSecond',
      unit: '/s',
      better: 'higher',
      redrive: OPEN,
      against: CLOSED,
      goal: 0.9,
    },
    {
      work: 'idle: processor time of all processes',
      figure: 'idleMsPerS',
      unit: 'ms/s',
      better: 'lower',
      redrive: IDLE,
      against: null,
      goal: null,
    },
    {
      work: 'idle: memory of all processes, database included',
      figure: 'idleMib',
      unit: 'MiB',
      better: 'lower',
      redrive: IDLE,
      against: null,
      goal: null,
    },
    {
      work: `failure reports by HTTP, calls of ${REPORTS_PER_CALL}, ${REPORTERS} callers`,
      figure: 'perSecond',
      unit: '/s',
      better: 'higher',
      redrive: REPORTS,
      against: null,
      goal: null,
    },
    ...PAGE_ROWS,
  ],
  measure: async (bench, samples) => {
    await promisify(execFile)(process.execPath, [join('lib', 'cli', 'prepare.mjs')]);
    const target = await startConsole();
    try {
      await measureIdle(bench, samples, target);
      await besideTabs(bench, samples, target);
      await fillPages(bench, target);
      await measurePages(samples, target);
      await measureReports(bench, samples, target);
    } finally {
      await target.close();
    }
  },
};

async function measureIdle({ options }: Bench, samples: Samples, target: ConsoleTarget): Promise<void> {
  // What a start leaves to be done is no idle time.
  await sleep(IDLE_SECONDS * 1000);
  for (let round = 0; round < options.rounds; round += 1) {
    const before = target.cost().cpuMs;
    const startedAt = performance.now();
    await sleep((IDLE_SECONDS * 1000) / options.rounds);
    const { cpuMs, memoryKib } = target.cost();
    const seconds = (performance.now() - startedAt) / 1000;
    samples.add(IDLE, { idleMsPerS: (cpuMs - before) / seconds, idleMib: memoryKib / KIB });
  }
}

async function besideTabs(bench: Bench, samples: Samples, target: ConsoleTarget): Promise<void> {
  const topic = bench.fresh('tabs');
  await createTopic(target.ctx, { name: topic, messageType: 'NORMAL', queues: 4, actor });
  const load = { topic, callers: CALLERS, warmup: WARMUP };
  await bench.load(target.port, 'send', { ...load, seconds: 2 });
  const cookies = await Promise.all(Array.from({ length: SESSIONS }, () => target.signIn()));
  for (let round = 0; round < bench.options.rounds; round += 1) {
    await bench.measure(samples, CLOSED, target, 'send', load);
    const tabs = await openTabs(target.url, cookies);
    const before = await tabs.count();
    await bench.measure(samples, OPEN, target, 'send', load);
    const { reads, failures } = await tabs.count();
    bench.say(`  ${reads - before.reads} reads of tabs in this round, ${failures} failed`);
    if (reads === before.reads) throw new Error('no tab read anything');
    await tabs.close();
  }
}

async function openTabs(url: string, cookies: readonly string[]) {
  const args = [join('bench', 'sides', 'tabs.mjs'), url, String(TABS_OF_A_SESSION), ...cookies];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('the tabs have ended');
    return value;
  };
  await next();
  return {
    count: async () => {
      child.stdin.write('\n');
      return JSON.parse(await next()) as { readonly reads: number; readonly failures: number };
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
      process.off('exit', kill);
    },
  };
}

/** A listener says of every delivery why it failed: each report is of another message. */
async function measureReports({ options }: Bench, samples: Samples, { url, apiToken }: ConsoleTarget): Promise<void> {
  let reported = 0;
  for (let round = 0; round < options.rounds; round += 1) {
    const startedAt = performance.now();
    let stored = 0;
    let first = 'no answer';
    const report = async (): Promise<void> => {
      while (performance.now() - startedAt < options.seconds * 1000) {
        const items = Array.from({ length: REPORTS_PER_CALL }, () => {
          reported += 1;
          const messageId = `M${String(reported).padStart(9, '0')}`;
          const error = { errorType: 'Timeout', message: `no answer to ${reported}`, stack: 'at pay (pay.js:1:1)' };
          return { messageId, topic: 'orders', group: 'group-0', attempt: 1, ...error };
        });
        const answer = await fetch(`${url}/api/v1/failures`, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ items }),
        });
        if (!answer.ok) throw new Error(`failure reports: ${answer.status} ${await answer.text()}`);
        const results = (await answer.json()) as { items: { stored?: boolean }[] };
        first = JSON.stringify(results.items[0]);
        stored += results.items.filter((item) => item.stored === true).length;
      }
    };
    await Promise.all(Array.from({ length: REPORTERS }, report));
    if (stored === 0) throw new Error(`no failure report was stored: ${first}`);
    samples.add(REPORTS, { perSecond: (stored * 1000) / (performance.now() - startedAt) });
  }
}

/** A failure is reported of a message that the group reads. */
async function subscribe(ctx: BrokerContext, topic: string): Promise<void> {
  const filter = { type: 'TAG', expression: '*' } as const;
  const call = { batchSize: 1, invisibleMs: 10_000, autoRenew: false, clientId: 'bench', attemptId: null, waitMs: 0 };
  await receive(ctx, { ...call, group: 'group-0', topic, filter });
}

/** What a console of some days has behind its pages. */
async function fillPages(bench: Bench, { ctx, databaseUrl }: ConsoleTarget): Promise<void> {
  const topic = 'orders';
  const created = await createTopic(ctx, { name: topic, messageType: 'NORMAL', queues: 4, actor });
  for (let group = 0; group < GROUPS; group += 1) await createGroup(ctx, { name: `group-${group}`, actor });
  await createTopic(ctx, { name: 'failing', messageType: 'NORMAL', queues: 1, actor });
  await createTopic(ctx, { name: 'ledger', messageType: 'FIFO', queues: 1, actor });
  await createGroup(ctx, { name: 'ledger', deliveryOrder: 'ordered', actor });
  await subscribe(ctx, topic);
  await withAdmin(databaseUrl, async (db) => {
    await letterStorm(db, { group: 'group-0', topic, letters: FAILED, texts: 50, named: true });
    await retryStorm(db, { group: 'group-0', topic: 'failing', messages: FAILED });
    await retryStorm(db, { group: 'ledger', topic: 'ledger', messages: FAILED, keys: BLOCKED_KEYS });
    await fillHistory(db, { topicId: created.topicId, messages: bench.options.pages, queues: 4 });
  });
}
