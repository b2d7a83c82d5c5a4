import { expect, test } from 'vitest';

import type { ConnectedClient } from '../../gateway/sessions/session';
import type { LimitUse } from '../../model/throttle/limit-state';
import type { Pressure } from './messages';
import { clientsTogether, pressureTogether } from './together';

const client = (clientId: string, silentMs: number): ConnectedClient => ({
  ...{ clientId, silentMs, group: 'billing', kind: 'push', topics: [], filters: [], language: 'JAVA' },
  ...{ version: '5.2.1', address: '10.0.0.1', accessKey: null, connectedMs: 1 },
});

const limit: LimitUse['limit'] = {
  ...{ limitId: 1, kind: 'send-rate', scope: 'topic', subject: 'orders', hard: 100, softShare: 0.8, burstMs: 1000 },
  ...{ enabled: true, version: 1, reason: '', updatedBy: 'ana', updatedAt: new Date(0) },
};
const rate = (value: number, state: LimitUse['state'] = 'room'): LimitUse => ({
  ...{ limit, value, ageMs: 0, line: 50, nodes: 2, state },
});
const level = (value: number | null, ageMs: number): LimitUse => ({
  ...{ limit: { ...limit, kind: 'backlog-count' }, value, ageMs, line: 100, nodes: 1 },
  state: value === null ? 'unknown' : 'room',
});
const pressure = (uses: readonly LimitUse[], running = 0): Pressure => ({
  uses,
  protections: [
    { name: 'send-queue', unit: 'requests', line: 10, value: running, isFloor: false },
    { name: 'disk-free', unit: 'bytes', line: 10, value: running === 0 ? null : 100 - running, isFloor: true },
  ],
  busiestRpc: { rpc: `rpc ${running}`, running, limit: 10 },
  waits: [],
});

test('a client that came from another process is listed once, as where it was heard last', () => {
  const here = client('one', 20);
  expect(clientsTogether([[client('one', 9000), client('two', 5)], [here]])).toEqual([here, client('two', 5)]);
});

test('a rate is the sum over the processes against the sum of their shares; one that refuses is enough', () => {
  const [use] = pressureTogether([pressure([rate(30)]), pressure([rate(45)])])?.uses ?? [];
  expect(use).toMatchObject({ value: 75, line: 100, nodes: 1, state: 'room' });
  expect(pressureTogether([pressure([rate(45)]), pressure([rate(45)])])?.uses[0]?.state).toBe('warning');
  expect(pressureTogether([pressure([rate(1, 'refusing')]), pressure([rate(1)])])?.uses[0]?.state).toBe('refusing');
});

test('a level is the same to each: the newest reading counts', () => {
  const together = pressureTogether([
    pressure([level(null, 0)]),
    pressure([level(70, 900)]),
    pressure([level(71, 30)]),
  ]);
  expect(together?.uses).toEqual([level(71, 30)]);
});

test('of protections the fullest process counts, and of what may not fall the lowest; unknown is not 0', () => {
  const together = pressureTogether([pressure([], 3), pressure([], 7), pressure([], 0)]);
  expect(together?.protections.map(({ value }) => value)).toEqual([7, 93]);
  expect(together?.busiestRpc.rpc).toBe('rpc 7');
  expect(pressureTogether([])).toBeNull();
});
