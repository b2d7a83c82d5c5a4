import { expect, test } from 'vitest';

import { type AlarmInput, type AlarmState, type AlarmStep, QUIET, stepAlarm } from './machine';
import { type AlarmRule, ruleFor } from './rule';

const RULE: AlarmRule = {
  ruleId: 1,
  watch: 'backlog',
  subject: null,
  threshold: 100,
  windowMs: 0,
  forMs: 60_000,
  clearBelow: 80,
  clearForMs: 120_000,
  severity: 'critical',
  onUnknown: 'hold',
  unknownForMs: 300_000,
  repeatMs: 0,
  channelIds: [],
  enabled: true,
  version: 1,
};

type Look = number | null | (Omit<AlarmInput, 'nowMs'> & { readonly value: number | null });

function kept(value: number, times: number): Look[] {
  return Array.from({ length: times }, () => ({ value, keptOpen: true }));
}

/** Looks every 30 s; what happened, as "second step". */
function run(rule: AlarmRule, looks: readonly Look[]): { readonly steps: string[]; readonly state: AlarmState } {
  let state = QUIET;
  const steps: string[] = [];
  looks.forEach((look, index) => {
    const nowMs = index * 30_000;
    const input = typeof look === 'object' && look !== null ? { ...look, nowMs } : { value: look, nowMs };
    const result: { state: AlarmState; step: AlarmStep } = stepAlarm(rule, state, input);
    state = result.state;
    if (result.step !== null) steps.push(`${nowMs / 1000} ${result.step}`);
  });
  return { steps, state };
}

test.each<[string, Partial<AlarmRule>, Look[], string[]]>([
  ['below: nothing', {}, [0, 99, 99, 99], []],
  ['at the threshold for long enough: fires once', {}, [100, 100, 100, 500, 500], ['60 fired']],
  ['for 0: fires at the first look', { forMs: 0 }, [100], ['0 fired']],
  ['too short: starts anew', {}, [100, 100, 99, 100, 100], []],
  [
    'resolves after long enough below the clear line',
    {},
    [100, 100, 100, 79, 79, 79, 79, 79],
    ['60 fired', '210 resolved'],
  ],
  ['at the clear line it is not clear', {}, [100, 100, 100, 80, 80, 80, 80, 80, 80], ['60 fired']],
  ['between the lines nothing changes', {}, [100, 100, 100, 85, 99, 85, 99, 85, 85], ['60 fired']],
  ['flapping around the threshold fires once', {}, [100, 120, 100, 90, 100, 90, 100, 90, 100], ['60 fired']],
  [
    'a relapse while clearing starts the clearing anew',
    {},
    [100, 100, 100, 10, 10, 100, 10, 10, 10, 10, 10],
    ['60 fired', '300 resolved'],
  ],
  [
    'hold: unknown neither fires nor resolves',
    {},
    [null, null, null, 100, 100, 100, null, null, null, null, null, null],
    ['150 fired'],
  ],
  ['hold: unknown while pending keeps waiting', {}, [100, null, 100], ['60 fired']],
  ['ignore: unknown while pending starts anew', { onUnknown: 'ignore' }, [100, null, 100, 100, 100], ['120 fired']],
  ['unknown while clearing is not clear', {}, [100, 100, 100, 0, 0, null, 0, 0, 0, 0, 0], ['60 fired', '300 resolved']],
  [
    'fire: unknown for too long fires',
    { onUnknown: 'fire', unknownForMs: 60_000 },
    [0, null, null, null, null],
    ['90 fired'],
  ],
  [
    'fire: known again and below, it resolves',
    { onUnknown: 'fire', unknownForMs: 30_000, clearForMs: 30_000 },
    [null, null, 90, 90, 90],
    ['30 fired', '90 resolved'],
  ],
  [
    'repeats until it is acknowledged',
    { forMs: 0, repeatMs: 60_000 },
    [100, 100, 100, 100, 100],
    ['0 fired', '60 repeated', '120 repeated'],
  ],
  [
    'acknowledged: no repeats',
    { forMs: 0, repeatMs: 30_000 },
    [100, { value: 100, acknowledged: true }, { value: 100, acknowledged: true }],
    ['0 fired'],
  ],
  [
    'suppressed while a re-drive moves it, fires after it if it still holds',
    { forMs: 0 },
    [{ value: 100, suppressed: true }, { value: 100, suppressed: true }, 100],
    ['60 fired'],
  ],
  [
    'kept open: clear for long enough and not over, and over as soon as nothing keeps it',
    { forMs: 0 },
    [100, ...kept(0, 8), 0],
    ['0 fired', '270 resolved'],
  ],
  [
    'kept open for too short to be over: clears on',
    { forMs: 0 },
    [100, ...kept(0, 2), 0, 0, 0],
    ['0 fired', '150 resolved'],
  ],
  [
    'kept open and breached anew: fires again',
    { forMs: 0 },
    [100, ...kept(0, 8), 100, 100],
    ['0 fired', '270 fired-again'],
  ],
  [
    'a relapse before it was clear for long enough does not fire again',
    { forMs: 0 },
    [100, ...kept(0, 4), 100],
    ['0 fired'],
  ],
  [
    'kept open, unknown for a while, breached anew: fires again',
    { forMs: 0 },
    [100, ...kept(0, 8), null, 100],
    ['0 fired', '300 fired-again'],
  ],
  [
    'kept open: repeats like one that fires',
    { forMs: 0, repeatMs: 120_000, clearForMs: 0 },
    [100, ...kept(0, 8)],
    ['0 fired', '120 repeated', '240 repeated'],
  ],
])('%s', (_, changes, looks, steps) => {
  expect(run({ ...RULE, ...changes }, looks).steps).toEqual(steps);
});

test('the state tells since when it is what it is', () => {
  expect(run(RULE, [0, 100, 100, 100, null]).state).toEqual({
    phase: 'firing',
    sinceMs: 90_000,
    firedAtMs: 90_000,
    toldAtMs: 90_000,
    unknownSinceMs: 120_000,
    becauseUnknown: false,
  });
});

test('a rule of its own replaces the one for all, and may switch it off', () => {
  const own = { ...RULE, ruleId: 2, subject: 'orders' };
  const off = { ...RULE, ruleId: 3, subject: 'quiet-group', enabled: false };
  const rules = [RULE, own, off];
  expect(ruleFor(rules, 'backlog', 'orders')).toBe(own);
  expect(ruleFor(rules, 'backlog', 'quiet-group')).toBeNull();
  expect(ruleFor(rules, 'backlog', 'another')).toBe(RULE);
  expect(ruleFor(rules, 'deaths', 'another')).toBeNull();
});

test('a clock that is set back: waits begin anew, nothing fires or resolves early, and nothing waits for the old time', () => {
  const HOUR_MS = 3_600_000;
  const look = (state: AlarmState, value: number, nowMs: number) => stepAlarm(RULE, state, { value, nowMs });
  const pending = look(QUIET, 100, HOUR_MS).state;
  const again = look(pending, 100, 0);
  expect(again.step).toBeNull();
  expect(look(again.state, 100, 59_999).step).toBeNull();
  const fired = look(again.state, 100, 60_000);
  expect(fired.step).toBe('fired');
  const clearing = look({ ...fired.state, sinceMs: HOUR_MS, firedAtMs: HOUR_MS, toldAtMs: HOUR_MS }, 10, 70_000);
  expect(look(clearing.state, 10, 189_999).step).toBeNull();
  expect(look(clearing.state, 10, 190_000).step).toBe('resolved');
});
