// @module-tag long
import { once } from 'node:events';

import { expect, test } from 'vitest';

import { createBrokerContext, createGroup, createTopic } from '../../lib/broker';
import { CODE } from '../../lib/gateway/proto/codes';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { createTestDatabase } from '../../lib/testing/database';
import { TESTER } from './support/broker';
import { startChild } from './support/child';
import { setTestLimit } from './support/limits';
import { RawClient, rawMessage, statusOf } from './support/raw-client';
import { receiveRequest } from './support/raw-requests';
import { startProducer, startPushConsumer } from './support/sdk';
import { until } from './support/wait';

const HOUR_MS = 3_600_000;
const HELD = 8;
const RATE = 4;
const LONG_POLL_MS = 5_000;
/** A busy machine. */
const LATE_MS = 15_000;

test.concurrent.each([HOUR_MS, -HOUR_MS])(
  "the node's clock jumps by %s ms: no client loses its messages, rates stay exact, and held receives end in time",
  async (jumpMs) => {
    const database = await createTestDatabase();
    const silent = (): void => undefined;
    const log = { debug: silent, info: silent, warn: silent, error: silent };
    const ctx = await createBrokerContext({ store: database.store, log, metrics: { count: silent, observe: silent } });
    for (const name of ['orders', 'limited', 'empty'])
      await createTopic(ctx, { name, messageType: 'NORMAL', queues: 4, actor: TESTER });
    await createGroup(ctx, { name: 'billing', actor: TESTER });
    await setTestLimit(ctx, { kind: 'send-rate', scope: 'topic', subject: 'limited', hard: RATE, burstMs: 1_000 });
    const port = await findFreePort('127.0.0.1');
    const env = { DATABASE_URL: database.url, REDRIVE_GRPC_PORT: String(port), TEST_SCAN_MS: '100' };
    const node = await startChild('broker-child.ts', [], env, ['jumping-clock.mjs']);

    const producer = await startProducer(port, 'orders');
    const send = async (): Promise<string> =>
      (await producer.send({ topic: 'orders', body: Buffer.from('order') })).messageId;
    let letGo: (success: boolean) => void = silent;
    const gone = new Promise<boolean>((resolve) => (letGo = resolve));
    const holder = await startPushConsumer(port, 'billing', 'orders', () => gone);
    const held = await Promise.all(Array.from({ length: HELD }, send));
    await until('one client holds them all', () => holder.deliveries.length === HELD);
    const other = await startPushConsumer(port, 'billing', 'orders', () => true);
    const raw = new RawClient(port);

    const askedMs = performance.now();
    const waiting = raw.receive(receiveRequest({ topic: 'empty', group: 'billing' }), {
      deadline: Date.now() + LONG_POLL_MS + LATE_MS,
    });
    node.process.stdin.write(`${jumpMs}\n`);
    const [shown] = (await once(node.process.stdout, 'data')) as [Buffer];
    const [time = ''] = /\d{4}-.*Z/.exec(shown.toString()) ?? [];
    expect(Math.abs(Date.parse(time) - Date.now() - jumpMs)).toBeLessThan(LATE_MS);

    // Four at once, and four more in a second: neither are there more tokens nor do they stop coming.
    const startedMs = performance.now();
    let stored = 0;
    await until('the rate lets eight through', async () => {
      const answer = await raw.call('SendMessage', { messages: [rawMessage('limited')] });
      if (answer.status.code === CODE.OK) stored += 1;
      return stored === 2 * RATE;
    });
    expect(performance.now() - startedMs).toBeGreaterThan(990);

    const later = await send();
    await until('consumption goes on', () =>
      [...holder.deliveries, ...other.deliveries].some(({ messageId }) => messageId === later),
    );

    expect(statusOf(await waiting)).toBe(CODE.MESSAGE_NOT_FOUND);
    const waitedMs = performance.now() - askedMs;
    expect(waitedMs).toBeGreaterThanOrEqual(LONG_POLL_MS - 10);
    expect(waitedMs).toBeLessThan(LONG_POLL_MS + LATE_MS);

    expect(other.deliveries.filter(({ messageId }) => held.includes(messageId))).toEqual([]);
    letGo(true);
    await until('all are acked', async () => {
      const { rows } = await database.store.console.query(
        'SELECT 1 FROM lease WHERE live UNION ALL SELECT 1 FROM retry',
      );
      return rows.length === 0;
    });
    expect(
      holder.deliveries
        .filter(({ messageId }) => messageId !== later)
        .map(({ messageId }) => messageId)
        .toSorted(),
    ).toEqual(held.toSorted());
    await Promise.all([producer.shutdown(), holder.consumer.shutdown(), other.consumer.shutdown()]);
    raw.close();
    node.process.kill('SIGTERM');
    expect(await node.ended()).toBe(0);
    expect(node.errors()).toBe('');
    await database.close();
  },
);
