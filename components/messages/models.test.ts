import { describe, expect, it, test } from 'vitest';
import type { MessageTimeline, TimelineDelivery } from '@/lib/model/message/timeline';
import { predict } from '@/lib/model/message/timeline-prediction';
import { fromBase64, hexDump, readText, visiblePieces } from './body.model';
import { comingRows, comingCount, madeRows, tally } from './delivery-rows.model';
import { headlineOf } from './headline.model';
import type { Part } from './headline-parts.model';
import { outcomeOf } from './peek-outcome.model';
import { badgeOf, chooseTimeline, nextTurn, scopeKey } from './scope.model';
import { stripOf } from './strip.model';

const T0 = Date.parse('2026-01-01T12:00:00.000Z');
const at = (seconds: number): string => new Date(T0 + seconds * 1000).toISOString();

function delivery(attempt: number, fields: Partial<TimelineDelivery> = {}): TimelineDelivery {
  return {
    generation: 0,
    attempt,
    state: 'failed',
    startedAt: at(attempt * 10),
    endedAt: at(attempt * 10 + 2),
    leaseEndsAt: null,
    waitedMs: 8000,
    tookMs: 2000,
    client: `worker-${attempt}`,
    autoRenew: true,
    cause: 'nack',
    reason: null,
    policyVersion: 1,
    ackedEarlyAt: null,
    late: null,
    extensions: 0,
    ...fields,
  };
}

function timeline(fields: Partial<MessageTimeline> = {}): MessageTimeline {
  const deliveries = fields.deliveries ?? [delivery(1), delivery(2)];
  const state = fields.state ?? 'waiting-retry';
  const base: MessageTimeline = {
    messageId: 'M1',
    topic: 'orders',
    queueNo: 0,
    offset: 7,
    client: null,
    group: 'billing',
    deliveryOrder: 'concurrent',
    maxRetries: 3,
    retryPolicy: { type: 'fixed', intervalMs: 10_000 },
    policyVersion: 1,
    consumptionTimeoutMs: 900_000,
    asOf: at(25),
    storedAt: at(0),
    state,
    generation: 0,
    dueAt: state === 'waiting-retry' ? at(32) : null,
    deadLetterId: null,
    deadAt: null,
    deathCause: null,
    expiresAt: null,
    events: [],
    reasons: [],
    deliveries,
    processes: [],
    lives: [
      {
        generation: 0,
        startedAt: at(0),
        redriveId: null,
        deliveries: deliveries.length,
        end: null,
        endedAt: null,
        cause: null,
      },
    ],
    waitingBehind: null,
    prediction: null,
    redriveId: null,
    held: null,
    keyHold: null,
    accepted: null,
    discarded: null,
  };
  return { ...base, ...fields };
}

function predicted(fields: Partial<MessageTimeline> = {}): MessageTimeline {
  const base = timeline(fields);
  const running = base.deliveries.find((entry) => entry.state === 'in-flight');
  const prediction = predict({
    policy: base.retryPolicy,
    maxRetries: base.maxRetries,
    asOf: base.asOf,
    attempt: base.deliveries.length,
    running: running?.startedAt == null ? null : { startedAt: running.startedAt, retriesItself: false },
    dueAt: base.dueAt,
    deliveries: base.deliveries,
  });
  return { ...base, prediction };
}

const text = (parts: readonly Part[]): string =>
  parts
    .map((part) =>
      typeof part === 'string' ? part : 'messageId' in part ? `<${part.messageId}>` : part.at.slice(11, 19),
    )
    .join('');
const running = delivery(3, {
  state: 'in-flight',
  startedAt: at(24),
  endedAt: null,
  tookMs: null,
  cause: null,
  leaseEndsAt: at(84),
  client: 'worker-3',
});

