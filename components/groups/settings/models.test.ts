import { describe, expect, test } from 'vitest';
import type { GroupRow } from '@/lib/console/reads/groups';
import { known, unknown } from '@/lib/model/reading';
import { changesBetween, rebase } from './changes.model';
import { defaultSettings, draftOf, type GroupDraft, readDraft, withOrder } from './draft.model';
import { filterGroups, groupsHeading, sortGroups, urgentFirst } from '@/components/groups/list/groups.model';
import { attemptOf, freeAtLatest } from '@/components/groups/keys/keys.model';
import { lintSettings } from './lint.model';
import { describePolicy } from '@/lib/model/group-words';
import { axisOf, cellsOf, describeSchedule, scheduleOf } from '@/components/groups/schedule.model';
import { outlookOf } from '@/components/groups/what-if.model';

const DOCUMENTED_MS = ((4 * 60 + 45) * 60 + 40) * 1000;

describe('schedule', () => {
  test('the documented table: 16 retries, 17 deliveries, 4 h 45 m 40 s', () => {
    const schedule = scheduleOf({ type: 'stepped' }, 16);
    expect(schedule.deliveries).toHaveLength(17);
    expect(schedule.totalMs).toBe(DOCUMENTED_MS);
    expect(describeSchedule(schedule)).toContain('dead 4 h 45 m 40 s after the first failure');
    expect(cellsOf(schedule).at(0)).toEqual({ from: 1, to: 1, waitMs: 10_000, afterMs: 10_000 });
    expect(cellsOf(schedule)).toHaveLength(16);
  });

  test('a long one folds equal waits and leaves nothing out', () => {
    const schedule = scheduleOf({ type: 'stepped' }, 1000);
    const cells = cellsOf(schedule);
    expect(cells).toHaveLength(16);
    expect(cells.at(-1)).toMatchObject({ from: 16, to: 1000, waitMs: 7_200_000, afterMs: schedule.totalMs });
    expect(cells.reduce((sum, { from, to }) => sum + to - from + 1, 0)).toBe(1000);
  });

  test('no retry says so', () => {
    expect(describeSchedule(scheduleOf({ type: 'stepped' }, 0))).toBe(
      'One delivery. If it fails, the message is dead at once.',
    );
    expect(cellsOf(scheduleOf({ type: 'stepped' }, 0))).toEqual([]);
  });

  test('the axis is linear for equal waits, compressed when they differ much; ticks keep their distance', () => {
    expect(axisOf([scheduleOf({ type: 'fixed', intervalMs: 30_000 }, 60)]).compressed).toBe(false);
    const axis = axisOf([scheduleOf({ type: 'stepped' }, 16), scheduleOf({ type: 'stepped' }, 14)]);
    expect(axis.compressed).toBe(true);
    expect(axis.x(0)).toBeLessThan(axis.x(10_000));
    const distances = axis.ticks.slice(1).map(({ x }, index) => x - (axis.ticks[index]?.x ?? 0));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(8);
    expect(axis.ticks.length).toBeGreaterThan(4);
    expect(axisOf([scheduleOf({ type: 'stepped' }, 0)]).ticks).toEqual([{ label: '0', x: 1.5 }]);
  });
});

describe('draft', () => {
  const draft = draftOf(defaultSettings);
  test('settings survive the way through the form', () => {
    for (const retryPolicy of [
      { type: 'stepped' },
      { type: 'fixed', intervalMs: 30_000 },
      { type: 'customized', intervalsMs: [100, 5000, 86_400_000] },
      { type: 'exponential', initialMs: 5000, maxMs: 7_200_000, multiplier: 1.6 },
    ] as const) {
      const settings = { ...defaultSettings, retryPolicy };
      expect(readDraft(draftOf(settings)).settings).toEqual(settings);
    }
  });

  test.each([
    [{ maxRetries: '-1' }, 'maxRetries', 'Not below 0'],
    [{ maxRetries: '1001' }, 'maxRetries', '0 to 1000'],
    [{ maxRetries: '' }, 'maxRetries', 'whole number'],
    [{ timeoutMs: null }, 'timeoutMs', '12 h'],
    [{ policyType: 'fixed', intervalMs: 99 }, 'intervalMs', '100 ms'],
    [{ policyType: 'customized', intervals: '10s oops' }, 'intervals', '10s 30s 1m'],
    [{ policyType: 'customized', intervals: '' }, 'intervals', '10s 30s 1m'],
    [{ policyType: 'customized', intervals: '10s 2d' }, 'intervals', '1 d'],
    [{ policyType: 'exponential', initialMs: 10_000, maxMs: 5000 }, 'maxMs', 'Not below the first wait, 10 s'],
    [{ policyType: 'exponential', multiplier: '0.5' }, 'multiplier', '1 to 100'],
  ] satisfies [Partial<GroupDraft>, string, string][])('%j is refused at %s', (change, field, text) => {
    const { settings, problems } = readDraft({ ...draft, ...change });
    expect(settings).toBeNull();
    expect(problems).toEqual({ [field]: expect.stringContaining(text) });
  });

  test('an ordered group waits a fixed interval, 3 s unless told otherwise', () => {
    expect(readDraft(withOrder(draft, 'ordered')).settings?.retryPolicy).toEqual({ type: 'fixed', intervalMs: 3000 });
    expect(readDraft(withOrder(withOrder(draft, 'ordered'), 'concurrent')).settings).toEqual(defaultSettings);
  });
});

