import { expect, test } from 'vitest';
import type { FailureReason, MessageTimeline, TimelineState } from '@/lib/model/message/timeline';
import { broadcastRows, broadcastSummary } from './broadcast.model';
import { clientsOf, scopeBadge, scopesOf } from './scope.model';

const at = '2026-01-01T00:00:00.000Z';
const reason: FailureReason = {
  generation: 0,
  attempt: 1,
  errorType: 'E',
  message: 'why',
  stack: null,
  reportedAt: at,
  fingerprint: '',
  appVersion: null,
};

function timeline(
  clientId: string | null,
  state: TimelineState,
  fields: Partial<MessageTimeline> = {},
): MessageTimeline {
  return {
    messageId: 'M1',
    topic: 'news',
    queueNo: 0,
    offset: 7,
    group: clientId === null ? 'shared' : 'caches',
    client: clientId === null ? null : { clientId, lastSeen: at, ofClients: 3 },
    deliveryOrder: 'concurrent',
    maxRetries: 0,
    retryPolicy: { type: 'stepped' },
    policyVersion: 1,
    consumptionTimeoutMs: 900_000,
    asOf: at,
    storedAt: at,
    state,
    generation: 0,
    dueAt: null,
    deadLetterId: null,
    deadAt: null,
    deathCause: null,
    expiresAt: null,
    events: [],
    reasons: [],
    deliveries: [],
    processes: [],
    lives: [],
    waitingBehind: null,
    prediction: null,
    redriveId: null,
    held: null,
    keyHold: null,
    accepted: null,
    discarded: null,
    ...fields,
  };
}

const delivery = (attempt: number): MessageTimeline['deliveries'][number] => ({
  generation: 0,
  attempt,
  state: 'failed',
  startedAt: at,
  endedAt: at,
  leaseEndsAt: null,
  waitedMs: 0,
  tookMs: 5,
  client: 'b',
  autoRenew: false,
  cause: 'nack',
  reason: attempt === 1 ? reason : null,
  policyVersion: 1,
  extensions: 0,
  ackedEarlyAt: null,
  late: null,
});

const three = [
  timeline('c', 'consumed'),
  timeline('b', 'dropped', { deliveries: [delivery(0), delivery(1)], reasons: [reason] }),
  timeline('a', 'ready'),
];

test('one row per client, failed first, with the delivery that counts; a lost reply is not a delivery', () => {
  expect(
    broadcastRows(three).map(({ clientId, state, lostReplies, reason: why }) => [
      clientId,
      state,
      lostReplies,
      why?.message,
    ]),
  ).toEqual([
    ['b', 'dropped', 1, 'why'],
    ['a', 'ready', 0, undefined],
    ['c', 'consumed', 0, undefined],
  ]);
  expect(broadcastRows(three)[0]?.delivery?.attempt).toBe(1);
});

test('the sentence counts every client once, and says when some are not shown', () => {
  expect(broadcastSummary(three)).toMatchObject({
    sentence: 'Broadcast to 3 clients: consumed by 1, failed at 1, not yet delivered to 1.',
    failed: 1,
  });
  expect(broadcastSummary(three.slice(0, 1)).sentence).toBe('Broadcast to the 1 of 3 clients shown: consumed by 1.');
});

test('as a place to look at, a broadcast group is one among the groups', () => {
  const all = [...three, timeline(null, 'consumed')];
  expect(
    scopesOf(all)
      .map(({ group }) => group)
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['caches', 'shared']);
  const [first] = three;
  if (first === undefined) throw new Error('three expected');
  expect(clientsOf(all, first)).toHaveLength(3);
  expect(clientsOf(all, timeline(null, 'consumed'))).toEqual([]);
  expect(scopeBadge(all, first)).toEqual({ state: 'dead', label: 'Broadcast: failed at 1' });
  const well = all.filter(({ state }) => state === 'consumed');
  expect(scopeBadge(well, first)).toEqual({ state: 'consumed', label: 'Broadcast: all done' });
});
