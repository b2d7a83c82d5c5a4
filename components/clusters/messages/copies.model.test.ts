import { expect, test } from 'vitest';

import { unreportedWords } from '@/components/dead-letters/cluster/letter.model';
import { copyWords, storyOf, tracedWords, unseenWords } from './copies.model';

const copy = {
  ...{ broker: 'broker-a', topic: 'orders', queueNo: 0, offset: 1, storedAt: '2026-01-01T00:00:00.000Z' },
  ...{ messageId: 'm', tag: null, keys: [], firstDeliveredAt: null, bodyBytes: 2 },
};

test.each([
  [{ role: 'sent', group: null, reconsumeTimes: 0 }, 'sent'],
  [{ role: 'retry', group: 'billing', reconsumeTimes: 2 }, 'retry 2 of billing due'],
  [{ role: 'retry', group: 'billing', reconsumeTimes: 0 }, 'sent again to billing only'],
  [{ role: 'dead', group: 'billing', reconsumeTimes: 3 }, 'moved to the DLQ of billing'],
] as const)('%j', (of, words) => {
  expect(copyWords({ ...copy, ...of })).toBe(words);
});

const delivered = {
  ...({ kind: 'delivered', messageId: 'm', group: 'billing', client: '10.0.0.7', attempt: 2 } as const),
  atMs: Date.parse('2026-01-01T00:00:01.000Z'),
};
const to = 'delivery 2 to billing, client on 10.0.0.7';

test.each([
  [{ ...delivered, end: null }, `${to}: end not traced`],
  [{ ...delivered, end: { tookMs: 12, isSuccess: true, code: 'SUCCESS' } }, `${to}: consumed after 12 ms`],
  [{ ...delivered, end: { tookMs: 12, isSuccess: false, code: null } }, `${to}: failed after 12 ms`],
  [
    { ...delivered, end: { tookMs: 1_500, isSuccess: false, code: 'EXCEPTION' } },
    `${to}: 4.x client: EXCEPTION, its listener threw, after 1.5 s`,
  ],
  [
    { ...delivered, kind: 'sent', topic: 'orders', group: 'senders', tookMs: 3, isSuccess: false },
    'send by producer senders on 10.0.0.7 failed after 3 ms',
  ],
] as const)('%j', (traced, words) => {
  expect(tracedWords(traced)).toBe(words);
});

test('copies and traces are one story, in the order of time', () => {
  const sent = { ...copy, role: 'sent', group: null, reconsumeTimes: 0 } as const;
  const copies = [sent, { ...sent, role: 'dead', group: 'billing', storedAt: '2026-01-01T00:00:02.000Z' } as const];
  const traces = { topics: ['RMQ_SYS_TRACE_TOPIC'], items: [{ ...delivered, end: null }] };
  expect(storyOf({ copies, scheduled: [], traces }).map(({ words }) => words)).toEqual([
    ...['sent', `${to}: end not traced`, 'moved to the DLQ of billing'],
  ]);
});

test('tracing that is off, and a message that no client traced, are said in words', () => {
  const words = (traces: Parameters<typeof unseenWords>[0]['traces']) =>
    unseenWords({ left: 0, full: [], copies: [], scheduled: [], traces }).join();
  expect(words({ topics: [], items: [] })).toContain('Tracing is off');
  expect(words({ topics: ['T'], items: [] })).toContain('No client traced it');
  expect(words(null)).toContain('Traces were not searched');
});

test('the error of a letter is what its client traced, or that nothing is known', () => {
  expect(unreportedWords({ fingerprint: 'unreported:client-threw' })).toMatch(
    /^Traced by the client: 4\.x client: EXCEPTION/,
  );
  expect(unreportedWords({ fingerprint: 'unreported:exhausted' })).toContain('did not report an error.');
});

test('what was not searched is said', () => {
  const traces = null;
  expect(unseenWords({ left: 0, full: [], copies: [], scheduled: [], traces })).toHaveLength(2);
  expect(
    unseenWords({ left: 7, full: [{ broker: 'b', topic: '%DLQ%g' }], copies: [], scheduled: [], traces }).slice(-2),
  ).toEqual([
    'b returned the maximum number of messages of %DLQ%g: older ones may be missing.',
    '7 more groups of the topic were not searched.',
  ]);
  const dead = { ...copy, role: 'dead', group: 'billing', reconsumeTimes: 3 } as const;
  expect(unseenWords({ left: 0, full: [], copies: [dead], scheduled: [], traces })[0]).toContain(
    'original message was not found',
  );
  expect(
    unseenWords({ left: 0, full: [], copies: [dead, { ...dead, role: 'sent' }], scheduled: [], traces }),
  ).toHaveLength(2);
});

test('a message that is scheduled is part of the story, and not missed in its topic', () => {
  const waiting = {
    ...({ broker: 'broker-a', state: 'waiting', by: 'time', recalledAt: null, slotMs: 0, topic: 'orders' } as const),
    ...{ messageId: 'm', dueAt: '2026-01-01T02:00:00.000Z', scheduledAt: '2026-01-01T00:00:01.000Z', tag: null },
    ...{ messageGroup: null, keys: [], bodyBytes: 2, bornAt: '2026-01-01T00:00:00.000Z', bornHost: '10.0.0.1' },
  };
  const dead = { ...copy, role: 'dead', group: 'billing', reconsumeTimes: 3 } as const;
  expect(storyOf({ copies: [dead], scheduled: [waiting], traces: null }).map(({ words }) => words)).toEqual([
    'moved to the DLQ of billing',
    'broker-a: scheduled for 2026-01-01 02:00:00 UTC',
  ]);
  const unseen = unseenWords({ left: 0, full: [], copies: [dead], scheduled: [waiting], traces: null });
  expect(unseen.join()).not.toContain('original message');
});
