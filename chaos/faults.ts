import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import type { ChaosDatabase } from './database';
import type { History } from './history';
import type { Node } from './nodes';
import type { Random } from '../lib/testing/random';
import type { Tally } from './tally';

/** So that the database still starts after a crash in the meantime. */
const LEFT_BYTES = 256 * 1024;

interface Scene {
  readonly nodes: readonly Node[];
  readonly database: ChaosDatabase;
  readonly tally: Tally;
  readonly history: History;
  readonly isOver: () => boolean;
}

/** A loop of one kind of fault; all loops run at once, until it is over, and leave everything whole. */
type Fault = (scene: Scene, random: Random) => Promise<void>;

async function pause(random: Random, lowMs: number, highMs: number, isOver: () => boolean): Promise<void> {
  const endsAt = performance.now() + random.between(lowMs, highMs);
  while (!isOver() && performance.now() < endsAt) await sleep(Math.min(100, Math.max(1, endsAt - performance.now())));
}

/** So much is done between two faults of a loop: otherwise a slow machine shows only how nodes start. */
const DONE_BETWEEN = 50;
/** What stands still for so long meets its next fault all the same. */
const STANDS_STILL_MS = 60_000;

/** A random while, and until messages have gone all the way since. */
async function pauseUnderTraffic(
  { history, tally, isOver }: Scene,
  random: Random,
  lowMs: number,
  highMs: number,
): Promise<void> {
  const doneBefore = history.doneCount;
  const endsAt = performance.now() + STANDS_STILL_MS;
  await pause(random, lowMs, highMs, isOver);
  while (!isOver() && history.doneCount < doneBefore + DONE_BETWEEN) {
    if (performance.now() > endsAt) {
      tally.standstills += 1;
      return;
    }
    await sleep(100);
  }
}

/** One loop for each node: killed at a random moment after it was ready, or frozen. */
const killBrokers: Fault = async (scene, random) => {
  const { nodes, tally, isOver } = scene;
  const loops = nodes.map(async (node) => {
    const own = random.fork();
    while (!isOver()) {
      await pauseUnderTraffic(scene, own, 300, 4000);
      if (isOver()) return;
      if (node.hasEnded) tally.unexpectedEnds.push(node.output().slice(-2000));
      if (own.next() < 0.1) {
        node.freeze();
        await pause(own, 500, 12_000, isOver);
        node.thaw();
        tally.freezes += 1;
      } else if (own.next() < 0.7 && node.killOneOf((pids) => pids[Math.floor(own.next() * pids.length)])) {
        tally.brokerKills += 1;
      } else {
        tally.brokerStartMs.push(await node.killAndStart());
        tally.brokerKills += 1;
      }
    }
  });
  await Promise.all(loops);
};

const crashPostgres: Fault = async (scene, random) => {
  const { database, tally, isOver } = scene;
  while (!isOver()) {
    await pauseUnderTraffic(scene, random, 2000, 10_000);
    if (isOver()) return;
    tally.postgresStartMs.push(await database.crash(random.next() < 0.5 ? 'SIGQUIT' : 'SIGKILL'));
    tally.postgresCrashes += 1;
  }
};

/** Of a pair: the primary is lost, or the roles are exchanged, or it takes no writes, or its standby stands still. */
const changePrimary: Fault = async (scene, random) => {
  const { database, tally, isOver } = scene;
  const { pair } = database;
  while (pair !== null && !isOver()) {
    await pauseUnderTraffic(scene, random, 3000, 12_000);
    if (isOver()) return;
    const chance = random.next();
    if (chance < 0.4) tally.failOverMs.push(await pair.failOver(random.next() < 0.5, random.next() < 0.5));
    else if (chance < 0.7) {
      await pair.switchOver(random.between(0, 1500));
      tally.switchOvers += 1;
    } else if (chance < 0.85) {
      await pair.demote(random.between(200, 3000));
      tally.demotions += 1;
    } else {
      await pair.freezeStandby(random.between(500, 8000));
      tally.frozenStandbys += 1;
    }
  }
};

