import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { countRefused, setTestLimit, storedBodies } from '../protocol/support/limits';
import { until } from '../protocol/support/wait';
import { useJava, withoutJava } from './support/fixture';
import type { JavaError } from './support/sdk-host';

/** What the documentation says a producer waits between its three tries. */
const WAITS_MS = [1_000, 1_600] as const;
/** When a refusal was counted is known to one look at the counter; a try takes a while, longer on a busy machine. */
const EARLY_MS = 50;
const LATE_MS = 5_000;

describe.skipIf(withoutJava)('Java clients of a broker that throttles', () => {
  const { broker, java } = useJava();

  async function pacedProducer(client: string, options: object = {}, messageType: 'NORMAL' | 'TRANSACTION' = 'NORMAL') {
    const topic = await broker().topic(messageType);
    const limit = { kind: 'send-rate', scope: 'topic', subject: topic, hard: 0.001, burstMs: 0 } as const;
    const rate = await setTestLimit(broker().ctx, limit);
    await java().tell('producer', { client, topic, ...options });
    return {
      topic,
      rate,
      refused: (): number => countRefused(broker(), `send-rate of topic ${topic}`),
      tell: (command: string, body: string, rest: object = {}): Promise<{ messageId: string }> =>
        java().tell(command, { client, topic, body, ...rest }),
    };
  }

  /** When the counter reached 1, 2, ... until the send has ended, and then that end. */
  async function timesOf(refused: () => number, sending: Promise<unknown>): Promise<number[]> {
    const from = refused();
    const times: number[] = [];
    let ended = false;
    const end = (): void => void (ended = true);
    void sending.then(end, end);
    const look = (): void => {
      while (times.length < refused() - from) times.push(performance.now());
    };
    while (!ended) {
      look();
      await sleep(5);
    }
    // The end may have come with the last refusal, between two looks.
    look();
    return [...times, performance.now()];
  }

  function expectWaits(times: readonly number[], wanted: readonly number[]): void {
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps).toHaveLength(wanted.length);
    for (const [index, wait] of wanted.entries()) {
      expect(gaps[index]).toBeGreaterThanOrEqual(wait - EARLY_MS);
      expect(gaps[index]).toBeLessThan(wait + LATE_MS);
    }
  }

  async function failureOf(sending: Promise<unknown>): Promise<JavaError> {
    return sending.then(
      () => expect.fail('it was not refused'),
      (error: JavaError) => error,
    );
  }

  test.concurrent('[case 57] a producer waits 1 s and 1.6 s, then says TooManyRequestsException; later its message is stored once', async () => {
    const group = await broker().group();
    const { topic, rate, refused, tell } = await pacedProducer('throttled');
    await tell('send', 'uses it up');
    const lost = failureOf(tell('send', 'refused for good'));
    const times = await timesOf(refused, lost);
    const error = await lost;
    expect(error.code).toBe(42900);
    expect(error.message).toMatch(/TooManyRequestsException: .*response-code=42900/);
    expect(error.message).toContain(
      `send-rate of topic ${topic} is used up, its limit 0.001 messages/s (530 TOO_MANY_REQUESTS).`,
    );
    // The third refusal is the end.
    expectWaits(times.slice(0, 3), WAITS_MS);
    expect(times).toHaveLength(4);
    expect(refused()).toBe(3);
    expect(await storedBodies(broker(), topic)).toEqual(['uses it up']);

    const sending = tell('send', 'after');
    const recovery = timesOf(refused, sending);
    await until('its first try', () => refused() === 4);
    await rate.raise(1_000);
    expectWaits(await recovery, [1_000]);
    const { messageId } = await sending;
    expect(await storedBodies(broker(), topic)).toEqual(['uses it up', 'after']);
    await java().tell('push', { client: 'reader', group, topic });
    await until('both deliveries', () => java().ended('reader').length === 2);
    const received = java()
      .received('reader')
      .toSorted((a, b) => a.body.localeCompare(b.body));
    expect(received).toMatchObject([
      { body: 'after', messageId, attempt: 1 },
      { body: 'uses it up', attempt: 1 },
    ]);
  });

  // The documentation says it is not, and SDKs before apache/rocketmq-clients#825 did not; nothing a broker says stops
  // it.
  test.concurrent('a refused transaction message is tried again by SDK 5.2.0: paced, nothing stored, then stored once', async () => {
    const { topic, rate, refused, tell } = await pacedProducer('tx', { checked: 'COMMIT' }, 'TRANSACTION');
    const halves = async (): Promise<number> => {
      const { rowCount } = await broker().database.store.console.query(
        'SELECT 1 FROM half_message h JOIN topic t USING (topic_id) WHERE t.name = $1',
        [topic],
      );
      return rowCount ?? -1;
    };
    await tell('transaction', 'uses it up', { end: 'ROLLBACK' });
    const before = await halves();
    const lost = failureOf(tell('transaction', 'refused for good', { end: 'COMMIT' }));
    const times = await timesOf(refused, lost);
    expect((await lost).code).toBe(42900);
    expectWaits(times.slice(0, 3), WAITS_MS);
    expect(refused()).toBe(3);
    expect(await halves()).toBe(before);
    const sending = tell('transaction', 'after', { end: 'COMMIT' });
    await until('its first try', () => refused() === 4);
    await rate.raise(1_000);
    await sending;
    expect(await storedBodies(broker(), topic)).toEqual(['after']);
  });

  test.concurrent('[case 79] a push consumer above its rate is given everything once, later; no attempt is counted', async () => {
    const [topic, group] = await Promise.all([broker().topic(), broker().group()]);
    const bodies = Array.from({ length: 40 }, (_, index) => `order ${index + 1}`);
    const limit = { kind: 'receive-rate', scope: 'group', subject: group, hard: 0.001, burstMs: 0 } as const;
    const rate = await setTestLimit(broker().ctx, limit);
    await java().tell('producer', { client: 'sender', topic });
    for (const body of bodies) await java().tell('send', { client: 'sender', topic, body });
    await java().tell('push', { client: 'paced', group, topic });
    await until('refusals', () => countRefused(broker(), `receive-rate of group ${group} ${topic} ${group}`) >= 20);
    const soFar = java().received('paced').length;
    await sleep(500);
    expect(java().received('paced')).toHaveLength(soFar);
    expect(soFar).toBeLessThan(bodies.length);
    await rate.raise(1_000);
    await until('all deliveries', () => java().ended('paced').length >= bodies.length, 30_000);
    await sleep(500);
    const received = java().received('paced');
    expect(received.map(({ body }) => body).toSorted()).toEqual(bodies.toSorted());
    for (const { attempt } of received) expect(attempt).toBe(1);
    expect(await broker().deadLetters(group)).toEqual([]);
  });
});