describe('headline', () => {
  test('running: what dies when, and on whom', () => {
    const { sentence, detail, left, right } = headlineOf(
      predicted({ state: 'in-flight', deliveries: [delivery(1), delivery(2), running] }),
      T0 + 25_000,
    );
    expect(text(sentence)).toBe(
      'Attempt 3 of 4 is running on worker-3. Moves to the DLQ at 12:00:38 unless an attempt succeeds.',
    );
    expect(text(detail)).toBe(
      '2 attempts failed, all with the same cause. 1 left. Times assume 2 s per attempt, the median of this message.',
    );
    expect(left).toEqual({ label: 'Lease left', countTo: at(84), tone: 'inflight' });
    expect(right).toBeNull();
  });
  test('the last one running, and one whose lease ran out', () => {
    const last = { ...running, attempt: 4 };
    expect(
      text(
        headlineOf(predicted({ state: 'in-flight', deliveries: [delivery(1), delivery(2), delivery(3), last] }), T0)
          .sentence,
      ),
    ).toBe(
      'Attempt 4 of 4 is running on worker-3. It is the last one: the message moves to the DLQ unless it succeeds.',
    );
    expect(text(headlineOf(predicted({ state: 'in-flight', deliveries: [running] }), T0 + 90_000).sentence)).toBe(
      'Attempt 3 of 4 on worker-3 ran out of time at 12:01:24. The broker is ending it.',
    );
  });
  test('waiting after its client suspended a lite topic: nothing failed', () => {
    const suspended = delivery(1, { state: 'lost', cause: 'suspended' });
    expect(text(headlineOf(timeline({ deliveries: [suspended] }), T0).sentence)).toMatch(
      /^The client suspended its lite topic; this delivery does not count as an attempt\. Next attempt at /,
    );
  });

  test('waiting, due, over a lowered limit', () => {
    expect(text(headlineOf(predicted(), T0 + 25_000).sentence)).toBe(
      'Attempt 2 of 4 failed. Next attempt at 12:00:32; moves to the DLQ at 12:00:46 unless an attempt succeeds.',
    );
    expect(text(headlineOf(predicted(), T0 + 40_000).sentence)).toContain('Next attempt due since 12:00:32');
    expect(text(headlineOf(predicted({ maxRetries: 0 }), T0 + 25_000).sentence)).toBe(
      'Attempt 2 of 1 failed. The limit was lowered: it moves to the DLQ at 12:00:32 without another attempt.',
    );
    expect(text(headlineOf(timeline({ state: 'ready', deliveries: [] }), T0).sentence)).toBe(
      'Ready since 12:00:00. No client of billing has fetched it yet.',
    );
  });
  test('behind a head', () => {
    const waitingBehind = {
      headId: 'M0',
      headAttempt: 2,
      headHeld: false,
      headVisibleAt: at(40),
      since: at(5),
      ahead: 3,
    };
    const { sentence, detail } = headlineOf(timeline({ state: 'ready', deliveries: [], waitingBehind }), T0);
    expect(text(sentence)).toBe('Waits behind <M0>: 3 messages of its key are before it.');
    expect(text(detail)).toBe(
      'This group is ordered: one message of a key at a time. The key has been busy since 12:00:05. The head failed attempt 2; its next attempt is due at 12:00:40.',
    );
    expect(badgeOf({ state: 'ready', waitingBehind })).toEqual({ state: 'blocked', label: 'Waits behind its head' });
  });
  test('a lost reply is on record and does not count', () => {
    const lost = delivery(1, { state: 'lost', cause: 'reply-lost' });
    const ready = timeline({ state: 'ready', deliveries: [lost] });
    expect(text(headlineOf(ready, T0).sentence)).toContain('No client of billing has fetched it yet.');
    expect(text(headlineOf(ready, T0).detail)).toContain('1 reply did not reach the client and does not count.');
    expect(tally(ready)).toContain('1 not counted');
    const again = timeline({
      state: 'in-flight',
      deliveries: [lost, delivery(1, { state: 'in-flight', cause: null })],
    });
    const ids = madeRows(again).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('what is over says how', () => {
    const consumed = delivery(3, { state: 'consumed', cause: 'acked', endedAt: at(33) });
    expect(text(headlineOf(timeline({ state: 'consumed', deliveries: [delivery(1), consumed] }), T0).sentence)).toBe(
      'Consumed by worker-3 on attempt 3 of 4 at 12:00:33.',
    );
    const dead = timeline({
      state: 'dead',
      deadAt: at(22),
      lives: [
        {
          generation: 0,
          startedAt: at(0),
          redriveId: null,
          deliveries: 2,
          end: 'dead',
          endedAt: at(22),
          cause: 'nack',
        },
      ],
    });
    expect(text(headlineOf(dead, T0).sentence)).toBe('Dead letter since 12:00:22: all 2 attempts failed.');
    expect(text(headlineOf(dead, T0).detail)).toContain('The application did not report a cause.');
    expect(text(headlineOf({ ...dead, deathCause: 'unconfirmed' }, T0).sentence)).toBe(
      'Dead letter since 12:00:22: each of its 2 attempts timed out without an answer from the client.',
    );
    expect(text(headlineOf(dead, T0).detail)).toContain('Kept until you re-drive or discard it.');
    expect(headlineOf(dead, T0).left).toBeNull();
    const expiring = { ...dead, expiresAt: at(40) };
    expect(text(headlineOf(expiring, T0).detail)).toContain('Removed at 12:00:40 unless you re-drive it before.');
    expect(headlineOf(expiring, T0).left).toEqual({ label: 'Lost in', countTo: at(40) });
    expect(text(headlineOf({ ...expiring, redriveId: 7, expiresAt: null }, T0).detail)).toContain(
      'RD-7 will release it.',
    );
    const gone = headlineOf({ ...expiring, state: 'expired' }, T0);
    expect(text(gone.sentence)).toBe('Expired at 12:00:40: it was not re-driven in time.');
    expect(text(gone.detail)).toContain('It can no longer be re-driven.');
    expect(text(headlineOf(timeline({ state: 'filtered-out', deliveries: [] }), T0).sentence)).toContain(
      'it did not match',
    );
    expect(text(headlineOf(timeline({ state: 'unrecorded', deliveries: [] }), T0).detail)).toContain('to tell which');
  });
});

test('rows: what happened is newest first; what is to come is apart, the next one first', () => {
  expect(comingRows(predicted()).map(({ delivery: { attempt }, isLast, when }) => [attempt, isLast, when])).toEqual([
    [3, false, 'due-then'],
    [4, true, { fails: 3 }],
  ]);
  expect(comingCount(predicted())).toBe(2);
  expect(comingCount(timeline())).toBeNull();
  expect(madeRows(predicted()).map(({ delivery: { attempt } }) => attempt)).toEqual([2, 1]);
  expect(tally(predicted())).toBe('2 of 4 attempts used');
});

test('rows: the error that stands above is not repeated, and one of the same cause is named', () => {
  const reason = (attempt: number, fingerprint: string) => ({
    ...{ generation: 0, attempt, errorType: 'E', message: 'm', stack: null, reportedAt: at(attempt), appVersion: null },
    fingerprint,
  });
  const reasons = [reason(3, 'a'), reason(2, 'b'), reason(1, 'a')];
  const deliveries = reasons.toReversed().map((each) => delivery(each.attempt, { reason: each }));
  expect(madeRows(timeline({ deliveries, reasons })).map(({ error }) => error)).toEqual(['last', 'other', 'same']);
});

test('strip: no attempt overlaps another on the square-root axis, and the DLQ is at the end', () => {
  const strip = stripOf(predicted(), T0 + 25_000);
  expect(strip?.marks.map(({ kind, attempt }) => [kind, attempt])).toEqual([
    ['failed', 1],
    ['failed', 2],
    ['future', 3],
    ['future', 4],
    ['death', null],
  ]);
  const xs = strip?.marks.map(({ x }) => x) ?? [];
  expect(xs.toSorted((a, b) => a - b)).toEqual(xs);
  expect(Math.max(...xs)).toBeLessThanOrEqual(98);
  expect(strip?.nowX).toBeGreaterThan(xs[1] ?? 0);
  const many = Array.from({ length: 30 }, (_, index) =>
    delivery(index + 1, { startedAt: at(index), endedAt: at(index + 0.5) }),
  );
  const far = stripOf(
    predicted({
      maxRetries: 33,
      deliveries: [...many, delivery(31, { startedAt: at(9000), endedAt: at(9001) })],
      asOf: at(9002),
      dueAt: at(9005),
    }),
    T0 + 9_002_000,
  );
  expect(far?.marks.filter(({ label }) => label !== null).map(({ label }) => label)[0]).toBe('1');
  const places = (far?.marks ?? []).filter(({ kind }) => kind !== 'death').map(({ x }) => x);
  const gaps = places.slice(1).map((x, index) => x - (places[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(2);
  expect(places.at(-1)).toBeLessThanOrEqual(86);
  // "now" stands between what was and what comes, also where marks were moved apart
  expect(far?.nowX).toBeGreaterThan(far?.marks.findLast(({ kind }) => kind === 'failed')?.x ?? 100);
  expect(far?.nowX).toBeLessThan(far?.marks.find(({ kind }) => kind === 'future')?.x ?? 0);
  const ticks = far?.ticks.map(({ x }) => x) ?? [];
  expect(ticks.length).toBeGreaterThan(3);
  expect(ticks.slice(1).every((x, index) => x - (ticks[index] ?? 0) >= 9)).toBe(true);
  expect(stripOf(timeline({ state: 'ready', deliveries: [] }), T0)).toBeNull();
});

test('scope: what still moves comes first, and the address wins', () => {
  const dead = timeline({ group: 'a', state: 'dead' });
  const waiting = timeline({ group: 'b' });
  expect(chooseTimeline([dead, waiting], undefined)).toBe(waiting);
  expect(chooseTimeline([dead, waiting], 'a')).toBe(dead);
  expect(chooseTimeline([dead, waiting], scopeKey(dead))).toBe(dead);
  expect(chooseTimeline([], 'a')).toBeUndefined();
  // of two groups in the same state, the first by name, in whatever order they were read
  const second = timeline({ group: 'c' });
  expect(chooseTimeline([second, waiting], undefined)).toBe(waiting);
  expect(chooseTimeline([waiting, second], undefined)).toBe(waiting);
  expect(nextTurn([waiting, timeline({ state: 'in-flight', deliveries: [running] })])).toBe(at(32));
  const discarded = { at: at(0), by: 'anna', reason: 'test data', discardId: 1, restoreUntil: at(40) };
  expect(nextTurn([timeline({ ...{ state: 'discarded', dueAt: null, discarded } })])).toBe(at(40));
});

describe('body', () => {
  it('makes hidden characters visible', () => {
    expect(visiblePieces('a\u202Eb\u0007\nc')).toEqual([
      { text: 'a', code: null },
      { text: '\u202E', code: 'U+202E' },
      { text: 'b', code: null },
      { text: '\u0007', code: 'U+0007' },
      { text: '\nc', code: null },
    ]);
    expect(visiblePieces('')).toEqual([{ text: '', code: null }]);
  });
  it('knows text from bytes', () => {
    const euro = new TextEncoder().encode('a€');
    expect(readText(euro, false)).toBe('a€');
    expect(readText(euro.subarray(0, 3), true)).toBe('a');
    expect(readText(euro.subarray(0, 3), false)).toBeNull();
    expect(fromBase64('AAEC')).toEqual(new Uint8Array([0, 1, 2]));
    expect(hexDump(new TextEncoder().encode('hello, world ok!?'))).toBe(
      '00000000  68 65 6c 6c 6f 2c 20 77  6f 72 6c 64 20 6f 6b 21  hello, world ok!\n00000010  3f                                                ?',
    );
  });
});

test.each([
  [{ state: 'lost', cause: 'suspended' }, 'the client suspended its lite topic; not counted'],
  [{ state: 'lost', cause: 'reply-lost' }, 'the reply did not reach the client; not counted'],
  [{ state: 'revoked', cause: 'revoked' }, 'an operator took it back from its client'],
  [{ state: 'failed', cause: 'nack' }, 'the client answered failure'],
  [{ state: 'consumed', cause: 'acked' }, 'consumed'],
  [{ state: 'restarted', cause: 'restarted' }, 'delivered again'],
] as const)('beside a list, the outcome of a delivery: %j', (ended, words) => {
  expect(outcomeOf(delivery(1, ended))).toBe(words);
});
