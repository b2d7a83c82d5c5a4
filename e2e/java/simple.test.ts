import { describe, expect, test } from 'vitest';

import { useJava, withoutJava } from './support/fixture';
import type { JavaReceived } from './support/sdk-host';

/** How late a machine that is busy with others may make what comes in seconds. */
const LATE_MS = 5_000;

describe.skipIf(withoutJava)('Java simple consumer', () => {
  const { broker, java } = useJava();

  async function scene(client: string) {
    const [topic, group] = await Promise.all([broker().topic(), broker().group()]);
    await Promise.all([
      java().tell('producer', { client: `${client}-producer`, topic }),
      java().tell('simple', { client, group, topic }),
    ]);
    await java().tell('send', { client: `${client}-producer`, topic, body: 'm' });
    const receive = (options: object = {}): Promise<JavaReceived[]> =>
      java().tell<JavaReceived[]>('receive', { client, ...options });
    /** Receives until something comes: the empty answers of held polls are no news. */
    const receiveOne = async (): Promise<JavaReceived> => {
      for (;;) {
        const [message] = await receive();
        if (message !== undefined) return message;
      }
    };
    const act = (command: 'ack' | 'change', message: JavaReceived, options: object = {}): Promise<null> =>
      java().tell(command, { client, message: message.name, ...options });
    return { receive, receiveOne, act };
  }

  test.concurrent('[case 22, 25] an unacked message comes again at its time; the late ack is 40013, the new one counts', async () => {
    const { receive, receiveOne, act } = await scene('expiry');
    const [first] = await receive();
    const second = await receiveOne();
    expect(second).toMatchObject({ messageId: first?.messageId, attempt: 2 });
    expect(second.atMs - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(9_900);
    expect(second.atMs - (first?.atMs ?? 0)).toBeLessThan(10_000 + LATE_MS);
    await expect(act('ack', first as JavaReceived)).rejects.toMatchObject({ code: 40013 });
    await act('ack', second);
    expect(await receive({ max: 1 })).toEqual([]);
  });

  test.concurrent('[case 23, 37c] a changed time counts from the call; after an ack it cannot be changed', async () => {
    const { receive, receiveOne, act } = await scene('change');
    const [first] = await receive({ invisibleMs: 30_000 });
    const changedAtMs = performance.now();
    await act('change', first as JavaReceived, { invisibleMs: 3_000 });
    const second = await receiveOne();
    const waitedMs = performance.now() - changedAtMs;
    expect(second.attempt).toBe(2);
    expect(waitedMs).toBeGreaterThanOrEqual(3_000);
    expect(waitedMs).toBeLessThan(3_000 + LATE_MS);
    await act('ack', second);
    await expect(act('change', second, { invisibleMs: 20_000 })).rejects.toMatchObject({ code: 40013 });
  });

  test.concurrent(
    '[case 24] a longer time keeps the message away, and counts no attempt',
    { tags: ['long'] },
    async () => {
      const { receive, receiveOne, act } = await scene('extend');
      const [first] = await receive();
      await act('change', first as JavaReceived, { invisibleMs: 14_000 });
      const second = await receiveOne();
      expect(second.attempt).toBe(2);
      expect(second.atMs - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(13_900);
      await act('ack', second);
    },
  );

  test.concurrent('[case 27] an invisible time below 10 s or above 12 h is 40011', async () => {
    const { receive } = await scene('limits');
    await expect(receive({ invisibleMs: 9_999 })).rejects.toMatchObject({ code: 40011 });
    await expect(receive({ invisibleMs: 43_200_001 })).rejects.toMatchObject({ code: 40011 });
  });
});
