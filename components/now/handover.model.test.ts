import { expect, test } from 'vitest';
import { rankProblems } from '@/lib/model/problem/rank';
import { known, unknown } from '@/lib/model/reading';
import { handoverText } from './handover.model';

const AT = '2026-11-22T03:24:10.000Z';

test('the text of a handover: each problem with its page, who has what in hand, what is lost next, what is not known', () => {
  const found = (group: string) =>
    ({
      kind: 'no-consumer',
      of: { group, ready: known(12, AT), oldestAt: null, since: '2026-11-22T03:00:00.000Z' },
    }) as const;
  const [open, taken] = rankProblems([found('billing'), found('search')], [], undefined, [
    {
      ...{ problem: 'no-consumer search', tier: 'messages', weight: 12 },
      ...{ by: 'ana@example.com', at: AT, until: '2026-11-22T04:30:00.000Z', note: 'restarting it' },
    },
  ]);
  if (open === undefined || taken === undefined) throw new Error('two problems are expected');
  expect(taken.ack?.by).toBe('ana@example.com');
  const text = handoverText(
    {
      ...{ items: [open], total: 3, acknowledged: [taken], mayNotAcknowledge: null, groups: [] },
      ...{ activeCount: 1, groupCount: 2 },
      checks: [
        { kind: 'no-consumer', fine: 'Every group with messages has a consumer', found: 2 },
        { kind: 'blocked-keys', fine: 'No key is blocked', found: 0 },
        { kind: 'alarm', fine: 'No other alarm fires', found: null },
      ],
      lostNext: [{ at: '2026-11-22T06:10:00.000Z', kind: 'first-expiry', group: 'billing', count: 1 }],
      ...{ rules: unknown('no answer'), clients: unknown('no answer') },
    },
    AT,
    'https://redrive.example.com',
  );
  expect(text).toBe(`Handover, 2026-11-22 03:24 UTC, https://redrive.example.com

3 open problems, most messages lost or not processed first:
1. billing: no consumer is connected since 2026-11-22 03:00 UTC; 12 messages wait.
   https://redrive.example.com/groups/billing/clients
and 2 more, less urgent: https://redrive.example.com/

Acknowledged:
- search: no consumer is connected since 2026-11-22 03:00 UTC; 12 messages wait.
  ana@example.com until 2026-11-22 04:30 UTC: restarting it
  https://redrive.example.com/groups/search/clients

Upcoming losses, unless an attempt succeeds:
- 2026-11-22 06:10 UTC: billing, 1 dead letter expires

Could not be checked:
- No other alarm fires

Checks passed: No key is blocked.`);
});
