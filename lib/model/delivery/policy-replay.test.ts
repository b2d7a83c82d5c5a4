import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RetryLimits } from './forecast';
import { mostReplayed, replayPolicies } from './policy-replay';
import type { LifeEvent, LifeRecord } from './recorded-life';

const SECOND = 1000;
const NOW = 100_000 * SECOND;
const span = { fromMs: 0, nowMs: NOW };

function policy(...seconds: number[]): RetryLimits {
  const intervalsMs = seconds.map((each) => each * SECOND);
  return { maxRetries: seconds.length, retryPolicy: { type: 'customized', intervalsMs } };
}

interface Told {
  readonly at?: number;
  /** Waits between failures, in seconds: what the policy of then had. */
  readonly waits: readonly number[];
  /** After the last failure; left out: dead with it. */
  readonly consumedAfter?: number;
  readonly open?: boolean;
  readonly cause?: string;
  readonly redrivenAt?: number;
  readonly edited?: boolean;
}

let places = 0;
/** Of another message each time. */
const place = () => String((places += 1));

/** A message as the broker records it: each attempt fails at once. */
function life({ at = 0, waits, consumedAfter, open = false, cause, redrivenAt, edited = false }: Told): LifeRecord {
  const event = (fields: Partial<LifeEvent>): LifeEvent => ({
    ...{ generation: 0, attempt: 1, state: 'WaitingRetry', cause: 'nack', atMs: 0, dueMs: null, edited: false },
    ...fields,
  });
  const events: LifeEvent[] = [];
  let atMs = at * SECOND;
  const isDead = consumedAfter === undefined && !open;
  for (const [index, wait] of [...waits, isDead ? null : (consumedAfter ?? 1_000_000)].entries()) {
    const dueMs = wait === null ? null : atMs + wait * SECOND;
    events.push(event({ attempt: index + 1, atMs, dueMs, state: dueMs === null ? 'DLQ' : 'WaitingRetry' }));
    atMs = dueMs ?? atMs;
  }
  if (consumedAfter !== undefined)
    events.push(event({ attempt: events.length + 1, state: 'Commit', cause: 'acked', atMs }));
  if (redrivenAt !== undefined)
    events.push(event({ generation: 1, state: 'Commit', cause: 'acked', atMs: redrivenAt * SECOND, edited }));
  const reports = events
    .filter((each) => each.generation === 0 && each.cause === 'nack')
    .map(({ attempt, atMs: reportedMs }) => ({ attempt, atMs: reportedMs, fingerprint: cause ?? '' }));
  return {
    place: place(),
    generation: 0,
    events,
    isWhole: true,
    ackedMs: null,
    reports: cause === undefined ? [] : reports,
  };
}

const inGeneration = (generation: number, record: LifeRecord): LifeRecord => ({
  ...record,
  ...{ generation, events: record.events.map((event) => ({ ...event, generation })) },
});

const after = (records: readonly LifeRecord[], limits: RetryLimits, saved = limits) =>
  replayPolicies(records, [saved, limits], span).after;

test('a consumed message is lost if every proposed attempt falls before its last failure', () => {
  const message = life({ waits: [10, 30], consumedAfter: 60 });
  expect(after([message], policy(1, 1, 1))).toEqual({
    ...{ rescued: 0, lost: 1, sooner: 0, waiting: 0, undecided: 0 },
    peak: { least: 1, most: 1 },
  });
});

test('between the last failure and the success of a message nothing is decided', () => {
  const message = life({ waits: [10, 30], consumedAfter: 60 });
  // The retry at 50 s: after the failure at 40 s, before the success at 100 s.
  expect(after([message], policy(50))).toMatchObject({ lost: 0, undecided: 1 });
  // A later one at 100 s succeeds, whatever that one came to.
  expect(after([message], policy(50, 50))).toMatchObject({ lost: 0, undecided: 0 });
});

