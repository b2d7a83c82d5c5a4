import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { FaultLog } from './fault-log';
import { unary } from './rpc';
import type { GatewayServices } from './services';

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

test('a line says whose call it was: the names that the client gives it and itself, and its address', async () => {
  const lines: object[] = [];
  const write = (fields: object): void => void lines.push(fields);
  const log = { debug: write, info: write, warn: write, error: write };
  const silent = (): void => undefined;
  const failing = {
    gate: {
      admit: () => {
        throw new Error('a mistake of ours');
      },
    },
    ...{ faults: new FaultLog(log), admission: { enter: () => null, leave: silent } },
    ctx: { databaseHealth: { note: () => null }, metrics: { count: silent, observe: silent } },
  } as unknown as GatewayServices;
  const ask = async (headers: Readonly<Record<string, string>>): Promise<void> => {
    const call: unknown = {
      ...{ headers: { get: (name: string) => headers[name] ?? '' }, peer: '10.0.0.4:50123', authority: '' },
      ...{ remainingMs: null, write: silent, end: silent },
    };
    await unary(failing, 'SendMessage', () => Promise.reject(new Error('not reached')))(call as never, {});
    vi.advanceTimersByTime(1001);
  };
  await ask({ 'x-mq-client-id': 'shop@7', 'x-mq-request-id': '0c2a-77' });
  await ask({ 'x-mq-client-id': 'c'.repeat(500), 'x-mq-request-id': '{"forged": "line"}' });
  await ask({});
  const error = expect.stringContaining('a mistake of ours');
  const always = { rpc: 'SendMessage', address: '10.0.0.4:50123', error, suppressed: 0 };
  expect(lines).toEqual([
    { ...always, requestId: '0c2a-77', clientId: 'shop@7' },
    { ...always, clientId: 'c'.repeat(128) },
    always,
  ]);
});
