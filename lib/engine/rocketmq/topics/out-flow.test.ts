import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Cluster, QueuePosition } from '../../../cluster';
import { outFlow } from './out-flow';

const startMs = Date.parse('2026-11-28T12:00:00.000Z');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Offsets of the queues of one broker, seconds after the first reading. */
function reader() {
  const cluster = {} as Cluster;
  let nowS = 0;
  return (atS: number, ...offsets: readonly number[]) => {
    vi.advanceTimersByTime((atS - nowS) * 1_000);
    nowS = atS;
    const positions = offsets.map((offset, queueNo): QueuePosition => ({
      broker: 'broker-a',
      queueNo,
      offset,
      fetched: offset,
      lastMs: null,
    }));
    const asOf = new Date(startMs + atS * 1_000).toISOString();
    return outFlow(cluster, { group: 'billing', topic: 'orders', positions }, asOf);
  };
}

const at = (queueNo: number) => ({ broker: 'broker-a', queueNo });

test('a queue is stuck once its position stands still for 15 s at a message that was there before', () => {
  const read = reader();
  expect(read(0, 10, 10).isStuck(at(0), startMs - 1)).toBeNull();
  const soon = read(5, 10, 11);
  expect(soon.perSecond).toMatchObject({ kind: 'value', value: 0.2 });
  expect([soon.isStuck(at(0), startMs - 1), soon.isStuck(at(1), startMs - 1)]).toEqual([null, false]);
  const later = read(20, 10, 11);
  expect([later.isStuck(at(0), startMs - 1), later.isStuck(at(1), startMs - 1)]).toEqual([true, false]);
  // It came after the first reading, so that nothing waited there all the time.
  expect(later.isStuck(at(0), startMs + 1_000)).toBe(false);
  expect(later.isStuck(at(2), startMs - 1)).toBeNull();
  // Reset: it went back.
  expect(read(25, 4, 12).isStuck(at(0), startMs - 1)).toBeNull();
});
