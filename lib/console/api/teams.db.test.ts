import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../auth/manage-api-tokens';
import { openSession } from '../../auth/session';
import { createGroup } from '../../broker';
import { systemActor } from '../../model/audit/actor';
import { insertOperator } from '../../store/queries/operator/operator-write';
import { withMetadata } from '../../store/metadata';
import { call, openTestApi, type TestApi } from '../../testing/api';
import {
  addTeamMember,
  createTeam,
  deleteTeamMember,
  deleteTeam,
  listTeams,
  putTeamMember,
  putTeam,
} from '../operations/accounts/teams';
import { route } from '../http/operation';
import { listGroups } from '../operations/groups/get';

let api: TestApi;
const actor = systemActor('test');

async function token(name: string): Promise<string> {
  const { store } = api.broker.database;
  return (await createApiToken(store, actor, { name, rights: 'member', expiresInDays: null })).secret;
}

beforeAll(async () => {
  api = await openTestApi();
  for (const email of ['olga@example.com', 'vera@example.com'])
    await insertOperator(api.broker.database.store.prisma, email, 'member', null);
  for (const name of ['orders-eu', 'payments']) await createGroup(api.broker.ctx, { name, actor });
});
afterAll(() => api.close());

interface Member {
  readonly id: number;
  readonly name: string;
}

const membersOf = (data: Record<string, unknown>) => data['members'] as readonly Member[];
const names = ({ data }: { readonly data: Record<string, unknown> }) =>
  (data['items'] as readonly { readonly name: string }[]).map(({ name }) => name);

test('a team from its making to its end, with a token in it that loses its rights with the next request', async () => {
  const secret = await token('shop');
  // not in a team: nothing
  expect(await call(route(listGroups), { token: secret })).toMatchObject({ status: 403 });
  expect(await call(route(listTeams), { token: secret })).toMatchObject({ status: 403 });

  const made = await call(route(createTeam), { body: { name: 'Shop', prefixes: ['orders-*'] } });
  expect(made).toMatchObject({
    status: 201,
    data: { name: 'Shop', prefixes: ['orders-'], version: 1, createdBy: 'REDRIVE_API_TOKEN', role: null, members: [] },
  });
  const params = { id: String(made.data['id']) };
  const added = await call(route(addTeamMember), { params, body: { kind: 'token', name: 'shop', role: 'viewer' } });
  expect(added).toMatchObject({
    status: 201,
    data: { members: [{ kind: 'token', name: 'shop', role: 'viewer', everywhere: null, unusable: null }] },
  });
  expect(names(await call(route(listGroups), { token: secret }))).toEqual(['orders-eu']);
  // the token sees the team and its own role, and not who else is in it
  expect(await call(route(listTeams), { token: secret })).toMatchObject({
    status: 200,
    data: { items: [{ name: 'Shop', prefixes: ['orders-'], role: 'viewer', members: null }] },
  });

  const body = { name: 'Payments', prefixes: ['payments'], version: 1 };
  expect(await call(route(putTeam), { params, body })).toMatchObject({ status: 200, data: { version: 2 } });
  expect(await call(route(putTeam), { params, body })).toMatchObject({
    status: 409,
    data: { error: { field: 'version', limit: 2, value: 1 } },
  });
  expect(names(await call(route(listGroups), { token: secret }))).toEqual(['payments']);

  const memberParams = { ...params, memberId: String(membersOf(added.data)[0]?.id) };
  expect(await call(route(putTeamMember), { params: memberParams, body: { role: 'owner' } })).toMatchObject({
    ...{ status: 200, data: { members: [{ role: 'owner' }] } },
  });
  expect(await call(route(deleteTeamMember), { params: memberParams })).toMatchObject({ data: { members: [] } });
  expect(await call(route(listGroups), { token: secret })).toMatchObject({ status: 403 });
  expect(await call(route(deleteTeamMember), { params: memberParams })).toMatchObject({ status: 404 });
  expect(await call(route(deleteTeam), { params })).toMatchObject({ status: 200, data: { id: Number(params.id) } });
  expect(await call(route(deleteTeam), { params })).toMatchObject({ status: 404 });
});

