import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { countRefused, setTestLimit, storedBodies } from '../protocol/support/limits';
import { until } from '../protocol/support/wait';
import { SDK_NAMES } from './support/builds';
import { describeSdk, producing } from './support/fixture';
import type { SdkError } from './support/host';
import { PECULIARITIES } from './support/peculiarities';

/** When a refusal was counted is known to one look at the counter; a try takes a while, longer on a busy machine. */
const EARLY_MS = 50;
const LATE_MS = 1_200;

for (const name of SDK_NAMES) {
  describeSdk(name, 'throttling', (fixture) => {
    const { broker, sdk } = fixture;
    const { throttleWaitsMs, pushes } = PECULIARITIES[name];

    /** When the counter reached 1, 2, ... until the send has ended. */
    async function timesOf(refused: () => number, sending: Promise<unknown>): Promise<number[]> {
      const times: number[] = [];
      let ended = false;
      const end = (): void => void (ended = true);
      void sending.then(end, end);
      const look = (): void => {
        while (times.length < refused()) times.push(performance.now());
      };
      while (!ended) {
        look();
        await sleep(5);
      }
      // The end may have come with the last refusal, between two looks.
      look();
      return times;
    }

    const tries = throttleWaitsMs.length + 1;
    for (const kind of ['NORMAL', 'TRANSACTION'] as const)
      test.concurrent(`a refused ${kind} message: tried ${tries} times in all, nothing stored, later stored once`, async () => {
        const verb = kind === 'NORMAL' ? 'send' : 'transaction';
        const checked = kind === 'NORMAL' ? {} : { checked: 'COMMIT' };
        const { topic, tell } = await producing(fixture, kind, kind, checked);
        const limit = { kind: 'send-rate', scope: 'topic', subject: topic, hard: 0.001, burstMs: 0 } as const;
        const rate = await setTestLimit(broker().ctx, limit);
        const refused = (): number => countRefused(broker(), `send-rate of topic ${topic}`);
        await tell(verb, 'uses it up', { end: 'COMMIT' });
        const lost = tell(verb, 'refused for good', { end: 'COMMIT' }).then(
          () => expect.fail('it was not refused'),
          (error: SdkError) => error,
        );
        const times = await timesOf(refused, lost);
        const error = await lost;
        expect(error.code).toBe(42_900);
        expect(error.message).toContain(`send-rate of topic ${topic} is used up, its limit 0.001 messages/s`);
        expect(times).toHaveLength(tries);
        for (const [index, waitMs] of throttleWaitsMs.entries()) {
          const tookMs = (times[index + 1] ?? 0) - (times[index] ?? 0);
          expect(tookMs).toBeGreaterThanOrEqual(waitMs - EARLY_MS);
          expect(tookMs).toBeLessThan(waitMs + LATE_MS);
        }
        expect(await storedBodies(broker(), topic)).toEqual(['uses it up']);
        await rate.raise(1_000);
        await tell(verb, 'after', { end: 'COMMIT' });
        expect(await storedBodies(broker(), topic)).toEqual(['uses it up', 'after']);
      });

    if (!pushes) return;
    test.concurrent('a push consumer above its rate is given everything once, later; no attempt is counted', async () => {
      const { topic, tell } = await producing(fixture, 'rp');
      const group = await broker().group();
      const bodies = Array.from({ length: 40 }, (_, index) => `order ${index + 1}`);
      const limit = { kind: 'receive-rate', scope: 'group', subject: group, hard: 0.001, burstMs: 0 } as const;
      const rate = await setTestLimit(broker().ctx, limit);
      for (const body of bodies) await tell('send', body);
      await sdk().tell('push', { client: 'paced', group, topic, tls: false });
      await until('refusals', () => countRefused(broker(), `receive-rate of group ${group} ${topic} ${group}`) >= 2);
      const soFar = sdk().received('paced').length;
      await sleep(500);
      expect(sdk().received('paced')).toHaveLength(soFar);
      expect(soFar).toBeLessThan(bodies.length);
      await rate.raise(1_000);
      await until('all deliveries', () => sdk().ended('paced').length >= bodies.length, 30_000);
      await sleep(500);
      const received = sdk().received('paced');
      expect(received.map(({ body }) => body).toSorted()).toEqual(bodies.toSorted());
      for (const { attempt } of received) expect(attempt).toBe(1);
      expect(await broker().deadLetters(group)).toEqual([]);
    });
  });
}
