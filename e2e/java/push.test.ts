import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { updateGroup } from '../../lib/broker';
import { TESTER } from '../protocol/support/broker';
import { expectLateAck, revokeHead, stateOf } from '../protocol/support/revoke';
import { until } from '../protocol/support/wait';
import { useJava, withoutJava, expectGaps, gaps } from './support/fixture';

const RETRY_LIMIT_MS = 70_000;

describe.skipIf(withoutJava)('Java push consumer', () => {
  const { broker, java } = useJava();

  async function scene(client: string, group: Parameters<ReturnType<typeof broker>['group']>[0], options: object = {}) {
    const [topic, name] = await Promise.all([broker().topic(), broker().group(group)]);
    await Promise.all([
      java().tell('producer', { client: `${client}-producer`, topic }),
      java().tell('push', { client, group: name, topic, ...options }),
    ]);
    const send = (body: string, rest: object = {}): Promise<{ messageId: string }> =>
      java().tell('send', { client: `${client}-producer`, topic, body, ...rest });
    return { topic, group: name, send };
  }

  test.concurrent('[case 83] sends, consumes and acks over the default TLS, everything as it was sent', async () => {
    const { topic, send } = await scene('plain', {});
    const { messageId } = await send('hällo', { tag: 'TagA', key: 'k1', properties: { a: 'b' } });
    await until('the delivery', () => java().ended('plain').length === 1);
    expect(java().received('plain')).toMatchObject([
      { messageId, topic, body: 'hällo', tag: 'TagA', keys: ['k1'], properties: { a: 'b' }, attempt: 1 },
    ]);
    await sleep(2_000);
    expect(java().received('plain')).toHaveLength(1);
  });

  test.concurrent('[case 10, 11] customized intervals 1, 2, 3, 3 s, the same message each time, then dead letter', async () => {
    const { group, send } = await scene(
      'customized',
      { maxRetries: 4, retryPolicy: { type: 'customized', intervalsMs: [1_000, 2_000, 3_000] } },
      { failing: -1 },
    );
    const { messageId } = await send('x'.repeat(4_096), { tag: 't', key: 'k', properties: { p: 'q' } });
    await until('the last delivery', () => java().ended('customized').length === 5, 30_000);
    expectGaps(gaps(java(), 'customized'), [1_000, 2_000, 3_000, 3_000]);
    await until('the dead letter', async () => (await broker().deadLetters(group)).length === 1);
    expect(await broker().deadLetters(group)).toMatchObject([{ messageId, attempts: 5 }]);
    const deliveries = java().received('customized');
    expect(deliveries.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
    const same = deliveries.map(({ attempt: _attempt, atMs: _at, wallMs: _wall, ...rest }) => rest);
    expect(same).toEqual(same.map(() => same[0]));
  });

  test.concurrent(
    '[case 1, 5, 6] the first two intervals of a default group are 10 s and 30 s',
    { tags: ['long'], timeout: RETRY_LIMIT_MS },
    async () => {
      const { group, send } = await scene('stepped', {}, { failing: 2, throwing: true });
      await send('m');
      await until('the third delivery', () => java().ended('stepped').length === 3, 50_000);
      expectGaps(gaps(java(), 'stepped'), [10_000, 30_000]);
      expect(
        java()
          .ended('stepped')
          .map(({ result }) => result),
      ).toEqual(['FAILURE', 'FAILURE', 'SUCCESS']);
      expect(await broker().deadLetters(group)).toEqual([]);
    },
  );

  test.concurrent('[case 4] no retries: one delivery, then dead letter', async () => {
    const { group, send } = await scene('none', { maxRetries: 0 }, { failing: -1 });
    await send('m');
    await until('the dead letter', async () => (await broker().deadLetters(group)).length === 1);
    expect(java().received('none')).toHaveLength(1);
  });

  test.concurrent('[case 87] a changed group reaches the running consumer: from the next failure on', async () => {
    const before = { type: 'customized', intervalsMs: [4_000] } as const;
    const { group, send } = await scene('changed', { maxRetries: 5, retryPolicy: before }, { failing: 3 });
    await send('m');
    // Known to the broker: the listener's end in the process is before that.
    const waiting = `SELECT 1 FROM retry JOIN consumer_group USING (group_id) WHERE name = $1 AND waiting`;
    const { console: db } = broker().ctx.store;
    await until('the first failure', async () => (await db.query(waiting, [group])).rowCount === 1);
    const { version } = await broker().ctx.groups.find(group);
    await updateGroup(broker().ctx, {
      name: group,
      version,
      retryPolicy: { type: 'customized', intervalsMs: [1_000, 2_000] },
      actor: TESTER,
    });
    await until('the success', () => java().ended('changed').length === 4, 30_000);
    expectGaps(gaps(java(), 'changed'), [4_000, 2_000, 2_000]);
  });

  test.concurrent('[case 15] a tag filter: what does not match is never delivered, nor dead', async () => {
    const { group, send } = await scene('tags', {}, { tag: 'A || B' });
    for (const [body, tag] of Object.entries({ one: 'A', two: 'C', three: 'B' })) await send(body, { tag });
    await until('both deliveries', () => java().ended('tags').length === 2);
    await sleep(1_000);
    expect(
      java()
        .received('tags')
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(['one', 'three']);
    expect(await broker().deadLetters(group)).toEqual([]);
  });

  test.concurrent(
    '[case 38, 39, 40] ordered: the group’s fixed interval, the next only after the end of the first',
    { tags: ['long'] },
    async () => {
      const topic = await broker().topic('FIFO');
      const group = await broker().group({
        deliveryOrder: 'ordered',
        maxRetries: 2,
        retryPolicy: { type: 'fixed', intervalMs: 2_000 },
      });
      await java().tell('producer', { client: 'ordered-producer', topic });
      const sent: string[] = [];
      for (const body of ['m1', 'm2', 'm3']) {
        const { messageId } = await java().tell<{ messageId: string }>('send', {
          client: 'ordered-producer',
          topic,
          body,
          messageGroup: 'g',
        });
        sent.push(messageId);
      }
      await java().tell('push', { client: 'ordered', group, topic, failing: -1 });
      await until('all deliveries', () => java().ended('ordered').length === 9, 30_000);
      const bodies = java()
        .received('ordered')
        .map(({ body, attempt }) => `${body}#${attempt}`);
      expect(bodies).toEqual(['m1', 'm2', 'm3'].flatMap((body) => [1, 2, 3].map((attempt) => `${body}#${attempt}`)));
      const measured = gaps(java(), 'ordered');
      expectGaps(
        [0, 1, 3, 4, 6, 7].map((index) => measured[index] ?? 0),
        Array.from({ length: 6 }, () => 2_000),
      );
      await until('three dead letters', async () => (await broker().deadLetters(group)).length === 3);
      expect((await broker().deadLetters(group)).map(({ messageId }) => messageId)).toEqual(sent);
    },
  );

  test.concurrent('a poison head taken back and moved: the next is delivered, the late ack refused', async () => {
    const topic = await broker().topic('FIFO');
    const retryPolicy = { type: 'fixed', intervalMs: 2_000 } as const;
    const group = await broker().group({ deliveryOrder: 'ordered', maxRetries: 20, retryPolicy });
    const send = (body: string): Promise<{ messageId: string }> =>
      java().tell('send', { client: 'kept-producer', topic, body, messageGroup: 'g' });
    await java().tell('producer', { client: 'kept-producer', topic });
    const { messageId: head } = await send('m1');
    await java().tell('push', { client: 'kept', group, topic, failing: 3 });
    await until('two attempts in the client', () => java().ended('kept').length === 2, 30_000);
    const { messageId: next } = await send('m2');
    const client = await revokeHead(broker(), 'bury', { group, key: 'g', head });
    expect(client).not.toBeNull();
    const isNext = ({ body }: { readonly body: string }): boolean => body === 'm2';
    await until('the next of the key', () => java().received('kept').some(isNext), 30_000);
    expect(await broker().deadLetters(group)).toEqual([{ messageId: head, attempts: 1, cause: 'buried' }]);
    await expectLateAck(broker(), head, client);
    expect(await stateOf(broker(), head)).toBe('dead');
    await until('the end of the next', async () => (await stateOf(broker(), next)) === 'consumed', 60_000);
  });
});
