import { describe, expect, test } from 'vitest';

import { shownState, TIDE, trendOf, type Triage, UNTRIAGED } from './cause';

const now = new Date('2026-11-24T14:00:00Z');
const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
const tide = (...last: readonly number[]): number[] => [
  ...Array.from({ length: TIDE.steps - last.length }, () => 0),
  ...last,
];
const steps = (count: number, each: number): number[] => Array.from({ length: count }, () => each);

describe('trend', () => {
  test.each([
    ['none', tide(), 600],
    ['stopped', tide(9, 9, 0, 0, 0), 600],
    ['new', tide(1, 2), 20],
    ['steady', tide(...steps(12, 3)), 600],
    ['rising', tide(...steps(6, 2), ...steps(6, 9)), 600],
    ['falling', tide(...steps(6, 9), ...steps(6, 2)), 600],
    ['steady', tide(...steps(6, 0), 0, 0, 0, 1, 0, 1), 600],
  ])('%s', (trend, given, firstMinutesAgo) => {
    expect(trendOf(given, minutesAgo(firstMinutesAgo), now)).toBe(trend);
  });
});

describe('what a decision comes to', () => {
  const at = (triage: Partial<Triage>, lastSeen: Date | null = minutesAgo(30), diedLastHour = 0) =>
    shownState({ ...UNTRIAGED, ...triage }, { now, lastSeen, diedLastHour });

  test('resolved stays so until it fails again', () => {
    expect(at({ state: 'resolved', resolvedAt: minutesAgo(20) })).toBe('resolved');
    expect(at({ state: 'resolved', resolvedAt: minutesAgo(40) })).toBe('regressed');
    expect(at({ state: 'resolved', resolvedAt: minutesAgo(40) }, null)).toBe('resolved');
  });

  test('ignored until a time, until more die, or until an operator changes it', () => {
    expect(at({ state: 'ignored' })).toBe('ignored');
    expect(at({ state: 'ignored', ignoreUntil: minutesAgo(-1) })).toBe('ignored');
    expect(at({ state: 'ignored', ignoreUntil: now })).toBe('open');
    expect(at({ state: 'ignored', ignorePerHour: 10 }, null, 10)).toBe('ignored');
    expect(at({ state: 'ignored', ignorePerHour: 10 }, null, 11)).toBe('open');
  });
});
