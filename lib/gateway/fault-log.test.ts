import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { FaultLog } from './fault-log';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([0, HOUR_MS, -HOUR_MS])('one line a second, though the clock jumps by %s ms', (jumpMs) => {
  const logged: object[] = [];
  const silent = (): void => undefined;
  const faults = new FaultLog({
    debug: silent,
    info: silent,
    warn: silent,
    error: (fields) => void logged.push(fields),
  });
  faults.report('SendMessage', 'first');
  vi.setSystemTime(Date.now() + jumpMs);
  vi.advanceTimersByTime(900);
  faults.report('SendMessage', 'within the second');
  faults.report('ReceiveMessage', 'another');
  vi.advanceTimersByTime(200);
  faults.report('SendMessage', 'after it');
  expect(logged).toEqual([
    { rpc: 'SendMessage', error: 'first', suppressed: 0 },
    { rpc: 'ReceiveMessage', error: 'another', suppressed: 0 },
    { rpc: 'SendMessage', error: 'after it', suppressed: 1 },
  ]);
});