test('a dead letter without a cause, or without a later result of it, is undecided', () => {
  const far = policy(10, 500);
  expect(after([life({ waits: [10] })], far)).toMatchObject({ rescued: 0, undecided: 1 });
  expect(after([life({ waits: [10], cause: 'db' })], far)).toMatchObject({ rescued: 0, undecided: 1 });
  const other = life({ at: 5, waits: [10], consumedAfter: 60, cause: 'other' });
  expect(after([life({ waits: [10], cause: 'db' }), other], far)).toMatchObject({ rescued: 0, undecided: 1 });
});

test('a dead letter is rescued by an attempt after a success of the same cause', () => {
  const dead = life({ waits: [10], cause: 'db' });
  const recovered = life({ at: 100, waits: [50], consumedAfter: 50, cause: 'db' });
  const both = [dead, recovered];
  // The cause works from 200 s on; failures at 100 and 150 s say that it did not before.
  expect(after(both, policy(10, 190))).toMatchObject({ rescued: 1, undecided: 0 });
  // At 180 s: between the failure at 150 s and the success at 200 s.
  expect(after([dead], policy(10, 170))).toMatchObject({ undecided: 1 });
  expect(after(both, policy(10, 170))).toMatchObject({ rescued: 0, undecided: 1 });
  // At 120 s it is known to fail: 100 and 150 s agree. The death comes later than it did, so it is no harm either.
  expect(after(both, policy(10, 110)).sooner).toBe(0);
});

test('a success that a failure of the same cause follows decides nothing between the two', () => {
  const dead = life({ waits: [10], cause: 'db' });
  const worked = life({ at: 20, waits: [], consumedAfter: 80, cause: 'db' });
  const failedLater = life({ at: 300, waits: [], open: true, cause: 'db' });
  // The open one is undecided too.
  expect(after([dead, worked, failedLater], policy(10, 140))).toMatchObject({ rescued: 0, undecided: 2 });
  expect(after([dead, worked], policy(10, 140))).toMatchObject({ rescued: 1, undecided: 0 });
  // After the second failure nothing is known again.
  expect(after([dead, worked, failedLater], policy(10, 400))).toMatchObject({ rescued: 0, undecided: 2 });
});

test('an unchanged re-drive that was consumed decides, an edited one does not', () => {
  const told = { waits: [10], cause: 'db', redrivenAt: 1000 } as const;
  expect(after([life(told)], policy(10, 995))).toMatchObject({ rescued: 1, undecided: 0 });
  expect(after([life(told)], policy(10, 900))).toMatchObject({ rescued: 0, undecided: 1 });
  expect(after([life({ ...told, edited: true })], policy(10, 995))).toMatchObject({ rescued: 0, undecided: 1 });
});

test('a message that failed again after a re-drive is one message', () => {
  const first = life({ waits: [10], cause: 'db' });
  const second = { ...inGeneration(1, life({ at: 1000, waits: [10], cause: 'other' })), place: first.place };
  const both = [second, { ...first, events: [...first.events, ...second.events] }];
  const saved = policy(10);
  expect(replayPolicies(both, [saved, saved], span)).toMatchObject({
    ...{ messages: 1, dead: 1, after: { rescued: 0, sooner: 0, undecided: 0, peak: { least: 1, most: 1 } } },
  });
  expect(after(both, policy(5), saved)).toMatchObject({ sooner: 1, undecided: 0 });
  // A worked message of the same cause says that a late retry would have been consumed: no re-drive, no second life.
  const worked = life({ at: 100, waits: [], consumedAfter: 50, cause: 'db' });
  expect(after([...both, worked], policy(10, 150), saved)).toMatchObject({ rescued: 1, undecided: 0 });
});

