import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { AccessChange } from '../../../model/cluster/access-change';
import type { Actor } from '../../../model/audit/actor';
import { english } from '../../../model/language/t';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake, type FakeWorkspace } from '../../../testing/cluster/attach-fake';
import { FakeAccess } from '../../../testing/cluster/fake-access';
import { rocketmqEngine } from '../engine';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const SECRET = 'shop-secret-1';
const CREATE_USER = 3001;
const RULE = { policy: 'custom', resource: 'Topic:orders', actions: ['Pub'], sourceIps: [], isDeny: false } as const;

let broker: TestBroker;
let eu: FakeWorkspace;
let a: FakeAccess;
let b: FakeAccess;
let from = 0;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

beforeEach(async () => {
  eu = await attachFake(broker);
  [a, b] = [new FakeAccess(), new FakeAccess()];
  Object.assign(eu.fake.broker('broker-a'), { access: a });
  Object.assign(eu.fake.broker('broker-b'), { access: b });
  for (const access of [a, b]) access.addUser('console', 'console-secret', 'Super');
  from = (await rows()).length;
  return eu.close;
});

const brokers = () => rocketmqEngine({ broker: broker.ctx, engine: eu.engine }).brokers;
const change = (
  user: string,
  asked: AccessChange,
  more: { password?: string; seen?: string; isDryRun?: boolean } = {},
) =>
  brokers().changeAccess({
    ...{ user, change: asked, password: more.password ?? null, seen: more.seen ?? null },
    ...{ isDryRun: more.isDryRun ?? false, actor, reason: 'new service' },
  });
const put = (more: Partial<Extract<AccessChange, { kind: 'put-user' }>> = {}): AccessChange => ({
  ...{ kind: 'put-user', isSuper: false, isEnabled: true, setsPassword: false, ...more },
});
const rows = async () =>
  (
    await broker.ctx.store.console.query<{ action: string }>(
      `SELECT action, target, reason, before, after, counts FROM audit
       WHERE action ~ '^cluster-(user|rule)' ORDER BY audit_id`,
    )
  ).rows;
const audited = async () => (await rows()).slice(from);
const version = async (user: string) => (await brokers().access()).users.find(({ name }) => name === user)?.version;

test('a user comes onto each broker, gets rules, changes and goes; the audit log has no password', async () => {
  await expect(change('shop', put())).rejects.toMatchObject({ code: 'bad-request', field: 'password' });
  const made = await change('shop', put({ setsPassword: true }), { password: SECRET });
  expect(made).toMatchObject({ reached: 'all', brokers: [{ after: { user: { name: 'shop' } } }, { problem: null }] });
  expect([a, b].map(({ users }) => users.get('shop')?.password)).toEqual([SECRET, SECRET]);
  await change('shop', { kind: 'put-rule', ...RULE });
  await change('shop', { kind: 'put-rule', ...RULE, actions: ['Pub', 'Sub'], sourceIps: ['10.0.0.0/8'] });
  expect(b.rules.get('shop')?.get('Custom')?.get('Topic:orders')).toMatchObject({ actions: ['Pub', 'Sub'] });
  await expect(change('shop', put())).rejects.toThrow('Every broker has this already.');
  await change('shop', put({ isEnabled: false }));
  // Left out, it stays.
  expect(a.users.get('shop')).toEqual({ password: SECRET, userType: 'Normal', userStatus: 'disable' });
  await change('shop', { kind: 'delete-rule', policy: 'custom', resource: 'Topic:orders' });
  const gone = { kind: 'delete-rule', policy: 'custom', resource: 'Topic:orders' } as const;
  await expect(change('shop', gone)).rejects.toMatchObject({ code: 'not-found', field: 'resource' });
  await change('shop', { kind: 'delete-user' });
  expect([a, b].map(({ users }) => users.has('shop'))).toEqual([false, false]);
  const log = await audited();
  expect(log.map(({ action }) => action)).toEqual([
    ...['cluster-user.update', 'cluster-rule.update', 'cluster-rule.update', 'cluster-user.update'],
    ...['cluster-rule.delete', 'cluster-user.delete'],
  ]);
  expect(log[0]).toMatchObject({
    before: { 'broker-a': { user: null } },
    after: { 'broker-a': { user: { name: 'shop', isSuper: false } }, password: 'new' },
  });
  expect(JSON.stringify(log)).not.toContain(SECRET);
});

test('a dry run says what each broker would get, and sends nothing', async () => {
  a.addUser('shop', SECRET);
  b.addUser('shop', SECRET);
  b.addRule('shop', { resource: 'Topic:orders', actions: ['Pub'], decision: 'Allow' });
  const { brokers: planned } = await change('shop', { kind: 'put-rule', ...RULE }, { isDryRun: true });
  expect(planned.map(({ steps }) => steps.map(({ does }) => does))).toEqual([['create-rule'], []]);
  expect([a.rules.size, await audited()]).toEqual([0, []]);
});