test('bad input names field, limit and value', async () => {
  const create = (body: unknown) => call(route(createTeam), { body });
  expect(await create({ name: 'A', prefixes: ['a-', 'a-b'] })).toMatchObject({
    status: 400,
    data: { error: { field: 'prefixes', limit: 'none begins with another one', value: 'a-b' } },
  });
  expect(await create({ name: 'A' })).toMatchObject({ status: 400, data: { error: { field: 'prefixes' } } });
  expect(await create({ name: 'A', prefixes: ['a'], more: 1 })).toMatchObject({
    status: 400,
    data: { error: { field: 'more' } },
  });
  const { data } = await create({ name: 'A', prefixes: ['a'] });
  expect(await create({ name: 'a', prefixes: ['a'] })).toMatchObject({
    status: 409,
    data: { error: { field: 'name', value: 'a' } },
  });
  const params = { id: String(data['id']) };
  expect(
    await call(route(addTeamMember), { params, body: { kind: 'person', name: 'x', role: 'admin' } }),
  ).toMatchObject({
    ...{ status: 400, data: { error: { field: 'role', limit: 'one of viewer, operator, owner', value: 'admin' } } },
  });
  for (const id of ['x', '0', '-1', '2147483648', '99999999999', ''])
    expect({ id, answer: await call(route(deleteTeam), { params: { id } }) }).toMatchObject({
      answer: { status: 400, data: { error: { field: 'id' } } },
    });
  await call(route(deleteTeam), { params });
});

test('a token that owns a team changes no members; a person who owns it does, from this console alone', async () => {
  const secret = await token('robot');
  const store = api.broker.database.store;
  const { data } = await call(route(createTeam), { body: { name: 'Robots', prefixes: ['robot-'] } });
  const id = String(data['id']);
  const add = (name: string, kind = 'person', role = 'owner') =>
    call(route(addTeamMember), { params: { id }, body: { kind, name, role } });
  await add('robot', 'token');
  await add('olga@example.com');
  const body = { kind: 'person', name: 'vera@example.com', role: 'viewer' };
  expect(await call(route(addTeamMember), { params: { id }, body, token: secret })).toMatchObject({
    status: 403,
    data: { error: { message: 'Only a token with admin rights can change members of teams.' } },
  });
  expect(await call(route(addTeamMember), { params: { id: '999' }, body, token: secret })).toMatchObject({
    status: 404,
  });

  const { operatorId } = await store.prisma.operator.findUniqueOrThrow({ where: { email: 'olga@example.com' } });
  const owner = { operatorId, email: 'olga@example.com' };
  const session = await withMetadata(store.prisma, (db) => openSession(db, owner, { address: '10.0.0.1', agent: 'x' }));
  const asOlga = async (more: Record<string, string>) => {
    const headers = { cookie: `redrive-session=${session}`, host: 'console.test', 'content-type': 'application/json' };
    const request = new Request('http://console.test/api/v1/x', {
      ...{ method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) },
    });
    return (await route(addTeamMember).handle(request, { id })).status;
  };
  expect(await asOlga({})).toBe(403);
  const here = { origin: 'http://console.test' };
  await store.console.query(`UPDATE operator_session SET confirmed_at = clock_timestamp() - interval '11 minutes'`);
  expect(await asOlga(here)).toBe(403);
  await store.console.query(`UPDATE operator_session SET confirmed_at = clock_timestamp()`);
  expect(await asOlga(here)).toBe(201);
  expect(await asOlga(here)).toBe(409);
  // what is for administrators is no owner's
  expect(await call(route(deleteTeam), { params: { id }, token: secret })).toMatchObject({ status: 403 });
});
