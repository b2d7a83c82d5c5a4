import { expect, test } from 'vitest';
import { known, unknown } from '@/lib/model/reading';
import { mostFirst, type PastGroup, pastWords } from './past.model';

const AT = '2026-11-22T03:12:00.000Z';
const group = (name: string, more: Partial<PastGroup> = {}): PastGroup => ({
  ...{ name, at: AT, ready: 0, inFlight: 0, waiting: 0, dead: 0, blockedKeys: 0, consumers: 1 },
  ...{ oldestReadyAt: null, deathsDue: 0, ...more },
});
const lost = group('lost', { at: null, ready: null, inFlight: null, waiting: null, dead: null, consumers: null });

test('dead letters come first, then backlog; what was not recorded is not taken for 0', () => {
  const groups = [group('calm'), group('late', { ready: 7 }), lost, group('dead', { dead: 2 })];
  expect(mostFirst(groups).map(({ name }) => name)).toEqual(['dead', 'lost', 'late', 'calm']);
});

test('the sentence says how much was recorded, and that alarms that cannot be read are unknown', () => {
  const past = {
    asOf: '2026-11-22T03:13:40.000Z',
    stepSeconds: 10,
    alarms: known({ items: [], more: false }, AT),
  } as const;
  const groups = { items: [group('a'), lost], more: false };
  expect(pastWords({ ...past, groups })).toBe(
    '1 of 2 groups recorded; the other groups were not counted at that time. ' +
      'Samples are up to 1 m 40 s older than the selected time. Open alarms: 0.',
  );
  expect(pastWords({ ...past, groups: { items: [], more: false }, alarms: unknown('no answer') })).toBe(
    'None of the current groups existed at that time. Open alarms are unknown.',
  );
});
