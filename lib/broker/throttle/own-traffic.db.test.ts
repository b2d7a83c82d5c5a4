import { expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { receiveNow, testMessage } from '../../testing/broker';
import { brokerStage } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { releaseDue } from '../schedule/release-due';
import { createTopic } from '../topic/create';
import { endTransaction } from '../transaction/end';
import { readLevels } from './read-levels';
import { removeLimit } from './remove-limit';
import { setLimit, type SetLimitInput } from './set-limit';

const stage = brokerStage({ atFirstSegment: true });
const actor = systemActor('test');
const REFUSED = { code: 'too-many-requests' };

type Limit = Pick<SetLimitInput, 'kind' | 'scope' | 'subject'>;

const input = (limit: Limit, hard: number): SetLimitInput => ({ ...limit, hard, version: 0, reason: 'test', actor });

/** Sends are refused from now on, for every reason there is. */
async function close(topic: string): Promise<() => Promise<void>> {
  const rate = { kind: 'send-rate', scope: 'topic', subject: topic } as const;
  const storage = { kind: 'storage', scope: 'broker', subject: '' } as const;
  await setLimit(stage.broker.ctx, { ...input(rate, 0.001), burstMs: 0 });
  await setLimit(stage.broker.ctx, input(storage, 1));
  await readLevels(stage.broker.ctx);
  return async () => {
    for (const limit of [rate, storage]) await removeLimit(stage.broker.ctx, { ...input(limit, 1), version: 1 });
  };
}

test('retries, dead letters and re-drives go on while every send is refused; acks too', async () => {
  const at = await Scene.open(stage.broker, { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1_000 } });
  await at.push();
  const lost = await at.send();
  const open = await close(at.topic);
  await expect(at.send()).rejects.toMatchObject(REFUSED);
  await at.fail(await at.one(at.push()));
  await at.fail(await at.dueAfter(1_000));
  expect(await at.deadLetters()).toMatchObject([{ messageId: lost, attempts: 2 }]);
  await startRedrive(stage.broker.ctx, { group: at.group, all: true, reason: 'fixed', actor });
  stage.broker.clock.advance(1_000);
  await stepRedrives(stage.broker.ctx);
  const again = await at.one(at.push());
  expect(again.messageId).toBe(lost);
  expect(await at.ack(again)).toMatchObject([{ error: null }]);
  await open();
  await at.send();
});

test('a re-drive is no send: the limit of a backlog does not hold it', async () => {
  const at = await Scene.open(stage.broker, { maxRetries: 0 });
  await at.push();
  await at.sendMany(5);
  for (const message of await at.push()) await at.fail(message);
  const backlog = { kind: 'backlog-count', scope: 'group', subject: at.group } as const;
  await at.sendMany(3);
  await setLimit(stage.broker.ctx, input(backlog, 2));
  await readLevels(stage.broker.ctx);
  await expect(at.send()).rejects.toMatchObject(REFUSED);
  await startRedrive(stage.broker.ctx, { group: at.group, all: true, reason: 'fixed', actor });
  stage.broker.clock.advance(1_000);
  await stepRedrives(stage.broker.ctx);
  expect(await at.push()).toHaveLength(8);
});

test('delayed messages fall due and transactions are committed while every send is refused', async () => {
  await createGroup(stage.broker.ctx, { name: 'reader', actor });
  for (const [name, messageType] of [
    ['later', 'DELAY'],
    ['paid', 'TRANSACTION'],
  ] as const) {
    await createTopic(stage.broker.ctx, { name, messageType, queues: 1, actor });
    await receiveNow(stage.broker.ctx, { topic: name, group: 'reader' });
  }
  const delayed = testMessage({ deliverAt: new Date(stage.broker.clock.nowOrNull().getTime() + 5_000) });
  await send(stage.broker.ctx, { topic: 'later', messages: [delayed] });
  const half = testMessage({ messageType: 'TRANSACTION' });
  const [receipt] = await send(stage.broker.ctx, { topic: 'paid', messages: [half], clientId: 'producer-1' });
  const open = await close('later');
  await setLimit(stage.broker.ctx, {
    ...input({ kind: 'send-rate', scope: 'topic', subject: 'paid' }, 0.001),
    burstMs: 0,
  });
  const another = testMessage({ messageType: 'TRANSACTION' });
  await expect(send(stage.broker.ctx, { topic: 'paid', messages: [another] })).rejects.toMatchObject(REFUSED);
  await endTransaction(stage.broker.ctx, {
    ...{ topic: 'paid', messageId: half.messageId, transactionId: receipt?.transactionId ?? '' },
    ...{ resolution: 'commit', source: 'client', clientId: 'producer-1' },
  });
  stage.broker.clock.advance(5_000);
  expect(await releaseDue(stage.broker.ctx)).toBe(1);
  const read = async (topic: string): Promise<string[]> =>
    (await receiveNow(stage.broker.ctx, { topic, group: 'reader' })).map(({ messageId }) => messageId);
  expect([await read('later'), await read('paid')]).toEqual([[delayed.messageId], [half.messageId]]);
  await open();
});

test('bytes are those of bodies, properties, keys and tags: a small body does not smuggle large properties', async () => {
  const at = await Scene.open(stage.broker);
  const bytes = { kind: 'send-bytes', scope: 'topic', subject: at.topic } as const;
  await setLimit(stage.broker.ctx, input(bytes, 100));
  await at.send({ body: Buffer.from('x'), properties: { smuggled: 'y'.repeat(5_000) } });
  await expect(at.send({ body: Buffer.from('x') })).rejects.toMatchObject(REFUSED);
});

test('a limit on an unknown access key is refused; a limit of a deleted key can be changed', async () => {
  const limit = { kind: 'send-rate', scope: 'access-key', subject: 'AKIANOBODY' } as const;
  await expect(setLimit(stage.broker.ctx, input(limit, 5))).rejects.toMatchObject({
    code: 'not-found',
    field: 'subject',
  });
  await stage.broker.database.store.console.query(
    `INSERT INTO throttle_limit (kind, scope, subject, hard, soft_share, burst_ms, enabled, reason, updated_by, version, updated_at)
     VALUES ('send-rate', 'access-key', 'AKIANOBODY', 5, 0.8, 1000, true, '', 'test', 1, now())`,
  );
  expect(await setLimit(stage.broker.ctx, { ...input(limit, 6), version: 1 })).toMatchObject({ hard: 6, version: 2 });
});
