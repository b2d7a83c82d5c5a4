import { describe, expect, test } from 'vitest';
import { defaultSettings } from '@/components/groups/settings/draft.model';
import type { GroupRow } from '@/lib/console/operations/groups/views';
import { known, unknown } from '@/lib/model/reading';
import { filterGroups, groupsHeading, sortGroups, urgentFirst } from './groups.model';

test('more groups than are listed are counted', () => {
  const listed = [{ deliveryOrder: 'ordered' }, { deliveryOrder: 'concurrent' }] as const;
  expect(groupsHeading(listed, known(2, '2026-01-01T00:00:00Z'))).toBe('2 consumer groups, 1 ordered.');
  expect(groupsHeading(listed, known(612, '2026-01-01T00:00:00Z'))).toBe(
    'The first 2 of 612 consumer groups, 1 of them ordered.',
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
    paused: null,
    inBrokers: null,
    backlog: { total: known(ready, asOf), drain: unknown('not counted yet'), redrive: null, trend: [] },
    figures: {
      topics: [`topic-of-${name}`],
      ready: known(ready, asOf),
      inFlight: known(0, asOf),
      waiting: known(waiting, asOf),
      dead: dead === null ? unknown('no answer', asOf) : known(dead, asOf),
      blockedKeys: known(0, asOf),
      oldestReadyAt: known(null, asOf),
      clients: known(0, asOf),
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