describe('changes', () => {
  const theirs = { ...defaultSettings, maxRetries: 3 };
  test('named in words; the same policy in another key order is none', () => {
    expect(changesBetween(defaultSettings, theirs)).toEqual([
      { field: 'maxRetries', label: 'Max retries', before: '16', after: '3' },
    ]);
    expect(changesBetween(defaultSettings, { ...defaultSettings, description: 'payments' })).toEqual([
      { field: 'description', label: 'Description', before: 'none', after: 'payments' },
    ]);
    const a = {
      ...defaultSettings,
      retryPolicy: { type: 'exponential', initialMs: 1, maxMs: 2, multiplier: 2 },
    } as const;
    const b = {
      ...defaultSettings,
      retryPolicy: { multiplier: 2, maxMs: 2, initialMs: 1, type: 'exponential' },
    } as const;
    expect(changesBetween(a, b)).toEqual([]);
  });

  test('mine goes on top of theirs', () => {
    const mine = { ...defaultSettings, consumptionTimeoutMs: 60_000 };
    expect(rebase(defaultSettings, mine, theirs)).toEqual({ ...theirs, consumptionTimeoutMs: 60_000 });
  });
});

describe('what if', () => {
  const buckets = [
    { attempt: 2, leased: false, messages: 3, firstAt: '2026-01-01T00:01:00.000Z' },
    { attempt: 9, leased: false, messages: 5, firstAt: '2026-01-01T00:00:30.000Z' },
    { attempt: 9, leased: true, messages: 1, firstAt: '2026-01-01T00:00:10.000Z' },
  ];
  const asOf = '2026-01-01T00:00:00.000Z';
  const retryPolicy = { type: 'fixed', intervalMs: 60_000 } as const;
  test('who is over a lower limit, and when the first one dies', () => {
    expect(outlookOf({ maxRetries: 16, retryPolicy }, buckets, asOf)).toMatchObject({
      messages: 9,
      waiting: 8,
      dieWaiting: 0,
      dieIfFailing: 0,
    });
    expect(outlookOf({ maxRetries: 5, retryPolicy }, buckets, asOf)).toMatchObject({
      dieWaiting: 5,
      dieIfFailing: 1,
      firstDeathAt: '2026-01-01T00:00:10.000Z',
    });
    expect(outlookOf({ maxRetries: 0, retryPolicy }, [], asOf)).toMatchObject({ messages: 0, firstDeathAt: null });
  });

  test('a message of the last allowed delivery is not over the limit', () => {
    const [first] = buckets;
    // attempt 2 with max 2: delivery 3 comes at 00:01:00 and is the last one
    expect(first === undefined ? null : outlookOf({ maxRetries: 2, retryPolicy }, [first], asOf)).toMatchObject({
      dieWaiting: 0,
      firstDeathAt: '2026-01-01T00:01:00.000Z',
    });
  });
});

describe('ordered keys', () => {
  const limits = { maxRetries: 3, retryPolicy: { type: 'fixed', intervalMs: 10_000 } } as const;
  const since = '2026-01-01T00:00:00.000Z';
  const failed = { attempt: 1, held: false, failed: true, since, visibleAt: '2026-01-01T00:00:10.000Z' };
  test('free at the latest when the last try fails', () => {
    // tries 2, 3, 4 at 10, 20 and 30 s
    expect(freeAtLatest(failed, limits, Date.parse(since))).toBe('2026-01-01T00:00:30.000Z');
    expect(
      freeAtLatest(
        { ...failed, held: true, failed: false, visibleAt: '2026-01-01T00:10:00.000Z' },
        limits,
        Date.parse(since),
      ),
    ).toBe('2026-01-01T00:00:30.000Z');
  });

  test('tries a client makes on its own are an estimate, capped by the limit', () => {
    const held = { ...failed, held: true, failed: false };
    expect(attemptOf(failed, limits, Date.parse(since) + 60_000)).toEqual({ made: 1, estimate: false });
    expect(attemptOf(held, limits, Date.parse(since) + 9000)).toEqual({ made: 1, estimate: false });
    expect(attemptOf(held, limits, Date.parse(since) + 21_000)).toEqual({ made: 3, estimate: true });
    expect(attemptOf(held, limits, Date.parse(since) + 600_000)).toEqual({ made: 4, estimate: true });
  });
});

