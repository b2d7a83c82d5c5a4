import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Evidence, type Place, see, sentTo, type Sight, type Sighting, type Verdict, verdictOf } from './verdict';

const LEASE_MS = 60_000;
type Truth = 'consumed' | 'died';
type Log = 'retry' | 'dead' | 'wheel' | 'revive' | 'schedule';

/** What a broker does, in the order in which it stores it. */
type Write =
  | { readonly kind: 'store'; readonly log: Log; readonly evidence: Evidence }
  | { readonly kind: 'commit'; readonly at: Place };

interface World {
  readonly first: Place;
  readonly writes: readonly Write[];
  readonly truth: Truth;
}

/** What happens to one delivery; the last of a life ends it. */
const turn = fc.record({
  renewals: fc.integer({ min: 0, max: 2 }),
  fails: fc.constantFrom('refused', 'silent', 'late before the copy', 'late after the copy'),
  isOffsetFirst: fc.boolean(),
  logs: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  queueNo: fc.integer({ min: 0, max: 1 }),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

const copyAt = (attempt: number, queueNo: number): Place => ({ queueNo, offset: 10 + 3 * attempt });
const store = (log: Log, evidence: Evidence): Write => ({ kind: 'store', log, evidence });
const copy = (at: Place, attempt: number): Write => store('retry', { kind: 'copy', at, attempt });

/** Hand-outs and settlements are records in two logs, some of them in both. */
function recordsWorld(turns: readonly Turn[], truth: Truth): World {
  const writes: Write[] = [];
  let nowMs = 1_000_000;
  turns.forEach(({ renewals, fails, isOffsetFirst, logs }, attempt) => {
    const at = copyAt(attempt, 0);
    const next = copy(copyAt(attempt + 1, 0), attempt + 1);
    let place = 0;
    const record = (evidence: Evidence): void => {
      const isWheel = logs[place % logs.length] === true;
      place += 1;
      if (isWheel) writes.push(store('wheel', evidence));
      if (!isWheel || logs[place % logs.length] === true) writes.push(store('revive', evidence));
    };
    let popMs = (nowMs += 100);
    const handOut = (): void => record({ kind: 'handed-out', at, popMs, untilMs: popMs + LEASE_MS });
    const settle = (storedMs: number): void => record({ kind: 'settled', at, popMs, storedMs });
    const again = (): void => {
      const old = popMs;
      popMs = nowMs += 100;
      handOut();
      [popMs, nowMs] = [old, nowMs + 1];
      settle(nowMs);
      popMs = nowMs - 1;
    };
    if (isOffsetFirst) writes.push({ kind: 'commit', at });
    handOut();
    if (!isOffsetFirst) writes.push({ kind: 'commit', at });
    for (let count = 0; count < renewals; count += 1) again();
    if (attempt === turns.length - 1) {
      if (truth === 'died') writes.push(store('dead', { kind: 'died' }));
      settle((nowMs += 50));
      return;
    }
    if (fails === 'refused') again();
    nowMs = popMs + LEASE_MS + 10;
    if (fails === 'late before the copy') settle(nowMs);
    writes.push(next);
    if (fails === 'late after the copy') settle(nowMs + 5);
  });
  return { first: copyAt(0, 0), writes, truth };
}

/** With a store of its own: the offset passes what failed, and the next copy comes when its time has come. */
function storeWorld(turns: readonly Turn[], truth: Truth): World {
  const writes = turns.flatMap((_, attempt): Write[] => {
    const commit: Write = { kind: 'commit', at: copyAt(attempt, 0) };
    if (attempt < turns.length - 1) return [commit, copy(copyAt(attempt + 1, 0), attempt + 1)];
    return truth === 'died' ? [commit, store('dead', { kind: 'died' })] : [commit];
  });
  return { first: copyAt(0, 0), writes, truth };
}

/** A client of 4.x sends back before its offset moves; the copy comes when its time has come, in any queue. */
function classicWorld(turns: readonly Turn[], truth: Truth): World {
  const writes = turns.flatMap(({ queueNo, isOffsetFirst }, attempt): Write[] => {
    const mine = turns[attempt - 1]?.queueNo ?? 0;
    const commit: Write = { kind: 'commit', at: copyAt(attempt, mine) };
    const scheduled = store('schedule', { kind: 'scheduled', attempt: attempt + 1, dueMs: 5 });
    const next = copy(copyAt(attempt + 1, queueNo), attempt + 1);
    if (attempt < turns.length - 1) return isOffsetFirst ? [scheduled, commit, next] : [scheduled, next, commit];
    return truth === 'died' ? [store('dead', { kind: 'died' }), commit] : [commit];
  });
  return { first: copyAt(0, 0), writes, truth };
}

const WORLDS = { records: recordsWorld, classic: classicWorld } as const;
const BOUND_WORLDS = { 'merged records': recordsWorld, 'a store of its own': storeWorld } as const;
const LOGS: readonly Log[] = ['retry', 'dead', 'wheel', 'revive', 'schedule'];

/** Reads the tails of a world that goes on meanwhile. */
class Reader {
  readonly #cursors = new Map<Log, number>();
  done = 0;
  roundMs = 0;

  constructor(
    private readonly world: World,
    public sighting: Sighting,
    private readonly check: (verdict: Verdict, reader: Reader) => void,
  ) {}

  get rest(): readonly Write[] {
    return this.world.writes.slice(this.done);
  }

  take(evidence: Evidence): void {
    this.sighting = see(this.sighting, evidence);
    this.check(verdictOf(this.sighting), this);
  }

  /** The world goes on between the reads by these steps; a tail may fail. */
  round(order: readonly Log[], steps: readonly number[], failing: Log | null): void {
    const committed = new Map<number, number>();
    for (const write of this.world.writes.slice(0, this.done))
      if (write.kind === 'commit')
        committed.set(write.at.queueNo, Math.max(committed.get(write.at.queueNo) ?? 0, write.at.offset + 1));
    this.roundMs += 1_000;
    this.take({ kind: 'round-began', committed, atMs: this.roundMs });
    order.forEach((log, index) => {
      this.done = Math.min(this.world.writes.length, this.done + (steps[index] ?? 0));
      if (log !== failing) this.#readTo(log);
    });
    this.take({ kind: 'round-ended', isWhole: failing === null });
  }

  #readTo(log: Log): void {
    const from = this.#cursors.get(log) ?? 0;
    this.#cursors.set(log, this.done);
    for (const write of this.world.writes.slice(from, this.done))
      if (write.kind === 'store' && write.log === log) this.take(write.evidence);
  }
}

const rounds = fc.array(
  fc.record({
    order: fc.shuffledSubarray([...LOGS], { minLength: LOGS.length }),
    // In many rounds nothing happens.
    steps: fc.oneof(
      fc.constant([]),
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: LOGS.length, maxLength: LOGS.length }),
    ),
    failing: fc.option(fc.constantFrom(...LOGS), { freq: 4 }),
  }),
  { minLength: 1, maxLength: 25 },
);
const life = fc.record({
  turns: fc.array(turn, { minLength: 1, maxLength: 4 }),
  truth: fc.constantFrom<Truth>('consumed', 'died'),
});

