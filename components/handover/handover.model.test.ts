import { expect, test } from 'vitest';
import type { HandoverView } from '@/lib/console/operations/handover/views';
import { rankProblems } from '@/lib/model/problem/rank';
import { known, unknown } from '@/lib/model/reading';
import { eventsOf, gapsOf, permalinkOf, presetsOf, summaryOf } from './handover.model';
import { handoverText } from './handover-text.model';

const AT = '2026-11-22T08:00:00.000Z';
const FROM = '2026-11-21T20:00:00.000Z';

const found = (group: string) =>
  ({
    kind: 'no-consumer',
    of: { group, ready: known(12, AT), oldestAt: null, since: '2026-11-22T03:00:00.000Z' },
  }) as const;
const [open, taken] = rankProblems([found('billing'), found('search')], [], undefined, [
  {
    ...{ problem: 'no-consumer search', tier: 'messages', weight: 12 },
    ...{ by: 'ana@example.com', at: AT, until: '2026-11-22T09:30:00.000Z', note: 'restarting it' },
  },
]);
if (open === undefined || taken === undefined) throw new Error('two problems are expected');

const counts = {
  ...{ selected: 4, consumed: 1, inFlight: 0, retrying: 0, diedAgain: 2, notFailed: 0, recalled: 0, filteredOut: 0 },
  ...{ notYetFetched: 1, cancelled: 0, excluded: 0, unknown: 0, sent: 0, released: 3, firstDeliveryFailed: 2 },
};

const VIEW: HandoverView = {
  ...{ asOf: AT, from: FROM, to: AT, group: null },
  open: known(
    {
      ...{ items: [open], total: 3, acknowledged: [taken] },
      lostNext: [{ at: '2026-11-22T10:10:00.000Z', kind: 'first-expiry', group: 'billing', count: 1 }],
      lostNextTotal: 3,
      checks: [
        { kind: 'no-consumer', fine: 'Every group with messages has a consumer', found: 2 },
        { kind: 'blocked-keys', fine: 'No key is blocked', found: 0 },
        { kind: 'alarm', fine: 'No other alarm is firing', found: null },
      ],
    },
    AT,
  ),
  alarms: known(
    {
      items: [
        {
          ...{ incidentId: 7, severity: 'critical', title: 'Dead letters, group billing: 412' },
          ...{ firedAt: '2026-11-21T19:00:00.000Z', resolvedAt: '2026-11-22T02:00:00.000Z', path: '/alarms/7' },
          ...{ ended: 'Resolved: New dead letters, group billing: consumed 412', acknowledgedBy: 'ana@example.com' },
          events: [
            {
              at: '2026-11-21T20:05:00.000Z',
              kind: 'acknowledged',
              actor: 'ana@example.com',
              note: 'gateway\n- 01:00 ok',
              value: 1,
            },
          ],
          eventsTotal: 1,
        },
      ],
      ...{ more: false, total: 1, isAtLeast: false },
    },
    AT,
  ),
  redrives: known(
    {
      items: [
        {
          ...{ redriveId: 2, name: 'RD-2', group: 'billing', ordered: false, maxRetries: 16, state: 'stopped' },
          ...{ phase: 'canary', phaseAt: null, roundAt: null, heldAt: null, heldDelayMs: null, failing: null },
          ...{ care: { canary: 4, ramp: [], abort: null }, ratePerSecond: null, reason: 'fixed in 2.14', counts },
          ...{ createdBy: 'po@example.com', frozenAt: '2026-11-22T01:00:00.000Z', finishedAt: null, releasedAt: null },
          ...{ scope: 'all dead letters', via: null, mostDeliveries: 17, inCluster: null },
          stop: { rule: 'canary-failed', at: '2026-11-22T01:01:00.000Z', failed: 2, of: 3 },
        },
      ],
      ...{ more: false, total: 1, isAtLeast: false },
    },
    AT,
  ),
  changes: known(
    {
      items: [
        {
          ...{ auditId: 12, at: '2026-11-22T00:30:00.000Z', actorKind: 'operator', actor: 'po@example.com' },
          ...{
            action: 'group.update',
            target: 'billing',
            reason: 'slower',
            before: { maxRetries: 16 },
            after: { maxRetries: 3 },
            counts: null,
          },
        },
      ],
      ...{ more: true, total: 214, isAtLeast: false, runsLeftOut: false },
    },
    AT,
  ),
};
const NONE = { items: [], more: false, total: 0, isAtLeast: false };
const NOTHING: HandoverView = {
  ...VIEW,
  open: known({ items: [], total: 0, acknowledged: [], lostNext: [], lostNextTotal: 0, checks: [] }, AT),
  alarms: known(NONE, AT),
  redrives: known(NONE, AT),
  changes: known({ ...NONE, runsLeftOut: false }, AT),
};

