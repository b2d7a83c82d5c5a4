import { expect, test } from 'vitest';

import type { GroupLag } from '../../../cluster';
import { known, type Reading, unknown } from '../../../model/reading';
import { StillQueues } from './still-queues';

const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;
const lagAt = (minute: number, offset: Reading<number>, endOffset = 10): GroupLag => ({
  ...{ group: 'billing', asOf: at(minute), silent: [], notDelivered: known(0, ''), inFlight: known(0, '') },
  ...{ dueRetries: known(0, ''), deadLetters: known(0, '') },
  topics: [
    {
      ...{ topic: 'orders', role: 'topic', notDelivered: known(0, ''), inFlight: known(0, '') },
      queues: [
        {
          ...{ broker: 'broker-a', queueNo: 3, endOffset, offset, lastConsumedAt: null },
          ...{ notDelivered: known(0, ''), inFlight: known(0, '') },
        },
      ],
    },
  ],
});
const offset = (value: number) => known(value, '');
const stands = (since: number) => [{ topic: 'orders', broker: 'broker-a', queueNo: 3, since: at(since) }];

test('a queue stands still since the first reading that found it there, until it moves or has nothing left', () => {
  const queues = new StillQueues();
  expect(queues.note(lagAt(0, offset(4)))).toEqual([]);
  expect(queues.note(lagAt(1, offset(4)))).toEqual(stands(0));
  expect(queues.note(lagAt(2, offset(4), 12))).toEqual(stands(0));
  expect(queues.note(lagAt(3, offset(5), 12))).toEqual([]);
  expect(queues.note(lagAt(4, offset(5), 12))).toEqual(stands(3));
  // What is not known is not still, and nothing left is done.
  expect(queues.note(lagAt(5, unknown('no answer')))).toEqual([]);
  expect(queues.note(lagAt(6, offset(5), 12))).toEqual([]);
  expect(queues.note(lagAt(7, offset(12), 12))).toEqual([]);
  expect(queues.note(lagAt(8, offset(12), 12))).toEqual([]);
});

test('a group that is gone begins anew', () => {
  const queues = new StillQueues();
  queues.note(lagAt(0, offset(4)));
  queues.keep(new Set(['other']));
  expect(queues.note(lagAt(1, offset(4)))).toEqual([]);
});
