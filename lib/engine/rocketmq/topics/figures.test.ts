import { expect, test } from 'vitest';

import type { QueuePosition, TopicFigures } from '../../../cluster';
import type { Drain } from '../../../model/backlog/drain';
import { known, type Reading, unknown } from '../../../model/reading';
import { lossOf } from './figures';
import type { OutFlow } from './out-flow';

const asOf = '2026-11-28T12:00:00.000Z';
const figures = { asOf } as TopicFigures;
const retention = new Map<string, number | null>([['broker-a', 48]]);

function queue(queueNo: number, unread: number) {
  const position: QueuePosition = { broker: 'broker-a', queueNo, offset: 100 - unread, fetched: 100, lastMs: null };
  const own = { broker: 'broker-a', queueNo, stored: 50, minOffset: 50, endOffset: 100, lastMinute: 0, lastAt: asOf };
  return { ...own, oldestAt: known<string | null>(asOf, asOf), position, unread };
}

/** Each queue holds what is as many hours old as its number says. */
const storedAt = async ({ queueNo }: { readonly queueNo: number }): Promise<Reading<string | null>> =>
  known(new Date(Date.parse(asOf) - queueNo * 3_600_000).toISOString(), asOf);
const drains = (drain: Drain): Reading<Drain> => known(drain, asOf);
const allMove: OutFlow['isStuck'] = () => false;
const loss = (
  drain: Reading<Drain>,
  { queues = [queue(3, 20), queue(47, 10), queue(0, 0)], of = retention, isStuck = allMove } = {},
) => lossOf({ retention: of, drain, figures }, queues, { storedAt, isStuck });

test('a group loses messages when its oldest unread one passes the retention, in whichever queue', async () => {
  const first = { at: '2026-11-28T13:00:00.000Z', broker: 'broker-a', queueNo: 47 };
  for (const drain of [{ kind: 'never' }, { kind: 'growing', perSecond: 2 }] as const)
    expect(await loss(drains(drain))).toMatchObject({ kind: 'value', value: { kind: 'loses', ...first } });
  expect(await loss(drains({ kind: 'drains', ms: 1, perSecond: 1 }))).toMatchObject({ value: { kind: 'catches-up' } });
  expect(await loss(unknown('not sampled yet'))).toMatchObject({ value: { kind: 'unless-read', ...first } });
});

test('nothing unread is nothing to lose; what is not known is unknown', async () => {
  expect(await loss(drains({ kind: 'empty' }), { queues: [queue(3, 0)] })).toMatchObject({ value: { kind: 'none' } });
  expect(await loss(drains({ kind: 'never' }), { queues: [] })).toMatchObject({ kind: 'unknown' });
  const silent = new Map<string, number | null>([['broker-a', null]]);
  expect(await loss(drains({ kind: 'never' }), { queues: [queue(3, 10)], of: silent })).toMatchObject({
    ...{ kind: 'unknown', reason: 'broker-a does not report its retention' },
  });
});

test('it catches up only if it is done before the first loss', async () => {
  const inTime = { kind: 'drains', ms: 3_600_000, perSecond: 1 } as const;
  expect(await loss(drains(inTime))).toMatchObject({ value: { kind: 'catches-up', queueNo: 47 } });
  expect(await loss(drains({ ...inTime, ms: inTime.ms + 1 }))).toMatchObject({ value: { kind: 'loses', queueNo: 47 } });
});

test('a queue that stands still loses, however fast the others drain; one that is not known may', async () => {
  const drain = drains({ kind: 'drains', ms: 1, perSecond: 1_000 });
  const stuck = (no: number, is: boolean | null) => ({
    isStuck: ({ queueNo }: { readonly queueNo: number }) => (queueNo === no ? is : false),
  });
  expect(await loss(drain, stuck(3, true))).toMatchObject({ value: { kind: 'loses', queueNo: 3 } });
  expect(await loss(drain, stuck(3, null))).toMatchObject({ value: { kind: 'unless-read', queueNo: 47 } });
  expect(await loss(drain, stuck(0, true))).toMatchObject({ value: { kind: 'catches-up' } });
  // One of more queues than are looked into.
  const queues = Array.from({ length: 17 }, (_queue, no) => queue(no + 1, 40 - no));
  expect(await loss(drain, { queues, ...stuck(17, true) })).toMatchObject({ value: { kind: 'unless-read' } });
  expect(await loss(drain, { queues })).toMatchObject({ value: { kind: 'catches-up' } });
});