test('the events of a span stand in their order; what was before it is not among them', () => {
  expect(eventsOf(VIEW).map(({ at, says }) => `${at.slice(11, 16)} ${says}`)).toEqual([
    '20:05 ana@example.com acknowledged alarm: Dead letters, group billing: 412',
    '00:30 po@example.com changed group billing',
    '01:00 po@example.com started RD-2 of billing: 4 dead letters',
    '01:01 RD-2 of billing was stopped by its stop rule',
    '02:00 Resolved: New dead letters, group billing: consumed 412',
  ]);
});

test('a change whose action names its target names it once', () => {
  if (VIEW.changes.kind !== 'value') throw new Error('they are known');
  const [change] = VIEW.changes.value.items;
  const practice = { ...change, action: 'practice.start', target: 'practice incident' } as typeof change & object;
  const changes = known({ ...NONE, items: [practice], total: 1, runsLeftOut: false }, AT);
  expect(eventsOf({ ...NOTHING, changes }).map(({ says }) => says)).toEqual([
    'po@example.com started the practice incident',
  ]);
});

test('the name of a token is no part of the product', () => {
  if (VIEW.changes.kind !== 'value') throw new Error('they are known');
  const [change] = VIEW.changes.value.items;
  const items = ['token', 'system'].map(
    (actorKind) => ({ ...change, actorKind, actor: 'start' }) as typeof change & object,
  );
  const changes = known({ ...NONE, items, total: 2, runsLeftOut: false }, AT);
  expect(eventsOf({ ...NOTHING, changes }).map(({ says }) => says.split(' changed ')[0])).toEqual([
    ...['start', 'server start'],
  ]);
});

test('the text: the span with its address, open problems with their pages, notes, outcomes, what is missing', () => {
  expect(handoverText(VIEW, 'https://redrive.example.com', null))
    .toBe(`Handover, 2026-11-21 20:00 UTC to 2026-11-22 08:00 UTC
https://redrive.example.com/handover?from=2026-11-21T20%3A00%3A00.000Z&to=2026-11-22T08%3A00%3A00.000Z

Open now (2026-11-22 08:00 UTC): 3 problems, sorted by messages lost or not processed:
1. billing: no consumer is connected since 2026-11-22 03:00 UTC; 12 messages wait.
   https://redrive.example.com/groups/billing/clients
and 2 less urgent: https://redrive.example.com/

Acknowledged:
- search: no consumer is connected since 2026-11-22 03:00 UTC; 12 messages wait.
  acknowledged by ana@example.com until 2026-11-22 09:30 UTC: restarting it
  https://redrive.example.com/groups/search/clients

Upcoming losses unless an attempt succeeds:
- 2026-11-22 10:10 UTC: billing, 1 dead letter expires
- and 2 later

Not checked:
- No other alarm is firing

Checks passed: No key is blocked.

Events:
- 2026-11-21 20:05 UTC: ana@example.com acknowledged alarm: Dead letters, group billing: 412. “gateway - 01:00 ok”
- 2026-11-22 00:30 UTC: po@example.com changed group billing. “slower” (max retries 16 → 3)
- 2026-11-22 01:00 UTC: po@example.com started RD-2 of billing: 4 dead letters. “fixed in 2.14” (all dead letters)
- 2026-11-22 01:01 UTC: RD-2 of billing was stopped by its stop rule.
- 2026-11-22 02:00 UTC: Resolved: New dead letters, group billing: consumed 412.

Re-drives, current state:
- RD-2 of billing: Stopped by rule: 1 consumed, 2 failed again, 1 not yet fetched

Incomplete:
- Only the newest 1 of 214 changes are listed. Choose a shorter period to see the others.`);
});