test('behind a life that cannot be replayed, the ones after it may not have come', () => {
  const saved = policy(10);
  const third = inGeneration(2, life({ at: 2000, waits: [10], cause: 'db' }));
  const second = { ...inGeneration(1, life({ at: 1000, waits: [10], cause: 'db' })), place: third.place };
  const first = { ...life({ waits: [10], cause: 'db' }), place: third.place };
  const unknown = { isWhole: false } as const;
  expect(replayPolicies([third, { ...second, ...unknown }, first], [saved, saved], span)).toMatchObject({
    ...{ messages: 1, dead: 1, unreplayed: { record: 0 }, after: { peak: { least: 1, most: 1 } } },
  });
  const late = { fromMs: 1_500_000, nowMs: NOW };
  expect(replayPolicies([third, { ...second, ...unknown }, first], [saved, saved], late).after.peak).toEqual({
    ...{ least: 0, most: 1 },
  });
  // The message is its first life, also when only a later one can be replayed.
  expect(replayPolicies([second, { ...first, ...unknown }], [saved, policy(1)], span)).toMatchObject({
    ...{ messages: 1, dead: 0, unreplayed: { record: 1 }, after: { sooner: 0, peak: { least: 0, most: 1 } } },
  });
});

test('what has ended and would still wait is counted, not passed over', () => {
  const slow = policy(1_000_000, 1_000_000);
  expect(after([life({ waits: [10, 30] })], slow)).toMatchObject({ rescued: 0, lost: 0, waiting: 1, undecided: 0 });
});

test('sooner: dead before it was, or before now when it still waits', () => {
  const dead = life({ waits: [10, 30] });
  expect(after([dead], policy(1, 1))).toMatchObject({ sooner: 1 });
  expect(after([dead], policy(10, 30))).toMatchObject({ sooner: 0 });
  const waiting = life({ waits: [10, 30], open: true });
  expect(after([waiting], policy(1, 1))).toMatchObject({ sooner: 1, undecided: 0 });
  expect(after([waiting], policy(1, 1_000_000))).toMatchObject({ sooner: 0, waiting: 0, undecided: 0 });
});

test('retries per second count until the end of the message; the upper bound has those after an undecided one', () => {
  const messages = Array.from({ length: 5 }, () => life({ waits: [10], cause: 'db' }));
  expect(after(messages, policy(1, 1)).peak).toEqual({ least: 5, most: 5 });
  // One retry at 10 s each, certain; those of the fast policy at 20 s and later come only if 20 s failed.
  const burst: RetryLimits = { maxRetries: 4, retryPolicy: { type: 'customized', intervalsMs: [20_000, 100] } };
  expect(after(messages, burst).peak).toEqual({ least: 5, most: 20 });
});

test('what is before the window or after now is no retry of these hours', () => {
  const message = life({ waits: [10] });
  const limits = policy(10, 20);
  expect(replayPolicies([message], [limits, limits], { fromMs: 15_000, nowMs: NOW }).after.peak).toEqual({
    ...{ least: 1, most: 1 },
  });
  expect(replayPolicies([message], [limits, limits], { fromMs: 0, nowMs: 9000 }).after).toMatchObject({
    ...{ undecided: 0, peak: { least: 0, most: 0 } },
  });
});

test('messages that no policy is replayed for are counted by why', () => {
  const whole = life({ waits: [10] });
  const [first, last] = whole.events;
  if (first === undefined || last === undefined) return expect.fail('two events');
  const records: LifeRecord[] = [
    whole,
    { ...whole, isWhole: false },
    { ...whole, events: [last] },
    { ...whole, events: [{ ...first, state: 'Ready' }, last] },
    { ...whole, events: [first, { ...last, cause: 'buried' }] },
  ];
  const { unreplayed, messages, dead } = replayPolicies(
    records.map((record) => ({ ...record, place: place() })),
    [policy(1), policy(1)],
    span,
  );
  expect({ unreplayed, messages, dead }).toEqual({
    ...{ unreplayed: { record: 2, client: 1, operator: 1 }, messages: 5, dead: 1 },
  });
});

