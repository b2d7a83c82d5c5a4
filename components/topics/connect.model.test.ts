import { expect, test } from 'vitest';

import type { TopicConnectView } from '@/lib/console/operations/topics/views';
import { known, notOffered, unknown } from '@/lib/model/reading';
import { codeParts, stepsOf, summaryOf } from './connect.model';

const AT = '2026-01-01T00:00:00.000Z';
const files = { producer: 'producer.mjs', consumer: 'consumer.mjs' };
const message = {
  ...{ messageId: 'A1', keys: ['invoice-1'], queueNo: 2, offset: 1200, storedAt: AT, state: null },
};
const nothing: TopicConnectView = {
  ...{ topic: 'invoices', type: 'NORMAL', group: 'mailer', groups: ['mailer'], gateway: null },
  ...{ endpoints: known([], AT), producer: known(null, AT), stored: known(0, AT), newest: known(null, AT) },
  ...{ consumer: known(null, AT), committed: known(null, AT) },
};
const stepsIn = (given: Partial<TopicConnectView>) => stepsOf({ ...nothing, ...given }, files);
const statesIn = (given: Partial<TopicConnectView>) => stepsIn(given).map(({ state }) => state);

test('the first step that has not happened is the next one; no later one counts as done', () => {
  expect(statesIn({})).toEqual(['waiting', 'later', 'later', 'later']);
  expect(stepsIn({})[0]).toMatchObject({ title: 'Waiting for a producer…', text: 'run producer.mjs' });
  expect(summaryOf(stepsIn({}))).toBe('Waiting for a producer…');
  const sent = known({ host: 'dev', sdk: null, lastAt: AT, isConsole: false }, AT);
  const stored = { producer: sent, stored: known(1, AT), newest: known(message, AT) };
  expect(statesIn(stored)).toEqual(['done', 'done', 'waiting', 'later']);
  expect(stepsIn(stored)[1]).toMatchObject({ title: 'First message received', text: 'queue 2, offset 1,200' });
  const consumer = known({ host: 'dev', language: 'GOLANG', version: '5.1.4', count: 3 }, AT);
  expect(stepsIn({ ...stored, consumer })[2]).toMatchObject({ text: 'dev, Go 5.1.4 and 2 others' });
  expect(statesIn({ ...stored, consumer, committed: known(message, AT) })).toEqual(['done', 'done', 'done', 'done']);
});

test('a message that is not committed says why, and a test message of the console is no producer', () => {
  const failed = { newest: known({ ...message, state: 'waiting-retry' as const }, AT) };
  expect(stepsIn(failed)[3]?.text).toBe('not yet: a delivery failed, a retry is due');
  const sent = known({ host: 'console', sdk: null, lastAt: AT, isConsole: true }, AT);
  expect(stepsIn({ producer: sent })[0]).toMatchObject({ title: 'Sent by this console' });
});

test('what an engine does not report is unknown with its reason, and without a group there is one to choose', () => {
  const cluster = { producer: notOffered<null>('no list'), newest: notOffered<null>('by ID only') };
  const steps = stepsIn({ ...cluster, stored: known(3, AT), committed: unknown('not reported') });
  expect(steps.map(({ state, text }) => `${state}: ${text}`)).toEqual([
    'unknown: unknown: no list',
    'done: 3 messages stored',
    'waiting: run consumer.mjs',
    'unknown: unknown: not reported',
  ]);
  expect(stepsIn({ ...cluster, stored: unknown('broker-a is silent') })[1]).toMatchObject({ state: 'unknown' });
  expect(stepsIn({ group: null })[2]?.text).toBe('choose a group');
});

test('keywords and comments of a program are marked, and no text in quotes', () => {
  const parts = codeParts("const from = 'import new'; // new one", /^(?:const|from|import|new)$/);
  expect(parts.filter(({ kind }) => kind !== 'plain')).toEqual([
    { kind: 'keyword', text: 'const' },
    { kind: 'keyword', text: 'from' },
    { kind: 'comment', text: ' // new one' },
  ]);
  expect(parts.map(({ text }) => text).join('')).toBe("const from = 'import new'; // new one");
});
