import { expect, test } from 'vitest';
import type { RefusedView, ThrottlingPage } from '@/lib/console/operations/limits/views';
import { DEFAULT_PRODUCER_RETRY } from '@/lib/model/delivery/producer-retry';
import { known, unknown } from '@/lib/model/reading';
import { refusedProducers } from './refused.model';
import { experienceWords, leadOf } from './throttling-lead.model';

const AT = '2026-01-01T00:00:00.000Z';
const wait = { ...{ through: 2, longestMs: 900, waiting: 1, waitingMs: 400 }, gone: 3, mostInARow: 2, lostSight: 0 };
const page: ThrottlingPage = {
  ...{ topic: null, range: '1h', until: null, stepSeconds: 10, bars: known([], AT), marks: known([], AT) },
  ...{ limits: known([], AT), protections: [], throttled: known([], AT), refusals: known([], AT) },
  refused: known({ requests: 6, sends: 6, clients: 1, named: 1, lastAt: AT, topics: [] }, AT),
  waits: known(wait, AT),
  ...{ load: known([], AT), failovers: known([], AT), retry: known(DEFAULT_PRODUCER_RETRY, AT) },
};

test('leads with what producers gave up on', () => {
  expect(leadOf([], page)).toEqual({
    tone: 'throttled',
    sentence: 'Producers gave up on 3 messages in the last 15 min, as seen by this node. No request is refused now.',
    detail: '6 requests were refused in the last 15 min. 2 messages were accepted on a later attempt; 1 being retried.',
  });
});

test('unknown is said, and is no 0', () => {
  const lead = leadOf([], { ...page, waits: unknown('not kept') });
  expect(lead.sentence).toBe('No request is refused now.');
  expect(lead.detail).toContain('How many messages producers gave up on is unknown.');
});

test('the essay is one line that has its result', () => {
  expect(experienceWords({ ...DEFAULT_PRODUCER_RETRY, maxAttempts: 3, firstWaitMs: 1000, multiplier: 1.6 })).toBe(
    'a refused send is retried after 1 s, then 1.6 s; after 3 attempts the application gets TOO_MANY_REQUESTS (42900)',
  );
  expect(experienceWords({ ...DEFAULT_PRODUCER_RETRY, maxAttempts: 1 })).toMatch(/^a refused send is not retried; /);
});

test('clients of one application on one host are one row, and unknown waits stay unknown', () => {
  const row = (client: string, refused: number, its: RefusedView['wait']): RefusedView => ({
    ...{ limit: 'send-rate of topic payments', topic: 'payments', group: '', client, accessKey: 'checkout-api' },
    ...{ refused, lastAt: AT, wait: its },
  });
  const known2 = known(wait, AT);
  const rows = refusedProducers([
    row('pay-1@10@1@a', 5, known2),
    row('pay-2@11@1@b', 9, known2),
    row('pay-1@12@1@c', 6, known2),
    row('pay-2@13@1@d', 1, unknown('of another node')),
  ]);
  expect(rows.map(({ host, clients, refused }) => [host, clients.length, refused])).toEqual([
    ['pay-1', 2, 11],
    ['pay-2', 2, 10],
  ]);
  expect(rows[0]?.wait).toMatchObject({ value: { through: 4, gone: 6, longestMs: 900 } });
  expect(rows[1]?.wait.kind).toBe('unknown');
});