test('what would lock the console or the brokers out is refused; what takes nothing away is not', async () => {
  const credentials = { accessKey: 'console', secretKey: 'console-secret' };
  Object.assign(eu.engine.cluster.options, { credentials });
  for (const lock of [
    put({ isSuper: false }),
    put({ isSuper: true, isEnabled: false }),
    { kind: 'delete-user' },
  ] as const)
    await expect(change('console', lock)).rejects.toMatchObject({ code: 'conflict', field: 'user' });
  const password = put({ isSuper: true, setsPassword: true });
  await expect(change('console', password, { password: 'another-1' })).rejects.toThrow(/Redrive itself uses this user/);
  await change('console', { kind: 'put-rule', ...RULE });
  Object.assign(eu.engine.cluster.options, { credentials: null });
  eu.fake.broker('broker-b').config['innerClientAuthenticationCredentials'] =
    '{"accessKey":"console","secretKey":"console-secret"}';
  await expect(change('console', { kind: 'delete-user' })).rejects.toThrow(/broker-b and the proxies use this user/);
  // A user without super rights lives by its rules.
  eu.fake.broker('broker-b').config['innerClientAuthenticationCredentials'] = '{"accessKey":"reader"}';
  for (const access of [a, b]) {
    access.addUser('reader', SECRET);
    access.addRule('reader', { resource: 'Topic:*', actions: ['All'], decision: 'Allow' });
  }
  await change('reader', { kind: 'put-rule', ...RULE });
  for (const less of [
    { kind: 'delete-rule', policy: 'custom', resource: 'Topic:*' },
    { kind: 'put-rule', ...RULE, resource: 'Topic:*' },
    { kind: 'put-rule', ...RULE, resource: 'Group:*', isDeny: true },
  ] as const)
    await expect(change('reader', less)).rejects.toThrow(/it would lose rights/);
  const log = await audited();
  expect(log.map(({ action }) => action)).toEqual(['cluster-rule.update', 'cluster-rule.update']);
});

test('brokers that differ are made equal, password and rules included, and a stale look is refused', async () => {
  a.addUser('shop', SECRET);
  a.addRule('shop', { resource: 'Topic:orders', actions: ['Pub'], decision: 'Allow' });
  b.addUser('shop', 'another-secret');
  b.addRule('shop', { resource: 'Group:old', actions: ['Sub'], decision: 'Deny' });
  const { users } = await brokers().access();
  expect(users.find(({ name }) => name === 'shop')).toMatchObject({ passwordsDiffer: true });
  expect(JSON.stringify(users)).not.toContain(SECRET);
  const seen = (await version('shop')) ?? '';
  a.addRule('shop', { resource: 'Topic:mails', actions: ['Pub'], decision: 'Allow' });
  await expect(change('shop', { kind: 'make-equal', like: 'broker-a' }, { seen })).rejects.toMatchObject({
    ...{ code: 'conflict', field: 'seen' },
  });
  await expect(change('shop', { kind: 'make-equal', like: 'broker-z' })).rejects.toMatchObject({ code: 'not-found' });
  const { brokers: done } = await change('shop', { kind: 'make-equal', like: 'broker-a' });
  expect(done.map(({ steps }) => steps.length)).toEqual([0, 4]);
  expect([b.users.get('shop'), b.rules.get('shop')]).toEqual([a.users.get('shop'), a.rules.get('shop')]);
  expect(JSON.stringify(await audited())).not.toContain(SECRET);
});

test('after a broker that refuses no other is tried; one that has not what was written is named', async () => {
  eu.fake.broker('broker-a').peer.behave = ({ code }) => (code === CREATE_USER ? { code: 1, remark: 'full' } : null);
  const create = () => change('shop', put({ setsPassword: true }), { password: SECRET });
  await expect(create()).rejects.toThrow(/Nothing was changed.*full.*broker-b: not tried, because broker-a failed/);
  eu.fake.broker('broker-a').peer.behave = () => null;
  eu.fake.broker('broker-b').peer.behave = ({ code }) => (code === CREATE_USER ? {} : null);
  await expect(create()).rejects.toThrow(/Changed on broker-a only.*broker-b accepted the change, but nothing changed/);
  expect((await audited()).at(-1)).toMatchObject({ action: 'cluster-user.update-partly', counts: { changed: 1 } });
  // A broker that is away, or has no ACL 2, keeps all from being changed.
  eu.fake.broker('broker-b').peer.behave = () => null;
  Object.assign(eu.fake.broker('broker-b'), { access: null });
  await expect(change('shop', put({ isEnabled: false }))).rejects.toThrow(/broker-b: it does not have ACL 2/);
  eu.fake.broker('broker-b').config['aclEnable'] = 'true';
  expect(english((await brokers().access()).brokers[1]?.problem ?? '')).toMatch(
    /ACL 1, whose accounts are in plain_acl.yml/,
  );
  expect(a.users.get('shop')?.userStatus).toBe('enable');
});

test('a cluster that is attached for reading refuses, and still says what would change', async () => {
  await eu.close();
  eu = await attachFake(broker, { allowsChanges: false });
  Object.assign(eu.fake.broker('broker-a'), { access: a });
  Object.assign(eu.fake.broker('broker-b'), { access: b });
  const asked = put({ setsPassword: true });
  await expect(change('shop', asked, { password: SECRET })).rejects.toMatchObject({ code: 'forbidden' });
  expect((await change('shop', asked, { password: SECRET, isDryRun: true })).brokers).toHaveLength(2);
});
