import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { type AttachedFake, startAttachedFake } from '../../testing/cluster/attached';
import { FakeAccess } from '../../testing/cluster/fake-access';
import { route } from '../http/operation';
import { explainAccess, listAccess } from '../operations/brokers/access';
import {
  deleteAccessRule,
  deleteAccessUser,
  makeAccessEqual,
  putAccessRule,
  putAccessUser,
} from '../operations/brokers/change-access';
import { putCluster } from '../operations/clusters/clusters';

const workspace = 'eu-access';
const SECRET = 'shop-secret-1';
let api: TestApi;
let fake: AttachedFake;
let a: FakeAccess;
let b: FakeAccess;

beforeAll(async () => {
  api = await openTestApi();
  fake = await startAttachedFake();
  [a, b] = [new FakeAccess(), new FakeAccess()];
  Object.assign(fake.broker('broker-a'), { access: a });
  Object.assign(fake.broker('broker-b'), { access: b });
  for (const { config } of fake.brokers.values())
    Object.assign(config, { authenticationEnabled: 'true', authorizationEnabled: 'true' });
  const body = { environment: 'staging', nameServers: [fake.address], allowsChanges: true };
  await call(route(putCluster), { params: { cluster: workspace }, body });
});
afterAll(async () => {
  await fake.close();
  await api.close();
});

const params = { user: 'shop' };
const reason = 'new service';
const query = (of: Readonly<Record<string, string>>) => `?${new URLSearchParams(of).toString()}`;
const rule = { resource: 'Topic:ord*', actions: ['Pub'] };
const brokersOf = ({ data }: { readonly data: object }) => (data as { brokers: readonly object[] }).brokers;

test('an administrator creates a user with a rule; who may read sees both, and why a client is refused', async () => {
  const body = { password: SECRET, isSuper: false, reason };
  const operator = { token: api.tokens.get('operator') ?? '' };
  expect(await call(route(putAccessUser), { workspace, params, body, ...operator })).toMatchObject({ status: 403 });
  const planned = await call(route(putAccessUser), { workspace, params, body: { ...body, dryRun: true } });
  expect(planned).toMatchObject({ status: 200, data: { changed: false } });
  expect([a.users.size, brokersOf(planned)[0]]).toMatchObject([0, { steps: ['create-user'], before: { user: null } }]);
  const made = await call(route(putAccessUser), { workspace, params, body });
  expect(made).toMatchObject({ status: 200, data: { changed: true } });
  expect(JSON.stringify([planned, made])).not.toContain(SECRET);
  const written = await call(route(putAccessRule), { workspace, params, body: { ...rule, reason } });
  expect(brokersOf(written)).toMatchObject([{ after: { rules: [rule] } }, { steps: ['create-rule'] }]);
  const viewer = { token: api.tokens.get('viewer') ?? '' };
  const listed = await call(route(listAccess), { workspace, ...viewer });
  expect(listed.data).toMatchObject({
    users: [{ name: 'shop', on: ['broker-a', 'broker-b'], passwordsDiffer: false, isOwn: false, isInner: false }],
    rules: [{ ...rule, on: ['broker-a', 'broker-b'], isDeny: false }],
  });
  expect(JSON.stringify(listed)).not.toMatch(/shop-secret|mark/);
  const asked = (topic: string) => ({
    workspace,
    query: query({ user: 'shop', topic, address: '10.0.0.9' }),
    ...viewer,
  });
  const allowed = await call(route(explainAccess), asked('orders'));
  expect(allowed).toMatchObject({ status: 200, data: { silent: [] } });
  expect(brokersOf(allowed)).toMatchObject([
    { broker: 'broker-a', isAllowed: true, verdicts: [{ why: 'rule', rule: { resource: 'Topic:ord*' } }] },
    { broker: 'broker-b', isAllowed: true, problem: null },
  ]);
  expect(brokersOf(await call(route(explainAccess), asked('mails')))).toMatchObject([
    { isAllowed: false, verdicts: [{ resource: 'Topic:mails', actions: ['Pub'], why: 'no-rule', rule: null }] },
    { isAllowed: false },
  ]);
});

test('bad input names its field; a deletion wants the name once more; a change needs a reason', async () => {
  for (const [wrong, field] of [
    [{ ...rule, resource: 'Queue:x', reason }, 'resource'],
    [{ ...rule, actions: [], reason }, 'actions'],
    [{ ...rule, actions: ['Any'], reason }, 'actions.0'],
    [{ ...rule, sourceIps: ['10.0.0.0/33'], reason }, 'sourceIps.0'],
    [rule, 'reason'],
  ] as const)
    expect(await call(route(putAccessRule), { workspace, params, body: wrong })).toMatchObject({
      ...{ status: 400, data: { error: { field } } },
    });
  const short = { password: 'short', isSuper: false, reason };
  expect(await call(route(putAccessUser), { workspace, params, body: short })).toMatchObject({ status: 400 });
  const confirm = { workspace, params, query: query({ reason }) };
  expect(await call(route(deleteAccessUser), confirm)).toMatchObject({
    ...{ status: 400, data: { error: { field: 'confirm', limit: 'shop' } } },
  });
});

test('brokers that differ are made equal; a rule and its user go', async () => {
  b.users.delete('shop');
  b.rules.delete('shop');
  const like = { workspace, params, body: { like: 'broker-a', reason } };
  expect(brokersOf(await call(route(makeAccessEqual), like))).toMatchObject([
    { steps: [] },
    { steps: ['create-user', 'create-rule'] },
  ]);
  expect(b.users.get('shop')?.password).toBe(SECRET);
  const rest = { workspace, params, query: query({ resource: rule.resource, reason }) };
  expect(await call(route(deleteAccessRule), rest)).toMatchObject({ status: 200 });
  const gone = { workspace, params, query: query({ confirm: 'shop', reason }) };
  expect(await call(route(deleteAccessUser), gone)).toMatchObject({ status: 200, data: { changed: true } });
  expect([a, b].map(({ users }) => users.size)).toEqual([0, 0]);
});
