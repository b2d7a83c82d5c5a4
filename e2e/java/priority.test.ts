import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { useJava, withoutJava } from './support/fixture';
import type { JavaReceived } from './support/sdk-host';

describe.skipIf(withoutJava)('Java clients and messages with priority', () => {
  const { broker, java } = useJava();

  test('the highest comes first, also of the retries, and other topics refuse a priority', async () => {
    const retryPolicy = { type: 'fixed', intervalMs: 500 } as const;
    const [topic, normal, group] = await Promise.all([
      ...[broker().topic('PRIORITY'), broker().topic('NORMAL')],
      broker().group({ retryPolicy }),
    ]);
    await java().tell('producer', { client: 'priority-producer', topic });
    await java().tell('simple', { client: 'priority', group, topic });
    const send = (body: string, priority: number, to = topic) =>
      java().tell('send', { client: 'priority-producer', topic: to, body, priority });
    await send('low', 0);
    await send('high', 3);
    await send('highest', 100);
    const take = async (): Promise<unknown[]> => {
      for (;;) {
        const got = await java().tell<JavaReceived[]>('receive', { client: 'priority', invisibleMs: 10_000 });
        if (got.length > 0) return got.map(({ body, priority, attempt }) => [body, priority, attempt]);
      }
    };
    // The topic has four queues, hence four priorities: 100 is as high as 3.
    const order = [
      ['high', 3],
      ['highest', 100],
      ['low', 0],
    ] as const;
    expect(await take()).toEqual(order.map((each) => [...each, 1]));
    // None is acknowledged: all of them are due again.
    await sleep(12_000);
    await send('new', 1);
    expect(await take()).toEqual([
      ['high', 3, 2],
      ['highest', 100, 2],
      ['new', 1, 1],
      ['low', 0, 2],
    ]);
    await expect(send('refused', 1, normal)).rejects.toThrow();
  }, 60_000);
});
