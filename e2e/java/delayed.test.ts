// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { until } from '../protocol/support/wait';
import { useJava, withoutJava } from './support/fixture';

interface Sent {
  readonly messageId: string;
  readonly recallHandle?: string;
}

describe.skipIf(withoutJava)('Java clients and delayed messages', () => {
  const { broker, java } = useJava();

  async function scene(client: string) {
    const [topic, group] = await Promise.all([broker().topic('DELAY'), broker().group()]);
    await Promise.all([
      java().tell('producer', { client: `${client}-producer`, topic }),
      java().tell('push', { client, group, topic }),
    ]);
    const send = (body: string, deliverInMs: number): Promise<Sent> =>
      java().tell<Sent>('send', { client: `${client}-producer`, topic, body, deliverInMs });
    return { topic, send };
  }

  test.concurrent('[case 69, 70, 71] delivered when due; the past at once; more than 24 h is 40012', async () => {
    const { send } = await scene('delayed');
    const sentAtMs = Date.now();
    await send('later', 5_000);
    await send('past', -20_000);
    await expect(send('too far', 24 * 3_600_000 + 5_000)).rejects.toMatchObject({ code: 40012 });
    await until('both', () => java().ended('delayed').length === 2, 20_000);
    const received = java().received('delayed');
    expect(received.map(({ body }) => body)).toEqual(['past', 'later']);
    const later = received.at(-1);
    expect((later?.wallMs ?? 0) - sentAtMs).toBeGreaterThanOrEqual(4_000);
    expect((later?.wallMs ?? 0) - sentAtMs).toBeLessThan(10_000);
  });

  test.concurrent('[case 72] recalled before it is due: never delivered', async () => {
    const { topic, send } = await scene('recalled');
    const { messageId, recallHandle } = await send('never', 5_000);
    await send('control', 5_500);
    const recalled = await java().tell<string>('recall', { client: 'recalled-producer', topic, handle: recallHandle });
    expect(recalled).toBe(messageId);
    await until('the control', () => java().ended('recalled').length === 1, 20_000);
    await sleep(2_000);
    expect(
      java()
        .received('recalled')
        .map(({ body }) => body),
    ).toEqual(['control']);
  });
});
