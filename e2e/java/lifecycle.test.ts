// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { until } from '../protocol/support/wait';
import { useJava, withoutJava } from './support/fixture';
import type { JavaHost } from './support/sdk-host';

const LONG_TEST_MS = 200_000;
/** Silence after which a client counts as gone. */
const OFFLINE_MS = 120_000;
const LISTENER_MS = 75_000;

describe.skipIf(withoutJava)('Java clients that end', () => {
  const { broker, java, anotherHost } = useJava();

  /** A consumer in a JVM of its own that holds five messages. */
  async function holding(client: string, workMs: number): Promise<{ host: JavaHost; topic: string; group: string }> {
    const [topic, group, host] = await Promise.all([broker().topic(), broker().group(), anotherHost()]);
    await java().tell('producer', { client: `${client}-producer`, topic });
    await host.tell('push', { client, group, topic, workMs });
    for (let index = 0; index < 5; index += 1)
      await java().tell('send', { client: `${client}-producer`, topic, body: `m${index}` });
    await until('five deliveries', () => host.received(client).length === 5);
    return { host, topic, group };
  }

  test.concurrent('shut down cleanly: the SDK ends its listeners first, and nothing is delivered twice', async () => {
    const { host, topic, group } = await holding('leaving', 6_000);
    await java().tell('push', { client: 'heir', group, topic });
    await host.tell('close', { client: 'leaving' });
    expect(host.ended('leaving')).toHaveLength(5);
    await java().tell('send', { client: 'leaving-producer', topic, body: 'next' });
    await until('the next with the heir', () => java().ended('heir').length === 1, 20_000);
    await sleep(3_000);
    expect(
      java()
        .received('heir')
        .map(({ body, attempt }) => `${body}#${attempt}`),
    ).toEqual(['next#1']);
    await host.kill();
  });

  // In short: keeper.db.test.ts, on test time.
  test.concurrent(
    '[case 17] killed: what it held comes to another after 120 s of silence',
    { tags: ['long'], timeout: LONG_TEST_MS },
    async () => {
      const { host, topic, group } = await holding('killed', LONG_TEST_MS);
      await java().tell('push', { client: 'survivor', group, topic });
      const killedAtMs = performance.now();
      await host.kill();
      await until('all with the survivor', () => java().ended('survivor').length === 5, OFFLINE_MS + 30_000);
      const tookMs = performance.now() - killedAtMs;
      expect(
        java()
          .received('survivor')
          .map(({ attempt }) => attempt),
      ).toEqual([2, 2, 2, 2, 2]);
      // Its last sign of life may have been a heartbeat of up to 10 s before.
      expect(tookMs).toBeGreaterThanOrEqual(OFFLINE_MS - 10_000);
      expect(tookMs).toBeLessThan(OFFLINE_MS + 20_000);
    },
  );

  // In short: long-waits.test.ts, with the SDK for Node.js.
  test.concurrent(
    '[case 16] a listener longer than 60 s: renewed, one delivery, and its ack counts',
    { tags: ['long'], timeout: LONG_TEST_MS },
    async () => {
      const [topic, group] = await Promise.all([broker().topic(), broker().group({ maxRetries: 3 })]);
      await Promise.all([
        java().tell('producer', { client: 'slow-producer', topic }),
        java().tell('push', { client: 'slow', group, topic, workMs: LISTENER_MS }),
      ]);
      await java().tell('send', { client: 'slow-producer', topic, body: 'm' });
      await until('the end of the work', () => java().ended('slow').length === 1, LISTENER_MS + 10_000);
      await sleep(5_000);
      expect(java().received('slow')).toHaveLength(1);
      expect(await broker().deadLetters(group)).toEqual([]);
    },
  );
});
