// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createTopic } from '../../lib/broker';
import { type ProtocolBroker, startBroker, TESTER } from '../protocol/support/broker';
import { setTestLimit, storedBodies } from '../protocol/support/limits';
import { useJava, withoutJava } from './support/fixture';

const AFTER_MS = 500;
const PROBE_MS = 3_000;
/** The waits of one send that is refused for good. */
const REFUSED_MS = 2_600;

describe.skipIf(withoutJava)('docs/snippets/java/FailoverProducer.java', () => {
  const { broker: main, java } = useJava();
  let other: ProtocolBroker;
  beforeAll(async () => {
    other = await startBroker();
  });
  afterAll(async () => {
    await other.close();
    expect(other.errors).toEqual([]);
  });

  async function timed(run: () => Promise<unknown>): Promise<number> {
    const startedMs = performance.now();
    await run();
    return performance.now() - startedMs;
  }

  test('throttled for long, sends go elsewhere; a probe that succeeds brings them back', async () => {
    const topic = await main().topic();
    await createTopic(other.ctx, { name: topic, messageType: 'NORMAL', queues: 1, actor: TESTER });
    await Promise.all([
      java().tell('producer', { client: 'main', topic }),
      java().tell('producer', { client: 'other', topic, endpoints: `127.0.0.1:${other.port}` }),
    ]);
    const client = 'both';
    await java().tell('failover', { client, main: 'main', other: 'other', afterMs: AFTER_MS, probeMs: PROBE_MS });
    const send = (body: string, to = topic): Promise<unknown> => java().tell('send', { client, topic: to, body });

    await send('one');
    const limit = { kind: 'send-rate', scope: 'topic', subject: topic, hard: 0.001, burstMs: 0 } as const;
    const rate = await setTestLimit(main().ctx, limit);
    await send('two');
    await expect(send('thrown, for it has not lasted yet')).rejects.toMatchObject({ code: 42900 });
    await sleep(AFTER_MS);
    expect(await timed(() => send('three'))).toBeLessThan(REFUSED_MS / 2);
    expect(await timed(() => send('four'))).toBeLessThan(REFUSED_MS / 2);
    await sleep(PROBE_MS);
    expect(await timed(() => send('a probe that is refused'))).toBeGreaterThanOrEqual(REFUSED_MS);
    expect(await timed(() => send('five'))).toBeLessThan(REFUSED_MS / 2);

    await rate.raise(1_000);
    await sleep(PROBE_MS);
    await send('a probe that succeeds');
    await send('six');
    expect(await storedBodies(main(), topic)).toEqual(['one', 'two', 'a probe that succeeds', 'six']);
    expect(await storedBodies(other, topic)).toEqual(['three', 'four', 'a probe that is refused', 'five']);

    // Only a refusal promises that nothing was stored.
    const elsewhere = 'only-at-the-other';
    await createTopic(other.ctx, { name: elsewhere, messageType: 'NORMAL', queues: 1, actor: TESTER });
    await expect(send('nowhere', elsewhere)).rejects.toMatchObject({ code: 40402 });
    expect(await storedBodies(other, elsewhere)).toEqual([]);
  }, 60_000);
});
