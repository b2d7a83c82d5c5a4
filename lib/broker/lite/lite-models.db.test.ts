import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { GroupSettingsInput } from '../../model/group/group-settings';
import { LIMITS } from '../../model/limits';
import { liteLeaveSilent, liteSubscribe } from '../../store/queries/lite/lite-subscribe';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { createGroup } from '../group/create';
import { updateGroup } from '../group/update';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { leaveLite, type LiteLoss, type LiteSubscribeInput, subscribeLite } from './subscribe';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = systemActor('test');

function scene(name: string) {
  const names = { topic: name, group: name };
  let sent = 0;
  return {
    make: async (settings: GroupSettingsInput): Promise<void> => {
      await createGroup(broker.ctx, { name, actor, deliveryOrder: 'ordered', ...settings });
      await createTopic(broker.ctx, { name, messageType: 'LITE', queues: 2, actor });
    },
    sync: (clientId: string, action: LiteSubscribeInput['action'], ...wanted: string[]): Promise<readonly LiteLoss[]> =>
      subscribeLite(broker.ctx, { ...names, clientId, action, names: wanted }),
    send: async (...liteTopics: string[]): Promise<void> => {
      for (const messageGroup of liteTopics) {
        const messageId = `${name}-${(sent += 1)}`;
        await send(broker.ctx, {
          ...{ topic: name, messages: [testMessage({ messageType: 'LITE', messageGroup, messageId })] },
        });
      }
    },
    /** The lite topics of what it gets. */
    take: async (clientId: string): Promise<string[]> =>
      (await receiveNow(broker.ctx, { ...names, clientId })).map(({ messageGroup }) => messageGroup ?? '').toSorted(),
    leave: (clientId: string): Promise<void> => leaveLite(broker.ctx, { group: name, clientId }),
    change: async (settings: GroupSettingsInput): Promise<void> => {
      const { version } = await broker.ctx.groups.find(name);
      await updateGroup(broker.ctx, { name, version, actor, ...settings });
    },
  };
}

test('exclusive: the newest client that adds a lite topic has it alone, and the former one is notified', async () => {
  const { make, sync, send: sendTo, take, leave } = scene('lite-exclusive');
  await make({ liteModel: 'exclusive' });
  expect(await sync('a', 'add', 'one', 'two')).toEqual([]);
  expect(await sync('b', 'add', 'one', 'three')).toEqual([{ clientId: 'a', name: 'one' }]);
  await sendTo('one', 'two', 'three');
  expect(await take('a')).toEqual(['two']);
  expect(await take('b')).toEqual(['one', 'three']);
  // It was not notified, and repeats its set: it does not get the lite topic back.
  expect(await sync('a', 'all', 'one', 'two')).toEqual([{ clientId: 'a', name: 'one' }]);
  await sendTo('one');
  expect([await take('a'), await sync('b', 'all', 'one', 'three')]).toEqual([[], []]);
  // A set never takes what another client has, and gets what no client has.
  expect(await sync('c', 'all', 'two', 'four')).toEqual([{ clientId: 'c', name: 'two' }]);
  await leave('b');
  expect(await sync('a', 'all', 'one', 'two')).toEqual([]);
  await sendTo('four');
  expect(await take('c')).toEqual(['four']);
});

test('exclusive: of two clients that had a lite topic before, the newer one keeps it', async () => {
  const { make, sync, change } = scene('lite-made-exclusive');
  await make({});
  await sync('a', 'add', 'one');
  broker.clock.advance(1000);
  expect(await sync('b', 'add', 'one')).toEqual([]);
  await change({ liteModel: 'exclusive' });
  expect(await sync('b', 'all', 'one')).toEqual([]);
  expect(await sync('a', 'all', 'one')).toEqual([{ clientId: 'a', name: 'one' }]);
});

