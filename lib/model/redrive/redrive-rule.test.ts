import { describe, expect, test } from 'vitest';

import { CARE_DEFAULTS, careOf, defaultRamp } from './redrive-care';
import { REDRIVE_STATES } from './redrive';
import { decideRun, type RunEvidence, type RunMove, type RunningRun, whyNotMove } from './redrive-rule';

const canary: RunningRun = {
  phase: 'canary',
  canary: 10,
  ramp: defaultRamp(20, 10),
  abort: CARE_DEFAULTS.abort,
  ratePerSecond: 20,
  held: false,
};
const quiet: RunEvidence = {
  released: 10,
  verdicts: 0,
  lastVerdicts: 0,
  lastFailed: 0,
  undecided: true,
  releasable: true,
  unfetchedMs: null,
  delayP95Ms: null,
};
const decide = (
  { released = 10, ...run }: Partial<RunningRun & Pick<RunEvidence, 'released'>>,
  evidence: Partial<RunEvidence>,
) => decideRun({ ...canary, ...run }, { ...quiet, released, ...evidence });

describe('the canary', () => {
  test('has no room beyond its size, and waits for every verdict', () => {
    expect(decide({ released: 4 }, {})).toMatchObject({ phase: 'canary', room: 6 });
    expect(decide({}, {})).toMatchObject({ phase: 'canary', room: 0 });
    expect(decide({}, { verdicts: 9, lastVerdicts: 9 })).toMatchObject({ phase: 'canary', room: 0 });
    expect(decide({}, { verdicts: 10, lastVerdicts: 10, undecided: false })).toMatchObject({
      phase: 'ramp',
      room: null,
    });
  });

  test('stops the run when the share of it failed, before the rest of its verdicts', () => {
    expect(decide({}, { lastVerdicts: 3, lastFailed: 1 })).toMatchObject({ stop: null });
    expect(decide({}, { lastVerdicts: 3, lastFailed: 2 })).toEqual({
      stop: { rule: 'canary-failed', failed: 2, of: 3 },
    });
    expect(decide({ abort: null }, { lastVerdicts: 10, lastFailed: 10, undecided: false })).toMatchObject({
      stop: null,
      phase: 'ramp',
    });
    expect(decide({ abort: { ...CARE_DEFAULTS.abort, failedShare: null } }, { lastFailed: 10 })).toMatchObject({
      stop: null,
    });
  });

  test('whose messages were all filtered out has no verdict, and none is no failure', () => {
    expect(decide({}, { undecided: false })).toMatchObject({ stop: null, phase: 'ramp' });
  });

  test('that cannot grow, because one ordered key blocks the rest, is judged by what it has', () => {
    const one = { released: 1 };
    expect(decide(one, { undecided: false, releasable: true, lastVerdicts: 1, lastFailed: 1 })).toMatchObject({
      stop: null,
      room: 9,
    });
    expect(decide(one, { undecided: false, releasable: false, lastVerdicts: 1, lastFailed: 1 })).toEqual({
      stop: { rule: 'canary-failed', failed: 1, of: 1 },
    });
  });

  test('larger than the window is judged within the window', () => {
    const abort = { ...CARE_DEFAULTS.abort, ofLast: 10 };
    expect(decide({ canary: 100, released: 100, abort }, { lastVerdicts: 10, lastFailed: 2 })).toMatchObject({
      stop: { rule: 'canary-failed' },
    });
  });

  test('none: the run begins with the ramp, or at its full rate', () => {
    expect(decide({ phase: 'ramp', canary: null }, {})).toMatchObject({ phase: 'ramp', room: null });
  });
});

describe('the ramp', () => {
  test.each([
    [10, 'ramp', 5],
    [29, 'ramp', 5],
    [30, 'ramp', 10],
    [69, 'ramp', 10],
    [70, 'releasing', 20],
  ])('with %i verdicts: %s at %i/s', (verdicts, phase, ratePerSecond) => {
    expect(decide({ phase: 'ramp', released: 40 }, { verdicts })).toMatchObject({ phase, ratePerSecond });
  });

  test('never goes faster than the run may', () => {
    const ramp = [{ ratePerSecond: 100, afterVerdicts: 10 }];
    expect(decide({ phase: 'ramp', ramp }, { verdicts: 5 })).toMatchObject({ ratePerSecond: 20 });
    expect(decide({ phase: 'ramp', ratePerSecond: null }, { verdicts: 10 })).toMatchObject({ ratePerSecond: 5 });
    expect(decide({ phase: 'releasing', ratePerSecond: null, ramp: [] }, {})).toMatchObject({ ratePerSecond: null });
  });

  test('is judged by the last of its first deliveries', () => {
    expect(decide({ phase: 'ramp' }, { lastVerdicts: 20, lastFailed: 3 })).toMatchObject({ stop: null });
    expect(decide({ phase: 'releasing' }, { lastVerdicts: 20, lastFailed: 4 })).toEqual({
      stop: { rule: 'first-deliveries-failed', failed: 4, of: 20 },
    });
  });
});