describe('verdicts', () => {
  test.each(['records', 'classic'] as const)(
    '%s: no interleaving makes a verdict that is not true, and the end is known',
    (sight) => {
      fc.assert(
        fc.property(life, rounds, ({ turns, truth }, plan) => {
          const world = WORLDS[sight](turns, truth);
          const reader = new Reader(world, sentTo(world.first, { sight, leaseMs: LEASE_MS }), (verdict, { rest }) => {
            if (verdict.state === 'died') expect(truth).toBe('died');
            if (verdict.state !== 'consumed') return;
            expect(truth).toBe('consumed');
            // Nothing comes after.
            expect(
              rest.filter(
                (write) => write.kind === 'store' && write.evidence.kind !== 'settled' && write.log === 'retry',
              ),
            ).toEqual([]);
            expect(verdict.attempt).toBe(turns.length - 1);
          });
          for (const { order, steps, failing } of plan) reader.round(order, steps, failing);
          // The world comes to its end, and two whole rounds see all of it.
          reader.done = world.writes.length;
          for (let count = 0; count < 2; count += 1) reader.round(LOGS, [], null);
          expect(verdictOf(reader.sighting).state).toBe(truth);
        }),
        { numRuns: 300 },
      );
    },
  );

  test.each(Object.entries(BOUND_WORLDS))(
    '%s: only a bound is seen, and nothing is ever called consumed',
    (_, make) => {
      fc.assert(
        fc.property(life, rounds, ({ turns, truth }, plan) => {
          const world = make(turns, truth);
          const reader = new Reader(world, sentTo(world.first, { sight: 'bound', leaseMs: 5_000 }), ({ state }) => {
            expect(state).not.toBe('consumed');
            if (state === 'died') expect(truth).toBe('died');
          });
          for (const { order, steps, failing } of plan) reader.round(order, steps, failing);
          reader.done = world.writes.length;
          for (let count = 0; count < 8; count += 1) reader.round(LOGS, [], null);
          expect(verdictOf(reader.sighting).state).toBe(truth === 'died' ? 'died' : 'not-failed');
        }),
        { numRuns: 100 },
      );
    },
  );

  const at = copyAt(0, 0);
  const play = (sight: Sight, ...evidence: readonly Evidence[]): Verdict =>
    verdictOf(evidence.reduce(see, sentTo(at, { sight, leaseMs: LEASE_MS })));
  const began = (offset: number): Evidence => ({ kind: 'round-began', committed: new Map([[0, offset]]), atMs: 1 });
  const ended: Evidence = { kind: 'round-ended', isWhole: true };
  const handedOut: Evidence = { kind: 'handed-out', at, popMs: 1, untilMs: 100 };
  const settled: Evidence = { kind: 'settled', at, popMs: 1, storedMs: 50 };

  test('what is not known yet', () => {
    expect(play('records')).toEqual({ state: 'waiting' });
    expect(play('records', began(at.offset), ended)).toEqual({ state: 'waiting' });
    expect(play('records', began(at.offset + 1), ended)).toEqual({ state: 'delivered', attempt: 0 });
    expect(play('classic', began(at.offset), ended)).toEqual({ state: 'waiting' });
  });

  test('a settlement alone is not enough: a round must begin after it', () => {
    expect(play('records', began(0), handedOut, settled, ended)).toEqual({ state: 'delivered', attempt: 0 });
    expect(play('records', handedOut, settled, began(0), ended)).toEqual({ state: 'consumed', attempt: 0 });
  });

  test('a hand-out that came to light in the round needs a round of its own', () => {
    const later = [
      { ...handedOut, popMs: 9 },
      { ...settled, popMs: 9 },
    ];
    expect(play('records', handedOut, settled, began(0), ...later, ended)).toEqual({ state: 'delivered', attempt: 0 });
    expect(play('records', handedOut, settled, began(0), ...later, ended, began(0), ended)).toEqual({
      ...{ state: 'consumed', attempt: 0 },
    });
  });

  test('a round that lacks a tail says nothing', () => {
    expect(play('bound', began(at.offset + 1), { kind: 'round-ended', isWhole: false })).toEqual({
      state: 'delivered',
      attempt: 0,
    });
  });

  test('what contradicts a verdict wins over it, whenever it comes', () => {
    const consumed = [handedOut, settled, began(0), ended];
    expect(play('records', ...consumed, { kind: 'copy', at: copyAt(1, 0), attempt: 1 })).toMatchObject({
      state: 'retrying',
      attempt: 1,
    });
    const second = { ...handedOut, at: copyAt(1, 0) };
    const secondSettled = { ...settled, at: copyAt(1, 0) };
    const next: Evidence = { kind: 'copy', at: copyAt(1, 0), attempt: 1 };
    expect(play('records', ...consumed, next, second, secondSettled)).toEqual({ state: 'delivered', attempt: 1 });
    expect(play('records', ...consumed, { kind: 'died' })).toEqual({ state: 'died' });
    expect(play('records', ...consumed, { ...handedOut, popMs: 9 })).toMatchObject({ state: 'retrying' });
    const later: Evidence = { kind: 'round-began', committed: new Map([[0, copyAt(1, 0).offset + 1]]), atMs: 2 };
    const settledOnce = [began(at.offset + 1), ended, next] as const;
    expect(play('classic', ...settledOnce, later)).toEqual({ state: 'retrying', attempt: 1, dueMs: null });
    expect(play('classic', ...settledOnce, later, ended)).toEqual({ state: 'consumed', attempt: 1 });
    // The same record from the second log changes nothing.
    expect(play('records', ...consumed, handedOut, settled)).toEqual({ state: 'consumed', attempt: 0 });
  });

  test('a settlement after the end of the lease proves nothing', () => {
    const late: Evidence = { kind: 'settled', at, popMs: 1, storedMs: 101 };
    expect(play('records', handedOut, late, began(at.offset + 1), ended)).toEqual({ state: 'delivered', attempt: 0 });
  });

  test('a failed attempt says when the next one is due', () => {
    const again: Evidence = { kind: 'handed-out', at, popMs: 40, untilMs: 10_040 };
    expect(play('records', handedOut, again, settled)).toEqual({ state: 'retrying', attempt: 0, dueMs: 10_040 });
    expect(play('classic', { kind: 'scheduled', attempt: 1, dueMs: 777 })).toEqual({
      state: 'retrying',
      attempt: 1,
      dueMs: 777,
    });
  });
});