test('all: a client receives every lite topic, and what came before it', async () => {
  const { make, sync, send: sendTo, take, leave, change } = scene('lite-all');
  await make({ liteModel: 'all' });
  expect(await take('a')).toEqual([]);
  await sync('a', 'all');
  await sendTo('one', 'two');
  expect(await take('a')).toEqual(['one', 'two']);
  await leave('a');
  await sendTo('three');
  expect(await take('a')).toEqual([]);
  await sync('b', 'all', 'any');
  expect(await take('b')).toEqual(['three']);
  await expect(sync('b', 'add', 'one')).rejects.toMatchObject({ code: 'bad-request', field: 'liteTopicSet' });
  // The next set that it repeats is of names again.
  await change({ liteModel: 'shared' });
  await sync('b', 'all', 'four');
  await sendTo('four', 'five');
  expect(await take('b')).toEqual(['four']);
});

test('a client subscribes as many lite topics as its group allows', async () => {
  const { make, sync, change } = scene('lite-quota');
  await make({ liteQuota: 2 });
  await sync('a', 'add', 'one', 'two');
  const refused = { code: 'lite-subscription-quota', limit: 2 };
  await expect(sync('a', 'add', 'three')).rejects.toMatchObject(refused);
  await expect(sync('b', 'all', 'one', 'two', 'three')).rejects.toMatchObject(refused);
  await change({ liteQuota: 3 });
  await sync('a', 'add', 'three');
  await expect(change({ liteQuota: 0 })).rejects.toMatchObject({ code: 'bad-request', field: 'liteQuota' });
});

test('all clients together subscribe as many lite topics as the broker allows', async () => {
  const { make, sync } = scene('lite-broker-quota');
  await make({});
  await sync('a', 'add', 'one');
  const [{ groupId }, { topicId, queueIds }] = await Promise.all([
    broker.ctx.groups.find('lite-broker-quota'),
    broker.ctx.topics.find('lite-broker-quota'),
  ]);
  const { store } = broker.database;
  const { rows } = await store.console.query<{ n: number }>('SELECT sum(names)::int AS n FROM lite_client');
  const clientId = await broker.ctx.clients.id('b');
  const refusedAt = async (quota: number): Promise<string | null> => {
    const add = ['two', 'three'].map((name) => ({ queueId: queueIds[0] ?? 0, name }));
    const change = { groupId, topicId, clientId, add, remove: [], complete: false, from: null, exclusive: false };
    const quotas = { client: 10, broker: quota };
    return (await liteSubscribe(store.broker, broker.clock.nowOrNull(), change, quotas)).refused;
  };
  const there = rows[0]?.n ?? 0;
  expect(await refusedAt(there + 1)).toBe('broker');
  expect(await refusedAt(there + 2)).toBeNull();
});

test('a client that has more lite topics than a lowered quota keeps them, and gets no new ones', async () => {
  const { make, sync, send: sendTo, take, change } = scene('lite-quota-lowered');
  await make({});
  await sync('a', 'add', 'one', 'two', 'three');
  await change({ liteQuota: 1 });
  const { store } = broker.database;
  const leaveSilent = () => liteLeaveSilent(store.broker, broker.clock.nowOrNull(), LIMITS.liteSilenceMs);
  broker.clock.advance(LIMITS.liteSilenceMs - 1000);
  expect(await sync('a', 'all', 'one', 'two', 'three')).toEqual([]);
  broker.clock.advance(LIMITS.liteSilenceMs - 1000);
  await leaveSilent();
  await sendTo('one');
  expect(await take('a')).toEqual(['one']);
  // A set that is refused is a sign of life, too.
  const refused = { code: 'lite-subscription-quota', limit: 1 };
  await expect(sync('a', 'all', 'one', 'two', 'three', 'four')).rejects.toMatchObject(refused);
  await expect(sync('a', 'add', 'four')).rejects.toMatchObject(refused);
  broker.clock.advance(LIMITS.liteSilenceMs - 1000);
  await leaveSilent();
  await sendTo('two', 'four');
  expect(await take('a')).toEqual(['two']);
  expect(await sync('a', 'all', 'three')).toEqual([]);
  await sendTo('one', 'two', 'three');
  expect(await take('a')).toEqual(['three']);
});
