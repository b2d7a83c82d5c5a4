import { describe, expect, it } from 'vitest';
import type { GroupNow, LostNext, ProblemsPage } from '@/lib/console/operations/problems/views';
import { known, stale, unknown } from '@/lib/model/reading';
import { expiryWords, groupCounts, groupLook, groupsWords, lostWords, nowHeading } from './now.model';

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
  trend: [],
};
const page = (change: Partial<ProblemsPage>): ProblemsPage => ({
  ...{ items: [], total: 0, acknowledged: [], mayNotAcknowledge: null, groups: [group], lostNext: [] },
  ...{ activeCount: 1, groupCount: 1 },
  checks: [{ kind: 'dead-letters', fine: 'none', found: 0 }],
  rules: unknown('no answer'),
  clients: unknown('no answer'),
  ...change,
});

describe('the heading of Now', () => {
  it('is fine only when every check was made', () => {
    expect(nowHeading(page({ groups: [], groupCount: 0 }))).toBe('There is no group to check yet.');
    expect(nowHeading(page({}))).toBe('No open problems. 1 group checked.');
    expect(nowHeading(page({ total: 4 }))).toBe(
      '4 open problems, ranked by the number of messages lost or not processed.',
    );
    expect(nowHeading(page({ checks: [{ kind: 'dead-letters', fine: 'none', found: null }] }))).toBe(
      'No problem was found. 1 check could not be made: there may be more.',
    );
  });
});

describe('a group at a glance', () => {
  it('is counted when it is idle, and not drawn', () => {
    expect(groupsWords(page({}))).toBe('1 of 1');
    expect(groupsWords(page({ activeCount: 1, groupCount: 145 }))).toBe('1 of 145; 144 idle groups not shown');
    expect(groupsWords(page({ activeCount: 20, groupCount: 21 }))).toBe(
      'first 1 of 20 active, 20 of 21; 1 idle group not shown',
    );
  });
  it('is fine only with fresh counts', () => {
    expect(groupLook(group)).toEqual({ state: 'fine', word: 'No problem' });
    expect(groupLook({ ...group, isIdle: true }).word).toBe('Idle');
    expect(groupLook({ ...group, dead: stale(1, AT, 'old') }).word).toBe('Stale');
    expect(groupLook({ ...group, dead: unknown('no answer') }).word).toBe('Unknown');
    expect(groupLook({ ...group, pausedAt: AT }).word).toBe('Paused');
    expect(groupLook({ ...group, problem: 'blocked-keys', pausedAt: AT }).word).toBe('Blocked');
  });
  it('says what there is, and that unknown is not 0', () => {
    expect(groupCounts(group)).toBe('backlog 185.2k · 941 waiting retry · 412 dead letters');
    expect(groupCounts({ ...group, ready: unknown('x'), blockedKeys: 1 })).toBe(
      'backlog unknown: not subscribed · 941 waiting retry · 412 dead letters · 1 blocked key',
    );
    expect(groupCounts({ ...group, dead: unknown('not sampled') })).toBe('not sampled');
  });
  it('says that no dead letter expires only when it was counted', () => {
    const words = (found: number | null) =>
      expiryWords({ checks: [{ kind: 'expiring-letters', fine: 'none', found }] });
    expect([words(0), words(2)]).toEqual(['No dead letter expires in the next 24 hours.', null]);
    expect(words(null)).toBe('Whether a dead letter expires in the next 24 hours is unknown.');
    expect(expiryWords({ checks: [] })).toContain('unknown');
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
