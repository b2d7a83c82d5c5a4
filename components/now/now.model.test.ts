import { describe, expect, it } from 'vitest';
import type { GroupNow, LostNext, ProblemsPage } from '@/lib/console/operations/problems/views';
import { known, stale, unknown } from '@/lib/model/reading';
import { groupCounts, groupLook, lostWords, nowHeading } from './now.model';

const AT = '2026-11-21T03:24:10.000Z';
const group: GroupNow = {
  name: 'billing',
  ready: known(184_220, AT),
  inFlight: known(0, AT),
  waiting: known(941, AT),
  dead: known(412, AT),
  unaccepted: 412,
  blockedKeys: 0,
  problem: null,
  pausedAt: null,
  pausedBy: null,
  isIdle: false,
};
const page = (change: Partial<ProblemsPage>): ProblemsPage => ({
  ...{ items: [], total: 0, acknowledged: [], mayNotAcknowledge: null, groups: [group], groupCount: 1, lostNext: [] },
  checks: [{ kind: 'dead-letters', fine: 'none', found: 0 }],
  rules: unknown('no answer'),
  clients: unknown('no answer'),
  ...change,
});

describe('the heading of Now', () => {
  it('is fine only when every check was made', () => {
    expect(nowHeading(page({ groups: [], groupCount: 0 }))).toBe('There is no group to check yet.');
    expect(nowHeading(page({}))).toBe('No open problems. 1 group checked.');
    expect(nowHeading(page({ checks: [{ kind: 'dead-letters', fine: 'none', found: null }] }))).toBe(
      'No problem was found. 1 check could not be made: there may be more.',
    );
  });
});

describe('a group at a glance', () => {
  it('is fine only with fresh counts', () => {
    expect(groupLook(group)).toEqual({ state: 'fine', word: 'Fine' });
    expect(groupLook({ ...group, isIdle: true }).word).toBe('Idle');
    expect(groupLook({ ...group, dead: stale(1, AT, 'old') }).word).toBe('Stale');
    expect(groupLook({ ...group, dead: unknown('no answer') }).word).toBe('Unknown');
    expect(groupLook({ ...group, pausedAt: AT }).word).toBe('Paused');
    expect(groupLook({ ...group, problem: 'blocked-keys', pausedAt: AT }).word).toBe('Blocked');
  });
  it('says what there is, and that unknown is not 0', () => {
    expect(groupCounts(group)).toBe('184.2k ready · 941 waiting · 412 dead');
    expect(groupCounts({ ...group, ready: unknown('x'), blockedKeys: 1 })).toBe(
      'not subscribed · 941 waiting · 412 dead · 1 blocked key',
    );
    expect(groupCounts({ ...group, dead: unknown('not sampled') })).toBe('not sampled');
  });
  it('says what is lost next', () => {
    const words = (kind: LostNext['kind'], count: number) => lostWords({ at: AT, kind, group: 'billing', count });
    expect([words('first-expiry', 1), words('first-expiry', 1316)]).toEqual([
      '1 dead letter expires',
      'first of 1,316 dead letters expires',
    ]);
    expect([words('first-last-try', 1), words('all-decided', 8)]).toEqual(['last attempt', 'last of 8 last attempts']);
    expect(words('within-hour', 1)).toBe('1 message within the hour');
  });
});
