// @module-tag long
import { afterAll, test } from 'vitest';

import { plain } from '../../lib/model/plain';
import { ack, createGroup, createTopic, fail, send } from '../../lib/broker';
import { readGroup } from '../../lib/cluster/read/read-groups';
import { readTopic } from '../../lib/cluster/read/read-topics';
import { ClusterMoves } from '../../lib/engine';
import { readMove } from '../../lib/engine/move/read';
import { startMove } from '../../lib/engine/move/start';
import { stepMove } from '../../lib/engine/move/step-move';
import { ClusterRedrives } from '../../lib/engine/rocketmq/redrives/run';
import { receiveNow, testMessage } from '../../lib/testing/broker';
import { type Listening, startPushConsumer, startSimpleConsumer } from '../protocol/support/sdk';
import { VERSIONS } from './global-setup';
import { attachReal, describeReal, OPERATOR as actor } from './support/describe-real';
import { shutDown } from './support/shut-down';

const RETRY = { maxRetries: 0, retryPolicy: { type: 'fixed', intervalMs: 5_000 } } as const;
const TOPIC = 'orders';
const BOOKS = 'books';
const KEYS = ['a', 'b', 'c'];

for (const version of VERSIONS)
  describeReal('a move to it', { version }, (scene) => {
    const attached = attachReal(scene);
    const listening: Listening[] = [];

    afterAll(async () => {
      await shutDown(
        attached.engine.cluster,
        listening.map(({ consumer }) => consumer),
        ['billing', 'mailing', 'readers', 'ledger'],
      );
    });

    /** billing: one dead, three unread. mailing: has read everything. */
    async function fill(): Promise<void> {
      const { ctx } = attached.broker;
      await createTopic(ctx, { name: TOPIC, messageType: 'NORMAL', queues: 2, actor });
      for (const name of ['billing', 'mailing']) {
        await createGroup(ctx, { name, ...RETRY, actor });
        await receiveNow(ctx, { group: name, topic: TOPIC });
      }
      const put = async (id: string) =>
        send(ctx, {
          topic: TOPIC,
          messages: [{ ...testMessage(), messageId: id, tag: 'paid', keys: [`key-${id}`], body: Buffer.from(id) }],
        });
      const takeAll = async (group: string) => [
        ...(await receiveNow(ctx, { group, topic: TOPIC })),
        ...(await receiveNow(ctx, { group, topic: TOPIC })),
      ];
      await put('0100000000000000000000000000000001');
      for (const { messageId, receiptHandle } of await takeAll('billing'))
        await fail(ctx, { group: 'billing', topic: TOPIC, messageId, receiptHandle, clientId: 'client-1' });
      for (const n of [2, 3, 4]) await put(`010000000000000000000000000000000${n}`);
      for (const message of await takeAll('mailing'))
        await ack(ctx, { group: 'mailing', topic: TOPIC, entries: [message] });
    }

    test(
      'settings are the same on both brokers, and what waited comes to its group alone, once',
      { timeout: 300_000 },
      async ({ expect }) => {
        const { broker, clusters, engine } = attached;
        const { ctx } = broker;
        await fill();
        const groups = ['billing', 'mailing'].map((name) => ({ name, messages: true }));
        await startMove(ctx, engine, { topics: [TOPIC], groups, overwrite: false, reason: 'growth', actor });
        const rows = plain(await stepMove(ctx, engine, { step: 'settings', actor }));
        expect(rows.map(({ what, broker: at, problem }) => [what, at, problem])).toEqual(
          [`topic ${TOPIC}`, 'group billing', 'group mailing'].flatMap((what) => [
            [what, 'broker-a', null],
            [what, 'broker-b', null],
          ]),
        );
        expect(await readTopic(engine.cluster, TOPIC)).toMatchObject({ missingOn: [], differs: false });
        expect(await readGroup(engine.cluster, 'billing')).toMatchObject({
          ...{ missingOn: [], differences: [], settings: { maxRetries: 0, retryPolicy: RETRY.retryPolicy } },
        });
        await stepMove(ctx, engine, { step: 'switch', anyway: true, actor });
        await stepMove(ctx, engine, { step: 'pause', actor });
        await stepMove(ctx, engine, { step: 'take', actor });
        const moves = new ClusterMoves(ctx);
        const step = async () => (await readMove(ctx, engine))?.step;
        await expect
          .poll(async () => {
            await moves.step();
            return await step();
          })
          .toBe('send');
        const billing = await startPushConsumer(scene.real.grpcPort, 'billing', TOPIC, () => true);
        const mailing = await startPushConsumer(scene.real.grpcPort, 'mailing', TOPIC, () => true);
        listening.push(billing, mailing);
        expect(plain(await stepMove(ctx, engine, { step: 'send', actor }))).toMatchObject([
          { what: 'group billing', did: expect.stringMatching(/sends 3 messages; 1 dead letter is/), problem: null },
          { what: 'group mailing', did: 'no message waited', problem: null },
        ]);
        const redrives = new ClusterRedrives(ctx, clusters, 'one');
        const states = async () => {
          await redrives.step();
          await moves.step();
          const { rows: items } = await broker.database.store.console.query<{ state: string }>(
            'SELECT state FROM cluster_redrive_item ORDER BY ord',
          );
          return items.map(({ state }) => state);
        };
        await expect.poll(states, { timeout: 150_000, interval: 500 }).toEqual(['consumed', 'consumed', 'consumed']);
        expect(await step()).toBe('done');
        expect(billing.deliveries.map(({ messageId }) => messageId).toSorted()).toEqual(
          [2, 3, 4].map((n) => `010000000000000000000000000000000${n}`),
        );
        expect(billing.deliveries.every(({ view }) => view.topic === TOPIC && view.tag === 'paid')).toBe(true);
        expect(billing.deliveries.flatMap(({ view }) => view.keys)).toContain('key-0100000000000000000000000000000002');
        expect(mailing.deliveries).toEqual([]);
        const { rows: dead } = await broker.database.store.console.query<{ body: Buffer }>(
          'SELECT body FROM cluster_dead_letter',
        );
        expect(dead.map(({ body }) => body.toString())).toEqual(['0100000000000000000000000000000001']);
      },
    );

    test(
      'an ordered group: each key in its order, once; a confirmed group gets a copy; late producers are seen',
      { timeout: 300_000 },
      async ({ expect }) => {
        const { broker, clusters, engine } = attached;
        const { ctx } = broker;
        await createTopic(ctx, { name: BOOKS, messageType: 'FIFO', queues: 2, actor });
        await createGroup(ctx, { name: 'ledger', ...RETRY, deliveryOrder: 'ordered', actor });
        await createGroup(ctx, { name: 'readers', ...RETRY, actor });
        for (const group of ['ledger', 'readers']) await receiveNow(ctx, { group, topic: BOOKS });
        const put = async (key: string, n: number) =>
          send(ctx, {
            topic: BOOKS,
            messages: [
              testMessage({
                messageId: `02${'0'.repeat(28)}${key}${n}`,
                messageGroup: key,
                body: Buffer.from(`${key}${n}`),
              }),
            ],
          });
        for (let n = 0; n < 6; n += 1) for (const key of KEYS) await put(key, n);
        const groups = ['ledger', 'readers'].map((name) => ({ name, messages: name === 'ledger' }));
        await startMove(ctx, engine, { topics: [BOOKS], groups, overwrite: false, reason: 'growth', actor });
        await stepMove(ctx, engine, { step: 'settings', actor });
        expect(await readTopic(engine.cluster, BOOKS)).toMatchObject({ parts: [{ messageType: 'FIFO' }, {}] });
        expect(await readGroup(engine.cluster, 'ledger')).toMatchObject({ settings: { isOrdered: true } });
        await stepMove(ctx, engine, { step: 'switch', anyway: true, actor });
        await put('a', 6);
        expect(await readMove(ctx, engine)).toMatchObject({
          late: { isTooLate: false, topics: [{ topic: BOOKS, count: 1, hosts: ['test-host'] }] },
        });
        await stepMove(ctx, engine, { step: 'pause', actor });
        await stepMove(ctx, engine, { step: 'take', actor });
        const moves = new ClusterMoves(ctx, 4);
        const step = async () => {
          await moves.step();
          return (await readMove(ctx, engine))?.step;
        };
        await expect.poll(step).toBe('send');
        const readers = await startPushConsumer(scene.real.grpcPort, 'readers', BOOKS, () => true);
        listening.push(readers);
        const ledger = await startSimpleConsumer(scene.real.grpcPort, 'ledger', BOOKS);
        const got: string[] = [];
        let isOver = false;
        const loop = (async () => {
          while (!isOver)
            for (const message of await ledger.receive(4, 30_000).catch(() => [])) {
              got.push(message.body.toString());
              await ledger.ack(message);
            }
        })();
        expect(plain(await stepMove(ctx, engine, { step: 'send', actor }))).toMatchObject([
          { what: 'group ledger', problem: expect.stringContaining('readers') },
        ]);
        expect(plain(await stepMove(ctx, engine, { step: 'send', confirmed: ['readers'], actor }))).toMatchObject([
          { what: 'group ledger', problem: null },
        ]);
        const redrives = new ClusterRedrives(ctx, clusters, 'one');
        const ended = async () => {
          await redrives.step();
          return await step();
        };
        await expect.poll(ended, { timeout: 60_000, interval: 500 }).toBe('done');
        await expect.poll(() => got.length, { timeout: 90_000 }).toBeGreaterThanOrEqual(3 * 6 + 1);
        await expect.poll(() => readers.deliveries.length, { timeout: 90_000 }).toBeGreaterThanOrEqual(3 * 6 + 1);
        isOver = true;
        await loop;
        await ledger.shutdown();
        for (const key of KEYS)
          expect(got.filter((body) => body.startsWith(key))).toEqual(
            [...(key === 'a' ? [0, 1, 2, 3, 4, 5, 6] : [0, 1, 2, 3, 4, 5])].map((n) => `${key}${n}`),
          );
        expect(new Set(readers.deliveries.map(({ body }) => body)).size).toBe(readers.deliveries.length);
        // Too late: it stays here, and that is said.
        await put('b', 6);
        expect(await readMove(ctx, engine)).toMatchObject({ late: { isTooLate: true, topics: [{ count: 2 }] } });
      },
    );
  });
