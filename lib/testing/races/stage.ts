import { setTimeout as sleep } from 'node:timers/promises';

import { createBrokerContext } from '../../broker/create-context';
import type { Store } from '../../store/client';
import { createTestDatabase, type TestDatabase } from '../database';
import { type Cell, prepareCell, type RacingProcess, type Start } from './cell';
import { type HoldingStore, holdingStore } from './holding-store';
import { answerOf, clearCell, stateOf } from './outcome';
import { type RacingVerb, VERBS } from './verbs';

const BEGIN_MS = Date.parse('2026-01-01T00:00:00Z');
const LOOK_EVERY_MS = 2;
const LIMIT_MS = 20_000;
const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

export interface Race {
  readonly start: Start;
  readonly ordered: boolean;
  readonly first: string;
  readonly second: string;
}

/** What both callers saw, and what the database says afterwards. Undefined: it did not run. */
export interface Outcome {
  readonly first: unknown;
  readonly second: unknown;
  readonly state: unknown;
}

type Turn = 'first' | 'second';

/** Two processes on one database, of which the first can be stopped right before a commit. */
export class RaceStage {
  readonly #database: TestDatabase;
  readonly #holding: HoldingStore;
  readonly #first: RacingProcess;
  readonly #second: RacingProcess;
  #cells = 0;

  private constructor(database: TestDatabase, holding: HoldingStore, first: RacingProcess, second: RacingProcess) {
    this.#database = database;
    this.#holding = holding;
    this.#first = first;
    this.#second = second;
  }

  static async open(): Promise<RaceStage> {
    const database = await createTestDatabase();
    const holding = holdingStore(database.store);
    return new RaceStage(database, holding, await startProcess(holding.store), await startProcess(database.store));
  }

  get store(): Store {
    return this.#database.store;
  }

  async close(): Promise<void> {
    await this.#holding.close();
    await this.#database.close();
  }

  /** One after the other, or fewer of them: what a race may come to. */
  inTurn(race: Race, order: readonly Turn[]): Promise<Outcome> {
    return this.#play(race, async (run) => {
      const answers: { first?: unknown; second?: unknown } = {};
      for (const who of order) answers[who] = await run[who]();
      return answers;
    });
  }

  /** How many transactions of the first write something when it runs alone. */
  async writesOf(race: Race): Promise<number> {
    await this.#play(race, async (run) => {
      this.#holding.holdNext(Number.POSITIVE_INFINITY);
      const first = await run.first();
      this.#holding.forget();
      return { first };
    });
    return this.#holding.writes;
  }

  /**
   * The second runs while the first has done everything but its commit: of its transactions that write, the one after
   * `skip` others. Null: it does not come so far.
   */
  async atOnce(race: Race, end: 'commit' | 'kill', skip: number): Promise<Outcome | null> {
    let isHeld = true;
    const outcome = await this.#play(race, async (run) => {
      const held = this.#holding.holdNext(skip);
      const running = run.first();
      isHeld = await Promise.race([held.reached.then(() => true), running.then(() => false)]);
      if (!isHeld) {
        if (this.#holding.open > 0) throw new Error(`${race.first} answered before its transaction had ended`);
        this.#holding.forget();
        return { first: await running };
      }
      let isDone = false;
      const other = run.second().finally(() => (isDone = true));
      await this.#untilSomeoneWaits(() => isDone);
      held.end(end);
      const [first, second] = await Promise.all([running, other]);
      return { first, second };
    });
    return isHeld ? outcome : null;
  }

  async #play(
    { start, ordered, ...verbs }: Race,
    play: (run: Record<Turn, () => Promise<unknown>>) => Promise<{ first?: unknown; second?: unknown }>,
  ): Promise<Outcome> {
    this.#cells += 1;
    const { cell, atMs } = await prepareCell(this.#first, `race-${this.#cells}`, start, ordered);
    for (const { ctx } of [this.#first, this.#second]) await ctx.groups.find(cell.name);
    const runOf = (process: RacingProcess, name: string) => (): Promise<unknown> => {
      const verb = verbOf(name);
      process.clock.set(atMs + verb.afterMs);
      return answerOf(() => verb.run(process.ctx, cell));
    };
    const run = { first: runOf(this.#first, verbs.first), second: runOf(this.#second, verbs.second) };
    const { first, second } = await play(run);
    return { first, second, state: await this.#leave(cell) };
  }

  async #leave(cell: Cell): Promise<unknown> {
    const state = await stateOf(this.#database.store, cell);
    await clearCell(this.#database.store, cell);
    return state;
  }

  /** Some statement waits for a lock of another one. */
  async #untilSomeoneWaits(isOver: () => boolean): Promise<void> {
    for (const until = performance.now() + LIMIT_MS; performance.now() < until && !isOver();) {
      const { rows } = await this.#database.store.console.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      if (rows.length > 0) return;
      await sleep(LOOK_EVERY_MS);
    }
  }
}

export function verbOf(name: string): RacingVerb {
  const verb = VERBS[name];
  if (verb === undefined) throw new Error(`no verb is called ${name}`);
  return verb;
}

async function startProcess(store: Store): Promise<RacingProcess> {
  let now = new Date(BEGIN_MS);
  const clock = { nowOrNull: () => now };
  const metrics = { count: silent, observe: silent };
  const ctx = await createBrokerContext({ store, log, metrics, clock, protection: { sendHeadWaitMs: 15_000 } });
  // Known from before: a race is not about who writes a client's name down first.
  for (const client of ['client-1', 'client-2']) await ctx.clients.id(client);
  return { ctx, clock: { set: (ms) => (now = new Date(BEGIN_MS + ms)) } };
}
