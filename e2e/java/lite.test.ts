import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { startRedrive } from '../../lib/broker';
import { TESTER } from '../protocol/support/broker';
import { until } from '../protocol/support/wait';
import { useJava, withoutJava } from './support/fixture';

describe.skipIf(withoutJava)('Java clients and lite topics', () => {
  const { broker, java } = useJava();

  async function scene(client: string, group: Parameters<ReturnType<typeof broker>['group']>[0] = {}, options = {}) {
    const retryPolicy = { type: 'fixed', intervalMs: 500 } as const;
    const [topic, name] = await Promise.all([
      broker().topic('LITE'),
      broker().group({ deliveryOrder: 'ordered', retryPolicy, ...group }),
    ]);
    await java().tell('producer', { client: `${client}-producer`, topic });
    await java().tell('lite', { client, group: name, topic, ...options });
    const send = (liteTopic: string, body: string): Promise<{ messageId: string }> =>
      java().tell('send', { client: `${client}-producer`, topic, body, liteTopic });
    const subscribe = (liteTopic: string, more: object = {}): Promise<null> =>
      java().tell('subscribe', { client, liteTopic, ...more });
    return { topic, group: name, send, subscribe };
  }

  const bodiesOf = (client: string): string[] =>
    java()
      .ended(client)
      .map(({ body }) => body);

  test.concurrent('a consumer receives the lite topics that it subscribes, each in order', async () => {
    const { topic, group, send, subscribe } = await scene('lite-plain');
    await subscribe('one');
    for (const body of ['1', '2', '3']) await send('one', body);
    await send('two', 'kept');
    await until('the first', () => bodiesOf('lite-plain').length === 3);
    expect(bodiesOf('lite-plain')).toEqual(['1', '2', '3']);
    expect(java().received('lite-plain')[0]).toMatchObject({ topic, liteTopic: 'one', attempt: 1 });
    // One that was not subscribed keeps its messages for the next subscriber.
    await java().tell('lite', { client: 'lite-plain-other', group, topic });
    await java().tell('subscribe', { client: 'lite-plain-other', liteTopic: 'two' });
    await until('the kept one', () => bodiesOf('lite-plain-other').length === 1);
    await java().tell('unsubscribe', { client: 'lite-plain', liteTopic: 'one' });
    await send('one', 'later');
    await sleep(2_000);
    expect(bodiesOf('lite-plain')).toHaveLength(3);
    await java().tell('subscribe', { client: 'lite-plain-other', liteTopic: 'one' });
    await until('the later one', () => bodiesOf('lite-plain-other').length === 2);
    expect(bodiesOf('lite-plain-other')).toEqual(['kept', 'later']);
  }, 60_000);

  test.concurrent('a message that fails is retried, moves to the DLQ and can be re-driven', async () => {
    const { group, send, subscribe } = await scene('lite-dead', { maxRetries: 1 }, { failing: 2 });
    await subscribe('one');
    const { messageId } = await send('one', 'dies');
    await until('the dead letter', async () => (await broker().deadLetters(group)).length === 1, 30_000);
    expect(await broker().deadLetters(group)).toMatchObject([{ messageId }]);
    const before = java().received('lite-dead').length;
    expect(before).toBeGreaterThanOrEqual(2);
    await startRedrive(broker().ctx, { group, all: true, reason: 'test', actor: TESTER });
    await until('the re-driven one', () => java().received('lite-dead').length > before, 30_000);
    expect(java().received('lite-dead').at(-1)).toMatchObject({ messageId, liteTopic: 'one', body: 'dies' });
  }, 60_000);

  test.concurrent('from now on, and what is refused', async () => {
    const { topic, send, subscribe } = await scene('lite-new');
    await subscribe('other');
    await send('one', 'old');
    await send('other', 'first');
    await until('the first', () => bodiesOf('lite-new').length === 1);
    await subscribe('one', { from: 'newest' });
    await send('one', 'new');
    await until('the new one', () => bodiesOf('lite-new').length === 2);
    expect(bodiesOf('lite-new')).toEqual(['first', 'new']);
    expect(await java().tell('subscribed', { client: 'lite-new' })).toEqual(['one', 'other']);
    await expect(send('not allowed', 'x')).rejects.toMatchObject({ code: 40020 });
    await expect(java().tell('send', { client: 'lite-new-producer', topic, body: 'x' })).rejects.toThrow();
    const unordered = await broker().group();
    await expect(java().tell('lite', { client: 'lite-unordered', group: unordered, topic })).rejects.toThrow();
  }, 60_000);

  test.concurrent('a client begins where it asks to, also before where its group stands', async () => {
    const { topic, group, send, subscribe } = await scene('lite-begins');
    await subscribe('one');
    for (const body of ['1', '2', '3']) await send('one', body);
    await until('the first', () => bodiesOf('lite-begins').length === 3);
    await sleep(1_000);
    const asks = [
      { from: 'oldest', comes: ['1', '2', '3'] },
      { from: { tail: 2 }, comes: ['2', '3'] },
      { from: { offset: 0 }, comes: ['1', '2', '3'] },
      { from: { time: Date.now() }, comes: [] },
    ];
    for (const [index, { from, comes }] of asks.entries()) {
      const client = `lite-begins-${index}`;
      await java().tell('unsubscribe', {
        client: index === 0 ? 'lite-begins' : `lite-begins-${index - 1}`,
        liteTopic: 'one',
      });
      await java().tell('lite', { client, group, topic });
      await java().tell('subscribe', { client, liteTopic: 'one', from });
      await until(`from ${JSON.stringify(from)}`, () => bodiesOf(client).length === comes.length);
      await sleep(500);
      expect(bodiesOf(client)).toEqual(comes);
    }
  }, 60_000);
});
