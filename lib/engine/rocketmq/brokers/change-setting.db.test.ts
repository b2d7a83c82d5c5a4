import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Actor } from '../../../model/audit/actor';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake, type FakeWorkspace } from '../../../testing/cluster/attach-fake';
import { rocketmqEngine } from '../engine';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const CHANGE = 25;
const setting = 'fileReservedTime';

let broker: TestBroker;
let eu: FakeWorkspace;
let before = 0;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

beforeEach(async () => {
  eu = await attachFake(broker);
  before = (await rows()).length;
  return eu.close;
});

const brokers = () => rocketmqEngine({ broker: broker.ctx, engine: eu.engine }).brokers;
const has = () => [...eu.fake.brokers.values()].map(({ config }) => config[setting]);
const asked = () => [...eu.fake.brokers.values()].map(({ peer }) => peer.count(CHANGE));
const both = (seen: string, value: string) => ['broker-a', 'broker-b'].map((name) => ({ broker: name, seen, value }));
const change = (changes: ReturnType<typeof both>) =>
  brokers().changeSetting({ setting, changes, actor, reason: 'disk is small' });
const last = async () => (await brokers().list()).settings.find(({ name }) => name === setting)?.last ?? null;
const rows = async () =>
  (
    await broker.ctx.store.console.query<object>(
      'SELECT action, reason, before, after, counts FROM audit WHERE target = $1 ORDER BY audit_id',
      [setting],
    )
  ).rows;
/** Of this test: the audit log outlives a cluster. */
const audited = async () => (await rows()).slice(before);

test('a setting is changed on each broker, is on record, and goes back to what each had', async () => {
  eu.fake.broker('broker-b').config[setting] = '96';
  expect(await last()).toBeNull();
  const [a, b] = both('72', '48');
  if (a === undefined || b === undefined) throw new Error('two brokers');
  const outcome = await change([a, { ...b, seen: '96' }]);
  expect(outcome).toMatchObject({ reached: 'all', brokers: [{ before: '72', after: '48' }, { before: '96' }] });
  expect(has()).toEqual(['48', '48']);
  expect(await audited()).toEqual([
    {
      ...{ action: 'broker-setting.update', reason: 'disk is small', counts: null },
      before: { 'broker-a': '72', 'broker-b': '96' },
      after: { 'broker-a': '48', 'broker-b': '48' },
    },
  ]);
  const made = await last();
  expect(made).toMatchObject({ by: actor.name, changes: [{ value: '72' }, { broker: 'broker-b', value: '96' }] });
  await change([...(made?.changes ?? [])]);
  expect(has()).toEqual(['72', '96']);
  // The revert is a change too: it can be taken back.
  expect(await last()).toMatchObject({ changes: [{ seen: '72', value: '48' }, { seen: '96' }] });
});

test('a broker that has another value than was seen, or does not respond, keeps all from being changed', async () => {
  eu.fake.broker('broker-b').config[setting] = '96';
  await expect(change(both('72', '48'))).rejects.toMatchObject({ code: 'conflict', field: 'seen', limit: '96' });
  eu.fake.broker('broker-b').config[setting] = '72';
  await expect(change(both('72', '72'))).rejects.toMatchObject({ code: 'bad-request', field: 'value' });
  await expect(change([...both('72', '48'), ...both('72', '47')])).rejects.toMatchObject({ field: 'changes' });
  await expect(change([{ broker: 'broker-z', seen: '72', value: '48' }])).rejects.toMatchObject({ code: 'not-found' });
  eu.fake.broker('broker-a').config['enableDLegerCommitLog'] = 'true';
  await expect(change(both('72', '48'))).rejects.toThrow('broker-a uses DLedger, which reads fileReservedTime only');
  eu.fake.broker('broker-b').peer.behave = () => ({ code: 1, remark: 'broken' });
  await expect(change(both('72', '48'))).rejects.toMatchObject({ code: 'unavailable' });
  expect([has(), asked(), await audited()]).toEqual([['72', '72'], [0, 0], []]);
});

test('a change that reached one broker names it, is on record as partly, and that broker alone goes back', async () => {
  eu.fake.broker('broker-b').peer.behave = ({ code }) => (code === CHANGE ? { code: 1, remark: 'disk full' } : null);
  await expect(change(both('72', '48'))).rejects.toThrow(/Changed on broker-a only.* broker-b: .*disk full/);
  expect(has()).toEqual(['48', '72']);
  expect((await audited()).at(-1)).toMatchObject({
    ...{ action: 'broker-setting.update-partly', counts: { brokers: 2, changed: 1 } },
    after: { 'broker-b': expect.stringContaining('disk full') },
  });
  expect(await last()).toMatchObject({ changes: [{ broker: 'broker-a', seen: '48', value: '72' }] });
});

test('after the first broker that fails no other is tried; one that says nothing is read back', async () => {
  const { config, peer } = eu.fake.broker('broker-a');
  peer.behave = ({ code }) => (code === CHANGE ? { code: 1, remark: 'no' } : null);
  await expect(change(both('72', '48'))).rejects.toThrow(/Nothing was changed.*broker-b: not tried, because broker-a/);
  expect(asked()).toEqual([1, 0]);
  peer.behave = ({ code }) => {
    if (code !== CHANGE) return null;
    config[setting] = '48';
    return { code: 2, remark: 'busy' };
  };
  expect(await change(both('72', '48'))).toMatchObject({ reached: 'all' });
  expect(has()).toEqual(['48', '48']);
});

test('a value out of range is refused, but for one that the broker had before the last change', async () => {
  for (const value of ['0', '8761', '-1', '1.5', '1e3', '072', ' 72', 'x', ''])
    await expect(change(both('72', value))).rejects.toMatchObject({ code: 'bad-request', field: 'value' });
  eu.fake.broker('broker-a').config[setting] = '9000';
  const [a, b] = both('9000', '48');
  if (a === undefined || b === undefined) throw new Error('two brokers');
  await change([a]);
  const { changes = [] } = (await last()) ?? {};
  expect(changes).toEqual([{ broker: 'broker-a', seen: '48', value: '9000' }]);
  await expect(change([{ ...b, seen: '72', value: '9000' }])).rejects.toMatchObject({ field: 'value' });
  await change([...changes]);
  expect(has()).toEqual(['9000', '72']);
});

test('a cluster that is attached for reading refuses', async () => {
  await eu.close();
  eu = await attachFake(broker, { allowsChanges: false });
  await expect(change(both('72', '48'))).rejects.toMatchObject({ code: 'forbidden' });
  expect(asked()).toEqual([0, 0]);
});