describe('lint', () => {
  const bad = (settings: Partial<typeof defaultSettings>): string[] =>
    lintSettings({ ...defaultSettings, ...settings })
      .filter(({ ok }) => !ok)
      .map(({ id }) => id);
  test('the defaults are fine', () => expect(bad({})).toEqual([]));
  test.each([
    [{ maxRetries: 0 }, ['rescue']],
    [{ maxRetries: 0, deliveryOrder: 'ordered' as const }, []],
    [{ maxRetries: 1000 }, ['life']],
    [{ maxRetries: 100, retryPolicy: { type: 'fixed', intervalMs: 1000 } as const }, ['storm']],
    [{ maxRetries: 2, retryPolicy: { type: 'fixed', intervalMs: 1000 } as const }, ['rescue']],
    [
      {
        deliveryOrder: 'ordered' as const,
        maxRetries: 60,
        retryPolicy: { type: 'fixed', intervalMs: 30_000 } as const,
      },
      ['blocking'],
    ],
    [{ consumptionTimeoutMs: 3_600_000 }, ['timeout']],
  ])('%j warns of %j', (settings, expected) => expect(bad(settings)).toEqual(expected));
});

test('policies in words', () => {
  expect(describePolicy({ type: 'stepped' })).toBe('steps 10 s … 2 h');
  expect(describePolicy({ type: 'fixed', intervalMs: 3000 })).toBe('fixed 3 s');
  expect(describePolicy({ type: 'exponential', initialMs: 5000, maxMs: 7_200_000, multiplier: 2 })).toBe(
    '5 s ×2 up to 2 h',
  );
  expect(describePolicy({ type: 'customized', intervalsMs: [10_000, 60_000] })).toBe('list 10s 1m');
});

test('more groups than are listed are counted', () => {
  const listed = [{ deliveryOrder: 'ordered' }, { deliveryOrder: 'concurrent' }] as const;
  expect(groupsHeading(listed, known(2, '2026-01-01T00:00:00Z'))).toBe('2 consumer groups, 1 ordered.');
  expect(groupsHeading(listed, known(612, '2026-01-01T00:00:00Z'))).toBe(
    'The first 2 of 612 consumer groups, 1 ordered among them.',
  );
});

describe('group table', () => {
  const asOf = '2026-01-01T00:00:00.000Z';
  const row = (name: string, dead: number | null, waiting = 0, ready = 0): GroupRow => ({
    ...defaultSettings,
    name,
    version: 1,
    createdAt: asOf,
    updatedAt: asOf,
    backlog: { total: known(ready, asOf), drain: unknown('not sampled yet'), redrive: null, trend: [] },
    figures: {
      topics: [`topic-of-${name}`],
      ready: known(ready, asOf),
      inFlight: known(0, asOf),
      waiting: known(waiting, asOf),
      dead: dead === null ? unknown('no answer', asOf) : known(dead, asOf),
      blockedKeys: known(0, asOf),
      behindBlocked: known(0, asOf),
      lag: known(ready, asOf),
      oldestReadyAt: known(null, asOf),
      nextDueAt: null,
      lastDeadAt: null,
      expiring: known(0, asOf),
      blockedSince: null,
      clients: known(0, asOf),
      broadcast: null,
    },
  });
  const rows = [row('idle', 0), row('lost', null), row('busy', 0, 0, 500), row('retrying', 0, 7), row('dying', 2)];
  const names = (list: GroupRow[]): string[] => list.map(({ name }) => name);

  test('urgent first; unknown is last either way', () => {
    expect(names(sortGroups(rows, urgentFirst))).toEqual(['dying', 'retrying', 'busy', 'idle', 'lost']);
    expect(names(sortGroups(rows, { key: 'dead', descending: false })).at(-1)).toBe('lost');
    expect(names(sortGroups(rows, { key: 'nonsense', descending: true }))[0]).toBe('dying');
    expect(names(sortGroups(rows, { key: 'name', descending: false }))).toEqual([
      'busy',
      'dying',
      'idle',
      'lost',
      'retrying',
    ]);
  });

  test('filters by name, topic and state', () => {
    const none = { q: '', order: '', state: '' };
    expect(names(filterGroups(rows, { ...none, q: 'TOPIC-OF-BUSY' }))).toEqual(['busy']);
    expect(names(filterGroups(rows, { ...none, state: 'trouble' }))).toEqual(['retrying', 'dying']);
    expect(names(filterGroups(rows, { ...none, state: 'unknown' }))).toEqual(['lost']);
    expect(names(filterGroups(rows, { ...none, order: 'ordered' }))).toEqual([]);
  });
});