/** Between nodes and database, between clients and nodes, or half of it: bytes vanish and nothing is closed. */
const cutConnections: Fault = async (scene, random) => {
  const { nodes, database, tally, isOver } = scene;
  while (!isOver()) {
    await pauseUnderTraffic(scene, random, 500, 4000);
    if (isOver()) return;
    const [first, ...others] = nodes;
    if (first === undefined) return;
    const chance = random.next();
    if (chance < 0.1) {
      database.proxy.swallow('redrive-broker');
      tally.halfOpen += 1;
    } else {
      tally.connectionCuts += chance < 0.55 ? database.proxy.cut() : random.pick([first, ...others]).proxy.cut();
      tally.cutRounds += 1;
    }
  }
};

/** The disk has no room for some seconds; PostgreSQL may end over it, and starts again when there is room. */
const fillDisk: Fault = async (scene, random) => {
  const { database, tally, isOver } = scene;
  const { disk } = database;
  if (disk === null) return;
  while (!isOver()) {
    await pauseUnderTraffic(scene, random, 15_000, 60_000);
    if (isOver()) return;
    try {
      disk.fill(LEFT_BYTES);
      tally.fullDisks += 1;
      await pause(random, 500, 3000, isOver);
    } finally {
      disk.free();
    }
    await database.ensureRunning();
  }
};

/** A forgotten transaction keeps old versions of all rows alive. */
const holdSnapshot: Fault = async ({ database, tally, isOver }, random) => {
  while (!isOver()) {
    await pause(random, 5000, 20_000, isOver);
    const holder = new pg.Client({ connectionString: database.primaryUrl });
    holder.on('error', () => undefined);
    try {
      await holder.connect();
      await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await holder.query('SELECT count(*) FROM lease');
      tally.heldSnapshots += 1;
      await pause(random, 2000, 15_000, isOver);
    } catch {
      // The database is down at this moment.
    } finally {
      await holder.end().catch(() => undefined);
    }
  }
};

const HOUR_MS = 3_600_000;

/** A node's wall clock shows up to an hour more or less than it is, again and again something else. */
const shiftNodeClocks: Fault = async ({ nodes, tally, isOver }, random) => {
  const [first, ...others] = nodes;
  if (first === undefined) return;
  while (!isOver()) {
    await pause(random, 1000, 8000, isOver);
    if (isOver()) return;
    random.pick([first, ...others]).clock.shiftTo(random.between(-HOUR_MS, HOUR_MS));
    tally.nodeClockJumps += 1;
  }
};

/**
 * The clock of the database goes forward by up to ten minutes and stays there, or back by up to half a minute and is
 * right again after a while: what became due while it was ahead must not wait for it at the end. Never by a day in all:
 * messages are not kept for ever.
 */
const shiftDatabaseClock: Fault = async ({ database: { clock }, history, tally, isOver }, random) => {
  if (clock === null) return;
  const shiftBy = (ms: number): void => {
    clock.shiftTo(clock.shiftMs + ms);
    history.clockJumped();
    tally.databaseClockJumps += 1;
  };
  while (!isOver()) {
    await pause(random, 5000, 25_000, isOver);
    if (isOver()) return;
    const isBack = clock.shiftMs > 20 * HOUR_MS || random.next() < 0.5;
    const ms = isBack ? -random.between(1000, 30_000) : random.between(1000, 600_000);
    shiftBy(ms);
    if (!isBack) continue;
    await pause(random, 1000, 5000, isOver);
    shiftBy(-ms);
  }
};

export const FAULTS: Readonly<Record<string, Fault>> = {
  brokers: killBrokers,
  postgres: crashPostgres,
  pair: changePrimary,
  connections: cutConnections,
  disk: fillDisk,
  snapshots: holdSnapshot,
  'node-clocks': shiftNodeClocks,
  'database-clock': shiftDatabaseClock,
};
