/**
 * What finding messages by key costs those who send: single sends of messages with a key, with and without the worker
 * that reads their keys, in turns. `npm run bench`. Writes bench/results/keys.json.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrokerContext, createBrokerContext, createTopic, indexKeys, send } from '../lib/broker';
import { systemActor } from '../lib/model/actor';
import { startEmbeddedPostgres } from '../lib/runtime/postgres/start';
import { createStore } from '../lib/store/client';
import { migrate } from '../lib/store/migrate';
import { keysBehind } from '../lib/store/queries/search/places-by-key';

const BODY = Buffer.alloc(200, 'x');
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? '4');
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? '8');
let made = 0;
const directory = mkdtempSync(join(tmpdir(), 'redrive-bench-'));

/** Processor time of this process and of every PostgreSQL process, ms: the same on a busy machine. Linux only. */
function cpuMs(): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, name = '', rest = ''] = /\((.*)\) \S+ (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      const isOurs = pid === String(process.pid) || (name === 'postgres' && isOfDirectory(pid));
      const fields = rest.split(' ');
      if (isOurs) ticks += Number(fields[10]) + Number(fields[11]);
    } catch {
      // it ended meanwhile
    }
  }
  return ticks * 10;
}

function isOfDirectory(pid: string): boolean {
  return readlinkSync(`/proc/${pid}/cwd`).startsWith(directory);
}

/** As the worker runs it: each second, and again at once while there is more. @returns how long it worked, ms */
async function indexUntil(ctx: BrokerContext, isOver: () => boolean): Promise<number> {
  let workedMs = 0;
  while (!isOver()) {
    const startedAt = performance.now();
    const more = await indexKeys(ctx);
    workedMs += performance.now() - startedAt;
    if (more) continue;
    await new Promise((resolve) => {
      setTimeout(resolve, 1000);
    });
  }
  return workedMs;
}

async function sendFor(ctx: BrokerContext, callers: number): Promise<number> {
  const endsAt = performance.now() + SECONDS * 1000;
  let sent = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      made += 1;
      const messageId = `bench-${process.pid}-${made}`;
      const message = {
        messageId,
        messageType: 'NORMAL' as const,
        tag: null,
        messageGroup: null,
        keys: [`order-${made}`],
      };
      const rest = { properties: {}, bodyEncoding: 'IDENTITY' as const, bornAt: new Date(), bornHost: 'bench' };
      await send(ctx, {
        topic: 'keys',
        messages: [{ ...message, ...rest, traceContext: null, deliverAt: null, body: BODY }],
      });
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
  return sent / SECONDS;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface Round {
  readonly on: boolean;
  readonly perSecond: number;
  readonly behind: number;
  readonly workedMs: number;
  /** Processor time of each message, until its keys are read. */
  readonly cpuUs: number;
}

async function runRound(ctx: BrokerContext, callers: number, on: boolean): Promise<Round> {
  while (await indexKeys(ctx));
  const before = cpuMs();
  let over = false;
  const indexing = on ? indexUntil(ctx, () => over) : Promise.resolve(0);
  const perSecond = await sendFor(ctx, callers);
  const behind = on ? (await keysBehind(ctx.store.console)).messages : 0;
  over = true;
  const workedMs = await indexing;
  while (on && (await indexKeys(ctx)));
  const cpuUs = ((cpuMs() - before) * 1000) / (perSecond * SECONDS);
  return { on, perSecond, behind, workedMs, cpuUs };
}

async function measure(ctx: BrokerContext, callers: number) {
  await sendFor(ctx, callers);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const on of round % 2 === 0 ? [false, true] : [true, false]) rounds.push(await runRound(ctx, callers, on));
  const off = rounds.filter((round) => !round.on).map(({ perSecond }) => perSecond);
  const withKeys = rounds.filter(({ on }) => on);
  const on = withKeys.map(({ perSecond }) => perSecond);
  return {
    name: `single sends with a key, ${callers} ${callers === 1 ? 'caller' : 'callers'}`,
    without: Math.round(median(off)),
    withKeys: Math.round(median(on)),
    // Each round beside its neighbour: what else the machine does changes slower than that.
    lostPercent: Number((100 - 100 * median(on.map((perSecond, round) => perSecond / (off[round] ?? 1)))).toFixed(1)),
    mostBehind: Math.max(...withKeys.map(({ behind }) => behind)),
    workerMsPerSecond: Math.round(median(withKeys.map(({ workedMs }) => workedMs / SECONDS))),
    cpuUsWithout: Math.round(median(rounds.filter((round) => !round.on).map(({ cpuUs }) => cpuUs))),
    cpuUsWithKeys: Math.round(median(withKeys.map(({ cpuUs }) => cpuUs))),
    rounds: rounds.map(({ on: isOn, perSecond }) => `${isOn ? '+' : '-'}${Math.round(perSecond)}`).join(' '),
  };
}

const server = await startEmbeddedPostgres({ dataDirectory: directory, throwAway: false });
try {
  await migrate(server.url);
  const store = createStore({ databaseUrl: server.url, brokerPoolMax: 16, consolePoolMax: 4 });
  const log = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };
  const ctx = await createBrokerContext({
    store,
    log,
    metrics: { count: () => undefined, observe: () => undefined },
    // A busy machine must not end the measurement.
    protection: { sendHeadWaitMs: 60_000 },
  });
  await createTopic(ctx, { name: 'keys', messageType: 'NORMAL', queues: 4, actor: systemActor('bench') });
  const figures = [await measure(ctx, 1), await measure(ctx, 32)];
  for (const figure of figures) process.stdout.write(`${JSON.stringify(figure)}\n`);
  await store.close();
  mkdirSync('bench/results', { recursive: true });
  const report = { node: process.version, seconds: SECONDS, rounds: ROUNDS, figures };
  writeFileSync('bench/results/keys.json', `${JSON.stringify(report, null, 2)}\n`);
} finally {
  await server.release();
  rmSync(directory, { recursive: true, force: true });
}
