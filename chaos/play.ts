import { setTimeout as sleep } from 'node:timers/promises';

import type { BrokerContext } from '../lib/broker';
import { createStore, type Store } from '../lib/store/client';
import { consume } from './clients/consumer';
import { send } from './clients/sender';
import { type ChaosDatabase, Database } from './database';
import { FAULTS } from './faults';
import { History } from './history';
import { Node } from './nodes';
import { keepRedriving, keepRevoking } from './operator';
import { DatabasePair } from './pair/pair';
import { keepPractising, NOT_PRACTICE } from './practice';
import { Random } from '../lib/testing/random';
import { actor, ledger, orders, prepare } from './scene';
import { Tally } from './tally';
import { judge, type Verdict } from './verdict';

export interface ChaosOptions {
  readonly seconds: number;
  readonly seed: number;
  /** Kinds of faults; none: all. */
  readonly faults?: readonly string[];
  readonly nodes?: number;
  /** A primary and a synchronous standby instead of one PostgreSQL; where its tools are missing, one PostgreSQL. */
  readonly pair?: boolean;
  /** Left out: also the practice incident, by official SDK clients. */
  readonly practice?: boolean;
  say(text: string): void;
}

const NODES = 3;
const SENDERS = 6;
const ORDERED_SENDERS = 3;
const KEYS_OF_A_SENDER = 8;
const BATCH = 25;
const ORDERED_BATCH = 10;
const PAUSE_MS = 10;
const CONSUMERS = 4;
/** So many messages go all the way before the first fault. */
const FIRST_DONE = 100;
const SAY_EVERY_MS = 10_000;
/** After the last fault: without a message done for so long, nothing goes on: leases and retries end much sooner. */
const STUCK_AFTER_MS = 90_000;
const SENDS_LIMIT_MS = 180_000;
const LOOK_EVERY_MS = 500;

/** Faults for so long under traffic, then peace until everything is settled, then the verdict. */
export async function playChaos(options: ChaosOptions): Promise<Verdict> {
  const { seconds, seed, faults, nodes: count = NODES, practice = true, pair = false, say } = options;
  const random = new Random(seed);
  const history = new History();
  const tally = new Tally();
  const database: ChaosDatabase = (pair ? await DatabasePair.start() : null) ?? (await Database.start());
  const nodes: Node[] = [];
  let store: Store | undefined;
  try {
    for (let index = 0; index < count; index += 1)
      nodes.push(await Node.start(database.nodeUrl(index), database.directory));
    store = createStore({ databaseUrl: database.url, brokerPoolMax: 2, consolePoolMax: 2 });
    const ctx = await prepare(store);
    const ports = nodes.map(({ port }) => port);
    // Once there is something to disturb.
    let startedAt = Number.POSITIVE_INFINITY;
    const isOver = (): boolean => performance.now() - startedAt > seconds * 1000;
    let drained = false;
    const isDrained = (): boolean => drained;

    const common = { ports, history };
    const consumers = [orders, ledger].flatMap((names) =>
      Array.from({ length: CONSUMERS }, () =>
        consume({ ...common, ...names, ordered: names === ledger, random: random.fork() }, isDrained),
      ),
    );
    const senders = [
      ...Array.from({ length: SENDERS }, (_, index) => ({
        name: `order-${index}`,
        topic: orders.topic,
        keys: [],
        batch: BATCH,
      })),
      ...Array.from({ length: ORDERED_SENDERS }, (_, index) => ({
        name: `entry-${index}`,
        topic: ledger.topic,
        batch: ORDERED_BATCH,
        keys: Array.from({ length: KEYS_OF_A_SENDER }, (__, key) => `account-${index}-${key}`),
      })),
    ].map((sender) => send({ ...common, ...sender, pauseMs: PAUSE_MS, random: random.fork() }, isOver, isDrained));
    const operator = Promise.all([
      keepRedriving(ctx, orders.group, tally, isDrained),
      keepRevoking(ctx, [orders.group, ledger.group], { history, tally }, random.fork(), isOver),
    ]);
    const practising = practice ? keepPractising(ctx, ports, tally, actor, say, isOver) : undefined;
    const telling = tell(say, history, tally, isDrained);
    while (history.doneCount < FIRST_DONE) await sleep(LOOK_EVERY_MS);
    startedAt = performance.now();
    const chosen = Object.entries(FAULTS).filter(([name]) => faults === undefined || faults.includes(name));
    await Promise.all(chosen.map(([, fault]) => fault({ nodes, database, tally, history, isOver }, random.fork())));
    while (!isOver()) await sleep(LOOK_EVERY_MS);

    say(`no more faults: ${history.open().length} messages are open`);
    await database.ensureRunning();
    const calmAt = performance.now();
    await practising;
    await Promise.race([Promise.all(senders), sleep(SENDS_LIMIT_MS, undefined, { ref: false })]);
    await settle(ctx, history);
    const settledMs = performance.now() - calmAt;
    drained = true;
    await Promise.all([...senders, ...consumers, operator, telling]);
    return await judge({ db: ctx.store.console, history, tally, seed, seconds, settledMs });
  } finally {
    for (const node of nodes) await node.stop();
    await store?.close();
    await database.stop();
  }
}

/** Waits until everything is settled, or nothing goes on any more. */
async function settle(ctx: BrokerContext, history: History): Promise<void> {
  for (let doneCount = -1, at = 0; !(await isSettled(ctx, history)); await sleep(LOOK_EVERY_MS)) {
    if (history.doneCount !== doneCount) [doneCount, at] = [history.doneCount, performance.now()];
    if (performance.now() - at > STUCK_AFTER_MS) return;
  }
}

/** Everything acknowledged was given back with an ack, and nothing waits in the database. */
async function isSettled({ store }: BrokerContext, history: History): Promise<boolean> {
  if (history.open().some((messageId) => !history.isMaybeDone(messageId))) return false;
  const { rows } = await store.console
    .query<{ open: number }>(
      `SELECT count(*)::int AS open FROM consumer_group g CROSS JOIN LATERAL (
         SELECT 1 FROM lease l WHERE l.group_id = g.group_id AND l.live
         UNION ALL SELECT 1 FROM retry r WHERE r.group_id = g.group_id
         UNION ALL SELECT 1 FROM dead_letter d WHERE d.group_id = g.group_id) w WHERE g.${NOT_PRACTICE}`,
    )
    .catch(() => ({ rows: [] }));
  return rows[0]?.open === 0;
}

async function tell(say: (text: string) => void, history: History, tally: Tally, isOver: () => boolean): Promise<void> {
  for (let at = performance.now(); !isOver(); await sleep(LOOK_EVERY_MS)) {
    if (performance.now() - at < SAY_EVERY_MS) continue;
    at = performance.now();
    say(
      `${history.acknowledgedCount} acknowledged, ${history.doneCount} done, ${tally.brokerKills} kills, ` +
        `${tally.postgresCrashes} crashes of PostgreSQL, ${tally.failOverMs.length} fail-overs, ` +
        `${tally.switchOvers} switches, ${tally.revoked} revoked, ${tally.connectionCuts} connections cut, ` +
        `${tally.fullDisks} full disks, ${tally.nodeClockJumps + tally.databaseClockJumps} clock jumps, ` +
        `${tally.practiceSent} practice messages, ${tally.redrives} re-drives, ${history.violations.length} violations`,
    );
  }
}
