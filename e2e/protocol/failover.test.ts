import { afterAll, beforeAll, expect, test } from 'vitest';

import { FailoverProducer } from '../../docs/snippets/node/failover-producer.mjs';
import { createTopic, removeLimit, setLimit } from '../../lib/broker';
import { type ProtocolBroker, startBroker, TESTER } from './support/broker';
import { countRefused } from './support/limits';
import { startProducer } from './support/sdk';

let main: ProtocolBroker;
let other: ProtocolBroker;
beforeAll(async () => {
  [main, other] = await Promise.all([startBroker(), startBroker()]);
});
afterAll(async () => {
  await Promise.all([main.close(), other.close()]);
  expect([...main.errors, ...other.errors]).toEqual([]);
});

async function bodies({ database }: ProtocolBroker): Promise<string[]> {
  const { rows } = await database.store.console.query<{ body: Buffer }>(
    'SELECT body FROM message ORDER BY stored_at, off',
  );
  return rows.map(({ body }) => body.toString());
}

test('the documented wrapper: throttled for long, sends go elsewhere; a probe that succeeds brings them back', async () => {
  const topic = await main.topic();
  await createTopic(other.ctx, { name: topic, messageType: 'NORMAL', queues: 1, actor: TESTER });
  const [first, second] = await Promise.all([startProducer(main.port, topic), startProducer(other.port, topic)]);
  let nowMs = 0;
  const producer = new FailoverProducer(first, second, { afterMs: 60_000, probeMs: 10_000, now: () => nowMs });
  const send = (body: string): Promise<unknown> => producer.send({ topic, body: Buffer.from(body) });
  const key = { kind: 'send-rate', scope: 'topic', subject: topic } as const;
  const given = { ...key, hard: 0.001, burstMs: 0, reason: 'test', actor: TESTER };
  await send('one');
  const { version } = await setLimit(main.ctx, { ...given, version: 0 });
  await send('two');
  await expect(send('lost without the wrapper')).rejects.toThrow('TOO_MANY_REQUESTS');
  nowMs = 60_000;
  await send('three');
  const refused = countRefused(main, `send-rate of topic ${topic}`);
  await send('four');
  // Straight to the other one: it waited for no refusal.
  expect(countRefused(main, `send-rate of topic ${topic}`)).toBe(refused);
  await removeLimit(main.ctx, { ...key, version, reason: 'test', actor: TESTER });
  await send('five');
  nowMs = 70_001;
  await send('six');
  await send('seven');
  expect(await bodies(main)).toEqual(['one', 'two', 'six', 'seven']);
  expect(await bodies(other)).toEqual(['three', 'four', 'five']);
  await expect(producer.send({ topic: 'nowhere', body: Buffer.from('x') })).rejects.not.toThrow('TOO_MANY_REQUESTS');
  await Promise.all([first.shutdown(), second.shutdown()]);
});