test('no client fetches: stops when something has waited that long', () => {
  expect(decide({}, { unfetchedMs: 119_999 })).toMatchObject({ stop: null });
  expect(decide({}, { unfetchedMs: 120_000 })).toEqual({ stop: { rule: 'not-fetched', failed: 0, of: 0 } });
  expect(decide({ abort: { ...CARE_DEFAULTS.abort, unfetchedMs: null } }, { unfetchedMs: 1e9 })).toMatchObject({
    stop: null,
  });
});

test('live messages first: holds above the limit, goes on at it, and never for an unknown delay', () => {
  const abort = { ...CARE_DEFAULTS.abort, delayP95Ms: 5000 };
  expect(decide({ abort }, { delayP95Ms: 5001 })).toMatchObject({ stop: null, heldDelayMs: 5001 });
  expect(decide({ abort, held: true }, { delayP95Ms: 5000 })).toMatchObject({ heldDelayMs: null });
  expect(decide({ abort }, { delayP95Ms: null })).toMatchObject({ heldDelayMs: null });
  expect(decide({}, { delayP95Ms: 5001 })).toMatchObject({ heldDelayMs: null });
});

test('without a stop rule the last step of the ramp holds too', () => {
  const slow = { abort: null, ramp: [{ ratePerSecond: 5, afterVerdicts: 10 }] };
  expect(decide({ ...slow, phase: 'ramp' }, { verdicts: 10 })).toMatchObject({ phase: 'releasing', ratePerSecond: 5 });
  expect(decide({ ...slow, phase: 'releasing' }, {})).toMatchObject({ phase: 'releasing', ratePerSecond: 5 });
});

test('nothing brings back a run that is cancelled or completed, and each other move has its states', () => {
  const from = (move: RunMove) => REDRIVE_STATES.filter((state) => whyNotMove(state, move) === null);
  expect(from('pause')).toEqual(['running']);
  expect(from('resume')).toEqual(['paused', 'stopped']);
  expect(from('cancel')).toEqual(['running', 'paused', 'stopped']);
  expect(from('stop')).toEqual(['running']);
  expect(whyNotMove('completed', 'cancel')).toBe('All messages are already released');
  expect(whyNotMove('paused', 'pause')).toBe('The run is paused');
});

describe('what a run keeps of a wish', () => {
  test('careful unless it is switched off', () => {
    expect(careOf({}, 20, 500)).toEqual({ canary: 10, ramp: defaultRamp(20, 10), abort: CARE_DEFAULTS.abort });
    expect(careOf({ canary: null, abort: null }, 20, 500)).toEqual({ canary: null, ramp: [], abort: null });
    expect(careOf({ ramp: null }, null, 500)).toMatchObject({ canary: 10, ramp: [] });
    expect(careOf({ canary: { percent: 1 } }, null, 950)).toMatchObject({ canary: 10 });
    expect(careOf({ abort: { ofLast: 5, failedShare: undefined } }, null, 9).abort).toEqual({
      ...CARE_DEFAULTS.abort,
      ofLast: 5,
    });
    expect(careOf({ abort: { unfetchedMs: null } }, null, 9).abort).toMatchObject({ unfetchedMs: null });
  });

  test.each([
    [{ canary: {} }, 'canary'],
    [{ canary: { count: 1, percent: 1 } }, 'canary'],
    [{ canary: { count: 0 } }, 'canary.count'],
    [{ canary: { percent: 101 } }, 'canary.percent'],
    [{ ramp: [{ ratePerSecond: 0, afterVerdicts: 1 }] }, 'ramp[0].ratePerSecond'],
    [{ ramp: [5, 5].map((afterVerdicts) => ({ ratePerSecond: 1, afterVerdicts })) }, 'ramp[1].afterVerdicts'],
    [{ ramp: Array.from({ length: 11 }, (_, at) => ({ ratePerSecond: 1, afterVerdicts: at })) }, 'ramp.length'],
    [{ abort: { failedShare: 0 } }, 'abort.failedShare'],
    [{ abort: { failedShare: 1.1 } }, 'abort.failedShare'],
    [{ abort: { ofLast: 0 } }, 'abort.ofLast'],
    [{ abort: { unfetchedMs: 10 } }, 'abort.unfetchedMs'],
    [{ abort: { delayP95Ms: 1.5 } }, 'abort.delayP95Ms'],
  ])('refuses %j by its field', (wish, field) => {
    expect(() => careOf(wish, null, 10)).toThrow(expect.objectContaining({ code: 'bad-request', field }) as Error);
  });
});
