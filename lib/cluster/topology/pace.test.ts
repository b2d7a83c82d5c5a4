import { afterEach, expect, test, vi } from 'vitest';

import { startFakeCluster } from '../../testing/cluster/fake-cluster';
import { openFake } from '../../testing/cluster/open-fake';
import { runtimeInfo } from '../admin/runtime-info';
import { Connection } from '../wire/connection';
import { type Lane, PACE, Pace } from './pace';
import { Peer } from './peer';

afterEach(() => vi.useRealTimers());

test('no second has more reads of a broker than the limit, in all lanes together; writes have the rate of their run', async () => {
  vi.useFakeTimers();
  const pace = new Pace({ ...PACE, inASecond: 30 });
  const leftMs: number[] = [];
  const run = (lane: Lane, kind: 'read' | 'write', call = (): unknown => leftMs.push(performance.now())) =>
    pace.run(
      { lane, kind, isHeavy: false },
      () => false,
      async () => void call(),
    );
  const lanes: readonly Lane[] = ['page', 'background', 'bulk'];
  const all = Promise.all(Array.from({ length: 300 }, (_, n) => run(lanes[n % 3] ?? 'page', 'read')));
  await run('page', 'write', () => undefined);
  expect(leftMs.length).toBeLessThanOrEqual(30);
  await vi.advanceTimersByTimeAsync(60_000);
  await all;
  expect(leftMs).toHaveLength(300);
  for (const [n, ms] of leftMs.slice(30).entries()) expect(ms - (leftMs[n] ?? 0)).toBeGreaterThanOrEqual(999);
  // Nothing is held back for longer than that.
  expect((leftMs.at(-1) ?? 0) - (leftMs[0] ?? 0)).toBeLessThan(15_000);
});

test('after a call without an answer, background calls fail at once: a round waits once for a broker that hangs', async () => {
  const fake = await startFakeCluster(['broker-a']);
  const { peer } = fake.broker('broker-a');
  const connection = new Connection(peer.address, { credentials: null, tls: null });
  const asked = new Peer(connection);
  const hanging = { ...runtimeInfo, timeoutMs: 50 };
  peer.behave = () => 'silence';
  await expect(asked.ask(hanging, undefined, 'background')).rejects.toMatchObject({ kind: 'timeout' });
  const before = peer.asked.length;
  for (let n = 0; n < 5; n += 1)
    await expect(asked.ask(hanging, undefined, 'background')).rejects.toMatchObject({ kind: 'timeout' });
  expect(peer.asked.length).toBe(before);
  // A page asks all the same, and what answers a page is asked behind it again.
  peer.behave = () => null;
  await asked.ask(runtimeInfo, undefined);
  await asked.ask(runtimeInfo, undefined, 'background');
  expect(peer.asked.length).toBe(before + 2);
  connection.close();
  await fake.close();
});

test('a broker that is away is no reason to ask the name server each time', async () => {
  const fake = await startFakeCluster(['broker-a', 'broker-b']);
  const cluster = openFake(fake);
  await fake.broker('broker-b').peer.stop();
  for (let n = 0; n < 20; n += 1) await cluster.askMasters(runtimeInfo, undefined);
  expect(fake.nameServer.count(106)).toBeLessThanOrEqual(3);
  cluster.close();
  await fake.close();
});