test('one sentence says how much there is; what could not be read is unknown, and never none', () => {
  expect(summaryOf(VIEW)).toEqual({
    bold: '3 open problems.',
    rest: 'In this period: 1 alarm, 1 re-drive, 214 changes.',
  });
  expect(summaryOf(NOTHING)).toEqual({
    bold: 'No open problems.',
    rest: 'In this period: 0 alarms, 0 re-drives, 0 changes.',
  });
  const unread: HandoverView = { ...NOTHING, open: unknown('no answer'), changes: unknown('needs audit:read') };
  expect(summaryOf(unread)).toEqual({
    bold: 'Open problems are unknown.',
    rest: 'In this period: 0 alarms, 0 re-drives, changes unknown.',
  });
  expect(gapsOf(unread)).toEqual(['Changes are not shown: needs audit:read.']);
  const check = { kind: 'alarm', fine: 'No other alarm is firing', found: null } as const;
  const unsure = known({ items: [], total: 0, acknowledged: [], lostNext: [], lostNextTotal: 0, checks: [check] }, AT);
  expect(summaryOf({ ...NOTHING, open: unsure }).bold).toBe('No open problems were found.');
});

test('what is cut says how much there is, and never that less than that happened', () => {
  const alarms = VIEW.alarms.kind === 'unknown' ? [] : VIEW.alarms.value.items;
  const cut: HandoverView = {
    ...NOTHING,
    alarms: known(
      { items: alarms.map((each) => ({ ...each, eventsTotal: 61 })), more: true, total: 10_000, isAtLeast: true },
      AT,
    ),
    changes: known({ ...NONE, runsLeftOut: true }, AT),
  };
  expect(gapsOf(cut)).toEqual([
    'Only the newest 1 of at least 10,000 alarms are listed. Choose a shorter period to see the others.',
    '60 older events of these alarms are not listed. Open the alarm to see all events.',
    'Changes of the oldest re-drives are not listed. Choose a shorter period to see them.',
  ]);
  expect(summaryOf(cut).rest).toBe('In this period: at least 10,000 alarms, 0 re-drives, 0 changes.');
});

test('last night is from 20:00 to 08:00 of the reader; the one under way ends now', () => {
  const nightAt = (now: string, zone: string) => presetsOf(Date.parse(now), zone)[0];
  expect(nightAt('2026-11-22T09:00:00Z', 'UTC')).toMatchObject({ from: FROM, to: AT });
  expect(nightAt('2026-11-22T03:00:00Z', 'UTC')).toMatchObject({ from: FROM, to: undefined });
  expect(nightAt('2026-11-22T09:00:00Z', 'Asia/Tokyo')).toMatchObject({
    from: '2026-11-21T11:00:00.000Z',
    to: '2026-11-21T23:00:00.000Z',
  });
  // The evening before, also when that day had 25 hours or 23.
  expect(nightAt('2026-10-25T22:30:00Z', 'Europe/Berlin')).toMatchObject({
    from: '2026-10-24T18:00:00.000Z',
    to: '2026-10-25T07:00:00.000Z',
  });
  expect(nightAt('2026-03-29T22:30:00Z', 'Europe/Berlin')).toMatchObject({
    from: '2026-03-29T18:00:00.000Z',
    to: undefined,
  });
});

test('the permalink names both ends and the group, in its workspace', () => {
  expect(permalinkOf({ ...VIEW, group: 'a b' }, 'eu-prod')).toBe(
    '/c/eu-prod/handover?from=2026-11-21T20%3A00%3A00.000Z&to=2026-11-22T08%3A00%3A00.000Z&group=a+b',
  );
});
