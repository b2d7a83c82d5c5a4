import { expect, test } from 'vitest';

import type { AlarmCauses, AlarmRedriveView, AlarmView } from '@/lib/console/operations/alarms/views';
import { topOf } from '@/components/charts/axis.model';
import { apart, crossingOf, marksOf, runsOf, sinceFirstNumber, unknownOf } from './alarm-chart.model';
import { barParts, fixOf, lettersSentence, nextStep, planHref } from './alarm-page.model';

const AT = '2026-11-24T13:11:40.000Z';
const ALARM: AlarmView = {
  ...{ incidentId: 7, ruleId: 1, watch: 'dead-letters', subject: 'billing', severity: 'warning', threshold: 1000 },
  ...{ windowMs: 0, firedAt: AT, becauseUnknown: false, value: 21_127, peak: 21_127, told: true, acknowledgedBy: null },
  ...{
    acknowledgedAt: null,
    resolvedAt: null,
    resolvedWhy: null,
    redriveId: null,
    ...{ path: '/alarms/7', evidence: '/dead-letters?group=billing', evidenceSays: 'Open dead letters' },
  },
  ...{ silencedUntil: null, silenceReason: null, unknownSince: null, drain: null, remaining: 21_127, became: null },
};
const REDRIVE: AlarmRedriveView = {
  ...{ redriveId: 12, state: 'running', selected: 400, reason: 'fixed', createdBy: 'ana', frozenAt: AT },
  ...{ finishedAt: null, diedAgain: 0, underWay: 0 },
};
const CAUSE = {
  ...{ key: 'f1', group: 'billing', errorType: 'Timeout', text: 'no answer', brokerCause: null, count: 20_604 },
  ...{ firstAt: AT, lastAt: AT },
};
const CAUSES: AlarmCauses = {
  ...{ items: [CAUSE], causes: 3, letters: 21_127, lastAt: AT, expiresAt: null, deliveredSince: 1986 },
};
const BECAME = { consumed: 3, discarded: 0, discardedBy: [], accepted: 0, acceptedBy: [], expired: 0, elsewhere: 0 };

test('one next step: plan, then the re-drive as it goes, then its result', () => {
  const step = (redrives: readonly AlarmRedriveView[], alarm: AlarmView = ALARM) => nextStep({ alarm, redrives });
  expect(step([])).toMatchObject({ label: 'Re-drive 21,127 messages, starting with 10', href: planHref(ALARM) });
  expect(planHref(ALARM)).toBe('/redrives/new?group=billing&alarm=7');
  expect(planHref({ ...ALARM, subject: 'billing f1' })).toBe('/redrives/new?group=billing&cause=f1&alarm=7');
  expect(step([REDRIVE])).toMatchObject({ label: 'Follow RD-12', href: '/redrives/12' });
  expect(step([{ ...REDRIVE, state: 'stopped' }])).toMatchObject({ label: 'Decide about RD-12' });
  expect(step([{ ...REDRIVE, state: 'completed', underWay: 2 }])).toMatchObject({ label: 'Follow RD-12' });
  // It is over, and some died again: plan once more.
  expect(step([{ ...REDRIVE, state: 'completed', diedAgain: 4 }], { ...ALARM, remaining: 4 })).toMatchObject({
    label: 'Re-drive 4 messages, starting with 10',
  });
  expect(step([REDRIVE], { ...ALARM, resolvedAt: AT, resolvedWhy: 'redriven' })).toMatchObject({ label: 'Open RD-12' });
  expect(
    step([], { ...ALARM, watch: 'backlog', evidence: '/groups/billing', evidenceSays: 'Open group' }),
  ).toMatchObject({
    ...{ label: 'Open group', href: '/groups/billing' },
  });
});

test('the sentence says how many and why, and how it ended', () => {
  expect(lettersSentence(ALARM, CAUSES)).toBe(
    '21,127 dead letters of billing not handled yet. Main cause, 98 %: Timeout: no answer.',
  );
  expect(lettersSentence({ ...ALARM, remaining: null }, null)).toBe(
    'How many dead letters of billing are left is unknown.',
  );
  const over = { ...ALARM, resolvedAt: AT, remaining: 0 };
  expect(lettersSentence({ ...over, resolvedWhy: 'expired', became: { ...BECAME, expired: 2 } }, null)).toBe(
    'Lost: 2 messages expired before an operator handled them.',
  );
  expect(lettersSentence({ ...over, resolvedWhy: 'cleared', remaining: 9 }, null)).toMatch(/9 dead letters are left/);
  expect(lettersSentence({ ...ALARM, watch: 'backlog' }, null)).toBeNull();
});

