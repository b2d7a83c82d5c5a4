import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { updateGroup } from '../../lib/broker';
import { TESTER } from '../protocol/support/broker';
import { expectLateAck, revokeHead, stateOf } from '../protocol/support/revoke';
import { until } from '../protocol/support/wait';
import { SDK_NAMES } from './support/builds';
import { describeSdk, producing } from './support/fixture';
import { PECULIARITIES } from './support/peculiarities';

const LATE_MS = 1_500;
/** The SDK asks for its retry a moment after the listener's end; clocks tick in milliseconds. */
const EARLY_MS = 20;

for (const name of SDK_NAMES.filter((sdk) => PECULIARITIES[sdk].pushes)) {
  describeSdk(name, 'push consumer', (fixture) => {
    const { broker, sdk } = fixture;
    const { countsOrderedTries, hearsOfChanges } = PECULIARITIES[name];
    const count = (tries: number): number => (countsOrderedTries ? tries : 1);

    /** Pauses between the ends and the next beginnings of deliveries, compared with what they should be. */
    function expectGaps(client: string, dueMs: readonly number[]): void {
      const ended = sdk().ended(client);
      const begun = sdk().received(client);
      expect(begun).toHaveLength(dueMs.length + 1);
      for (const [index, due] of dueMs.entries()) {
        const gapMs = (begun[index + 1]?.atMs ?? 0) - (ended[index]?.atMs ?? 0);
        expect(gapMs).toBeGreaterThanOrEqual(due - EARLY_MS);
        expect(gapMs).toBeLessThan(due + LATE_MS);
      }
    }

    test.concurrent('a group that is not there fails the start', async () => {
      const topic = await broker().topic();
      const start = sdk().tell('push', { client: 'lost', group: 'nowhere', topic, tls: false });
      // Python waits for 10 s, and then stumbles over itself.
      await expect(start).rejects.toThrow(name === 'python' ? /NoneType/ : /nowhere/);
    });

    test.concurrent('what is consumed is not delivered again; what fails comes at the intervals of the group, then dies', async () => {
      const { topic, tell } = await producing(fixture, 'p');
      const retryPolicy = { type: 'customized', intervalsMs: [1_000, 2_000] } as const;
      const [good, bad] = await Promise.all([broker().group(), broker().group({ maxRetries: 2, retryPolicy })]);
      await sdk().tell('push', { client: 'good', group: good, topic, tls: false });
      await sdk().tell('push', { client: 'bad', group: bad, topic, tls: false, failing: -1 });
      const { messageId } = await tell('send', 'm');
      await until('the dead letter', async () => (await broker().deadLetters(bad)).length === 1);
      expect(await broker().deadLetters(bad)).toMatchObject([{ messageId, attempts: 3 }]);
      expectGaps('bad', [1_000, 2_000]);
      expect(
        sdk()
          .received('bad')
          .map(({ attempt }) => attempt),
      ).toEqual([1, 2, 3]);
      await sdk().tell('close', { client: 'good' });
      expect(sdk().received('good')).toHaveLength(1);
    });

    test.concurrent('ordered: the next of a message group only after the end of the one before it, at the fixed interval', async () => {
      const { topic, tell } = await producing(fixture, 'op', 'FIFO');
      const retryPolicy = { type: 'fixed', intervalMs: 1_000 } as const;
      const group = await broker().group({ deliveryOrder: 'ordered', maxRetries: 1, retryPolicy });
      for (const body of ['m1', 'm2', 'm3']) await tell('send', body, { messageGroup: 'g' });
      await sdk().tell('push', { client: 'ordered', group, topic, tls: false, failing: -1 });
      await until('three dead letters', async () => (await broker().deadLetters(group)).length === 3, 30_000);
      expect(
        sdk()
          .received('ordered')
          .map(({ body, attempt }) => `${body}#${attempt}`),
      ).toEqual(['m1', 'm2', 'm3'].flatMap((body) => [`${body}#1`, `${body}#${count(2)}`]));
      const begun = sdk().received('ordered');
      for (const [first = 0, second = 0] of [
        [0, 1],
        [2, 3],
        [4, 5],
      ]) {
        const gapMs = (begun[second]?.atMs ?? 0) - (begun[first]?.atMs ?? 0);
        expect(gapMs).toBeGreaterThanOrEqual(1_000 - EARLY_MS);
        expect(gapMs).toBeLessThan(1_000 + LATE_MS);
      }
      for (const letter of await broker().deadLetters(group))
        expect(letter).toMatchObject({ attempts: 2, cause: 'forwarded' });
    });

    test.concurrent('a poison head taken back and moved: the next is delivered, the late ack refused', async () => {
      const { topic, tell } = await producing(fixture, 'rv', 'FIFO');
      const retryPolicy = { type: 'fixed', intervalMs: 2_000 } as const;
      const group = await broker().group({ deliveryOrder: 'ordered', maxRetries: 20, retryPolicy });
      const { messageId: head } = await tell('send', 'm1', { messageGroup: 'g' });
      await sdk().tell('push', { client: 'kept', group, topic, tls: false, failing: 3 });
      await until('two attempts in the client', () => sdk().ended('kept').length === 2);
      const { messageId: next } = await tell('send', 'm2', { messageGroup: 'g' });
      const client = await revokeHead(broker(), 'bury', { group, key: 'g', head });
      expect(client).not.toBeNull();
      const isNext = ({ body }: { readonly body: string }): boolean => body === 'm2';
      await until('the next of the key', () => sdk().received('kept').some(isNext), 20_000);
      expect(await broker().deadLetters(group)).toEqual([{ messageId: head, attempts: 1, cause: 'buried' }]);
      await expectLateAck(broker(), head, client);
      expect(await stateOf(broker(), head)).toBe('dead');
      await until('the end of the next', async () => (await stateOf(broker(), next)) === 'consumed', 40_000);
    });

    test.concurrent('an operator’s change of an ordered group, in a running consumer', async () => {
      const { topic, tell } = await producing(fixture, 'cp', 'FIFO');
      const before = { type: 'fixed', intervalMs: 3_000 } as const;
      const group = await broker().group({ deliveryOrder: 'ordered', maxRetries: 1, retryPolicy: before });
      await sdk().tell('push', { client: 'changed', group, topic, tls: false, failing: -1 });
      const { version } = await broker().ctx.groups.find(group);
      const after = { type: 'fixed', intervalMs: 1_000 } as const;
      await updateGroup(broker().ctx, { name: group, version, maxRetries: 2, retryPolicy: after, actor: TESTER });
      await sleep(1_000);
      await tell('send', 'm', { messageGroup: 'g' });
      await until('the dead letter', async () => (await broker().deadLetters(group)).length === 1, 20_000);
      expectGaps('changed', hearsOfChanges ? [1_000, 1_000] : [3_000]);
    });
  });
}