test('an ordered client that retries by itself is known from its reports and its acknowledgement', () => {
  const fixed: RetryLimits = { maxRetries: 3, retryPolicy: { type: 'fixed', intervalMs: 3000 } };
  const reports = [1, 2, 3].map((attempt) => ({ attempt, atMs: attempt * 4000, fingerprint: 'db' }));
  const record: LifeRecord = { place: place(), generation: 0, events: [], isWhole: true, reports, ackedMs: 15_500 };
  expect(after([record], fixed)).toMatchObject({ lost: 0, undecided: 0, peak: { least: 1, most: 1 } });
  expect(after([record], { ...fixed, maxRetries: 1 }, fixed)).toMatchObject({ lost: 1 });
  // Without the report of the second attempt the record has a gap.
  const gap = { ...record, reports: reports.filter(({ attempt }) => attempt !== 2) };
  expect(replayPolicies([gap], [fixed, fixed], span).unreplayed.record).toBe(1);
});

test('the policy that was in use has the outcome that is recorded, with any durations', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3600 }), { minLength: 1, maxLength: 16 }),
      fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 17, maxLength: 17 }),
      fc.nat({ max: 16 }),
      fc.boolean(),
      (waits, tookMs, stopAt, isDead) => {
        const limits = policy(...waits);
        const events: LifeEvent[] = [];
        const failures = isDead ? waits.length + 1 : Math.min(stopAt, waits.length - 1) + 1;
        let atMs = 1000;
        for (let attempt = 1; attempt <= failures; attempt += 1) {
          const wait = waits[attempt - 1];
          const dueMs = attempt > waits.length || wait === undefined ? null : atMs + wait * SECOND;
          const state = dueMs === null ? 'DLQ' : 'WaitingRetry';
          events.push({ generation: 0, attempt, state, cause: 'nack', atMs, dueMs, edited: false });
          atMs = (dueMs ?? atMs) + (tookMs[attempt] ?? 0);
        }
        if (!isDead)
          events.push({
            ...{
              generation: 0,
              attempt: failures + 1,
              state: 'Commit',
              cause: 'acked',
              atMs,
              dueMs: null,
              edited: false,
            },
          });
        const record = { place: '1', generation: 0, events, isWhole: true, reports: [], ackedMs: null };
        const found = replayPolicies([record], [limits, limits], { fromMs: 0, nowMs: 10 ** 12 });
        expect(found.after).toMatchObject({ rescued: 0, lost: 0, sooner: 0, waiting: 0, undecided: 0 });
      },
    ),
  );
});

test('no message is counted twice, and the bounds of the peak are in order, whatever was recorded', () => {
  const told = fc.record({
    ...{ at: fc.nat({ max: 500 }), waits: fc.array(fc.nat({ max: 60 }), { maxLength: 5 }), open: fc.boolean() },
    consumedAfter: fc.option(fc.nat({ max: 60 }), { nil: undefined }),
    cause: fc.option(fc.constantFrom('db', 'http'), { nil: undefined }),
    redrivenAt: fc.option(fc.integer({ min: 1000, max: 2000 }), { nil: undefined }),
  });
  const waits = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 0, maxLength: 20 });
  fc.assert(
    fc.property(fc.array(told, { maxLength: 20 }), waits, waits, (messages, saved, drafted) => {
      const records = messages.map(({ consumedAfter, redrivenAt, ...more }) =>
        life({
          ...more,
          ...(consumedAfter === undefined
            ? { ...(redrivenAt === undefined ? {} : { redrivenAt }) }
            : { consumedAfter }),
        } as Told),
      );
      const found = replayPolicies(records, [policy(...saved), policy(...drafted)], { fromMs: 0, nowMs: 5_000_000 });
      for (const { rescued, lost, sooner, undecided, peak } of [found.before, found.after]) {
        expect(rescued + lost + sooner + undecided).toBeLessThanOrEqual(found.messages);
        expect(rescued).toBeLessThanOrEqual(found.dead);
        expect(peak.least).toBeLessThanOrEqual(peak.most);
      }
    }),
  );
});

test('the work is bounded: many retries, fewer messages', () => {
  expect(mostReplayed([policy(1), { ...policy(1), maxRetries: 1000 }])).toBe(2000);
  expect(mostReplayed([{ ...policy(1), maxRetries: 0 }])).toBeGreaterThan(100_000);
});