test('the bar has what operators decided, also when it is none; what is not known is not 0', () => {
  expect(barParts(ALARM)?.map(({ name, count }) => `${name} ${count}`)).toEqual([
    ...['consumed 0', 'discarded 0', 'accepted 0', 'left 21127'],
  ]);
  expect(barParts({ became: { ...BECAME, expired: 2 }, remaining: 0 })?.map(({ name }) => name)).toContain('expired');
  expect(barParts({ became: null, remaining: null })).toBeNull();
});

test('a fix works when retries and re-drives say so, and not before', () => {
  const fix = (succeeded: number, failed: number, more: Partial<Parameters<typeof fixOf>[0]> = {}) =>
    fixOf({
      ...{ main: { sample: null, outcomes: { succeeded, failed }, versions: [] }, causes: CAUSES, redrives: [] },
      ...{ consumed: 0, ...more },
    });
  const says = (found: ReturnType<typeof fixOf>) => found.lines.map((line) => line.says);
  expect(fixOf({ main: null, causes: null, redrives: [], consumed: 0 }).verdict).toBe('unknown');
  expect(fix(398, 0).verdict).toBe('yes');
  expect(fix(398, 6).verdict).toBe('part');
  const no = fix(0, 6, { redrives: [{ ...REDRIVE, diedAgain: 10 }] });
  expect(no.verdict).toBe('no');
  expect(says(no)).toContain('10 of RD-12 failed again');
  // What a re-drive consumed is evidence without a single retry; what died in an earlier one was before the fix.
  const yes = fix(0, 0, {
    consumed: 300,
    redrives: [
      { ...REDRIVE, redriveId: 13 },
      { ...REDRIVE, diedAgain: 10 },
    ],
  });
  expect(yes.verdict).toBe('yes');
  expect(says(yes).slice(0, 2)).toEqual(['300 messages consumed in a re-drive', '10 of RD-12 failed again']);
  expect(yes.lines[1]?.more).toContain('an earlier re-drive');
  expect(fix(0, 0, { consumed: 300, redrives: [{ ...REDRIVE, diedAgain: 1 }] }).verdict).toBe('part');
});

test('the chart: the first crossing, gaps stay gaps, letters in the order of time', () => {
  const points = [0, 500, null, 1200, 1500].map((value, index) => ({ atMs: index, value }));
  expect(crossingOf(points, 1000)).toEqual({ atMs: 3, value: 1200 });
  expect(crossingOf(points, 9000)).toBeNull();
  expect(runsOf(points).map((run) => run.length)).toEqual([2, 2]);
  expect(apart([10, 12, 90, 98], 16, 100)).toEqual([10, 26, 84, 100]);
  expect(apart([], 16, 100)).toEqual([]);
  expect(unknownOf(points, 0, 4)).toEqual([{ fromMs: 2, toMs: 3 }]);
  expect(unknownOf(points, -200_000, 200_000)).toEqual([
    { fromMs: -200_000, toMs: 0 },
    { fromMs: 2, toMs: 3 },
    { fromMs: 5, toMs: 200_000 },
  ]);
  expect([0, 7, 21_127, 1000].map(topOf)).toEqual([1, 8, 25_000, 1000]);
  const change = (at: string) => ({ at, kind: 'settings' as const, says: at, href: null });
  const [late, early] = [change('2026-11-24T14:00:00.000Z'), change('2026-11-24T13:00:00.000Z')];
  expect(marksOf([late, early], AT).map(({ letter, change: { at } }) => `${letter} ${at}`)).toEqual([
    `A ${early.at}`,
    `B ${late.at}`,
  ]);
});

test('the chart of what is young begins one bar before its first number; an older one keeps its time', () => {
  const points = Array.from({ length: 13 }, (_, index) => ({ atMs: index * 10, value: index < 9 ? null : index }));
  const series = { fromMs: 0, untilMs: 120, points, line: 5, bars: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3] };
  expect(sinceFirstNumber(series)).toMatchObject({ fromMs: 80, untilMs: 120, bars: [0, 1, 2, 3] });
  expect(sinceFirstNumber(series).points.map(({ atMs }) => atMs)).toEqual([80, 90, 100, 110, 120]);
  const older = { ...series, points: points.map((point) => ({ ...point, value: 1 })) };
  expect(sinceFirstNumber(older)).toBe(older);
});
