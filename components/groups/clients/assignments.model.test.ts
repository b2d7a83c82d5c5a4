import { expect, test } from 'vitest';

import type { ReadData } from '@/lib/console/reads/registry';
import { known, unknown } from '@/lib/model/reading';
import { assignmentsLead, assignmentsWords, assignmentWords } from './assignments.model';

type Assignments = ReadData<'assignments'>;
type Queue = Assignments['queues'][number];
const AT = '2026-11-22T04:00:00.000Z';
const queue = (state: Queue['state'], waiting: number | null = 0, topic = 'orders'): Queue => ({
  ...{ topic, broker: 'broker-a', queueNo: 0, state, clients: [] },
  notDelivered: waiting === null ? unknown('no offset') : known(waiting, AT),
});
const found = (more: Partial<Assignments>): Assignments => ({
  ...{
    group: 'billing',
    asOf: AT,
    isBroadcast: false,
    queues: [],
    answered: 2,
    proxied: 0,
    unanswered: [],
    silent: [],
    ...more,
  },
});
const sentenceOf = (...queues: readonly Queue[]) => assignmentsLead(found({ queues }))?.sentence;

test('queues without a client and of several are said, with what waits', () => {
  expect(sentenceOf(queue('one'), queue('shared'), queue('unknown'))).toBeUndefined();
  expect(sentenceOf(queue('none', 0))).toBe('1 queue of orders has no client.');
  // A part that is not known makes no sum.
  expect(sentenceOf(queue('none', 3), queue('none', null))).toBe('2 queues of orders have no client.');
  expect(sentenceOf(queue('several'), queue('none', 1_200), queue('none', 34, 'mails'))).toBe(
    '2 queues of orders and 1 other topic have no client: up to 1,234 messages not delivered there. ' +
      '1 queue of orders has more than one client.',
  );
});

test('clients that do not answer are named with the reason', () => {
  const unanswered = ['w1', 'w2'].map((clientId) => ({ clientId, reason: 'nothing came within 8 s' }));
  expect(assignmentsLead(found({ unanswered }))).toEqual({
    ...{ tone: 'waiting', sentence: '2 clients did not respond.' },
    detail: 'w1: nothing came within 8 s. w2: nothing came within 8 s.',
  });
  expect(assignmentsLead(found({ unanswered, queues: [queue('none')] }))?.tone).toBe('danger');
});

test('words of the whole and of a row', () => {
  expect(assignmentsWords(found({ queues: [queue('one')], proxied: 1, isBroadcast: true }))).toBe(
    '1 queue · 2 4.x clients responded · each client has every queue · 1 5.x client without assigned queues',
  );
  expect(['one', 'none', 'several'].map((state) => assignmentWords({ state: state as Queue['state'] }))).toEqual([
    ...['', 'no client', 'more than one client'],
  ]);
});
