import { expect, test } from 'vitest';

import { storedBodies } from '../protocol/support/limits';
import { until } from '../protocol/support/wait';
import { SDK_NAMES } from './support/builds';
import { describeSdk, producing, receiveOne } from './support/fixture';
import { PECULIARITIES } from './support/peculiarities';

const DELAY_MS = 3_000;
const LATE_MS = 2_500;

for (const name of SDK_NAMES) {
  describeSdk(
    name,
    'messages',
    (fixture) => {
      const { broker, sdk } = fixture;

      /** Ends well, and the broker forgets the client at once instead of after its silence. */
      async function closes(client: string, kind: string): Promise<void> {
        const before = broker().gateway.listClients().length;
        await sdk().tell('close', { client });
        expect(broker().gateway.listClients(), `${kind} ${client} is gone`).toHaveLength(before - 1);
      }

      for (const tls of [false, true])
        test(`sends and receives ${tls ? 'over TLS' : 'in plaintext'}, everything as it was sent, and leaves`, async () => {
          const { topic, tell } = await producing(fixture, `p-${tls}`, 'NORMAL', { tls });
          const group = await broker().group();
          const client = `s-${tls}`;
          await sdk().tell('simple', { client, group, topic, tls });
          const { messageId } = await tell('send', 'hällo', { tag: 'TagA', key: 'k1', properties: { a: 'b' } });
          const message = await receiveOne(fixture, { client, topic });
          expect(message).toMatchObject({
            messageId,
            topic,
            body: 'hällo',
            tag: 'TagA',
            keys: ['k1'],
            properties: { a: 'b' },
            attempt: 1,
          });
          await sdk().tell('ack', { client, message: message.name });
          await closes(client, 'consumer');
          await closes(`p-${tls}`, 'producer');
        });

      test.runIf(PECULIARITIES[name].changes)(
        'a changed invisible time counts from the call; a late ack is refused',
        async () => {
          const { topic, tell } = await producing(fixture, 'c');
          const group = await broker().group();
          await sdk().tell('simple', { client: 'changing', group, topic, tls: false });
          await tell('send', 'm');
          const scene = { client: 'changing', topic, invisibleMs: 30_000 };
          const first = await receiveOne(fixture, scene);
          const changedAtMs = performance.now();
          await sdk().tell('change', { client: 'changing', message: first.name, invisibleMs: 3_000 });
          const second = await receiveOne(fixture, scene);
          expect(second).toMatchObject({ messageId: first.messageId, attempt: 2 });
          const waitedMs = performance.now() - changedAtMs;
          expect(waitedMs).toBeGreaterThanOrEqual(3_000);
          expect(waitedMs).toBeLessThan(3_000 + LATE_MS);
          const late = sdk().tell('ack', { client: 'changing', message: first.name });
          if (PECULIARITIES[name].tellsRefusedAcks) await expect(late).rejects.toMatchObject({ code: 40_013 });
          else await late;
          await sdk().tell('ack', { client: 'changing', message: second.name });
        },
      );

      test('ordered messages come in order, a delayed one at its time', async () => {
        const fifo = await producing(fixture, 'f', 'FIFO');
        const delay = await producing(fixture, 'd', 'DELAY');
        const [ordered, group] = await Promise.all([broker().group({ deliveryOrder: 'ordered' }), broker().group()]);
        await sdk().tell('simple', { client: 'fs', group: ordered, topic: fifo.topic, tls: false });
        await sdk().tell('simple', { client: 'ds', group, topic: delay.topic, tls: false });
        const sentAtMs = Date.now();
        await delay.tell('send', 'later', { deliverInMs: DELAY_MS });
        for (const body of ['m1', 'm2', 'm3']) await fifo.tell('send', body, { messageGroup: 'g' });
        await receiveOne(fixture, { client: 'ds', topic: delay.topic });
        const waitedMs = Date.now() - sentAtMs;
        // Python and Rust send whole seconds.
        expect(waitedMs).toBeGreaterThanOrEqual(DELAY_MS - 1_000);
        expect(waitedMs).toBeLessThan(DELAY_MS + LATE_MS);
        const got: string[] = [];
        while (got.length < 3) {
          const messages = await sdk().tell<{ body: string; messageGroup?: string; name: string }[]>('receive', {
            client: 'fs',
            topic: fifo.topic,
            max: 4,
            invisibleMs: 10_000,
          });
          for (const { body, name: message } of messages) {
            got.push(body);
            await sdk().tell('ack', { client: 'fs', message });
          }
        }
        expect(got).toEqual(['m1', 'm2', 'm3']);
      });

      test('transactions: committed, rolled back, and checked when their end is missing', async () => {
        const { topic, tell } = await producing(fixture, 't', 'TRANSACTION', { checked: 'COMMIT' });
        await tell('transaction', 'committed', { end: 'COMMIT' });
        await tell('transaction', 'rolled back', { end: 'ROLLBACK' });
        expect(await storedBodies(broker(), topic)).toEqual(['committed']);
        await tell('transaction', 'left open', { end: 'NONE' });
        await until('the check', async () => (await storedBodies(broker(), topic)).length === 2, 20_000);
        expect(await storedBodies(broker(), topic)).toEqual(['committed', 'left open']);
        expect(sdk().events.filter(({ event }) => event === 'checked')).toMatchObject([{ body: 'left open' }]);
      });
    },
    { transactions: { checkMs: 3_000, maxChecks: 15, lifetimeMs: 3_600_000 } },
  );
}
