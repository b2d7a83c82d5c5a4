import { expect, test } from 'vitest';
import type { VersionView } from '@/lib/console/operations/groups/views';
import { defaultGroupSettings, type GroupSettings } from '@/lib/model/group/group-settings';
import { meaningOf, summaryOf, whyUncounted } from './history.model';

const base = defaultGroupSettings('concurrent');
const version = (number: number, change: Partial<GroupSettings> = {}): VersionView => ({
  ...{ version: number, actor: 'ana', reason: null, at: '2026-01-01T00:00:00Z', use: null },
  settings: { ...base, ...change },
});

test('a version says what it changed', () => {
  expect(summaryOf(undefined, version(1))).toBe('Group created');
  expect(summaryOf(version(1), version(2, { maxRetries: 3 }))).toBe('Max retries 16 → 3');
  expect(summaryOf(version(1), version(2))).toBe('The same settings saved again');
});

test('what it means for a message that keeps failing', () => {
  const short = { ...base, maxRetries: 3, retryPolicy: { type: 'fixed', intervalMs: 10_000 } } as const;
  expect(meaningOf(base, short)).toBe('A failing message moves to the DLQ after 30 s instead of 4 h 45 m 40 s.');
  expect(meaningOf(base, { ...base, description: 'x' })).toBe(
    'The time until a failing message moves to the DLQ does not change.',
  );
  expect(meaningOf(base, { ...base, messageModel: 'broadcasting' })).toMatch(/every message/);
  const ordered = defaultGroupSettings('ordered');
  expect(meaningOf(ordered, { ...ordered, maxRetries: 2 })).toBe(
    'A failing head message blocks its key for 6 s instead of 48 s.',
  );
});

test('a version without counts says why', () => {
  const now = Date.parse('2026-02-01T00:00:00Z');
  const of = (at: string, inUse: boolean) => whyUncounted({ at }, inUse, now);
  expect(of('2026-01-31T23:59:30Z', true)).toBe('not counted yet');
  expect(of('2026-01-31T12:00:00Z', false)).toBe('under a minute');
  expect(of('2025-12-01T00:00:00Z', false)).toBe('not kept');
});
