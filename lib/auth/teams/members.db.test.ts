import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MemberKind, TEAM_ROLES, type TeamRole } from '../../model/access/team';
import { insertOperator } from '../../store/queries/operator/operator-write';
import { teamGrants } from '../../store/queries/team/team-grants';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { createApiToken } from '../manage-api-tokens';
import type { Role } from '../permission';
import { addMember } from './add-member';
import { changeMember } from './change-member';
import type { Changer } from './changer';
import { makeTeam } from './make-team';
import { removeMember } from './remove-member';
import { removeTeam } from './remove-team';

let database: TestDatabase;
const people = new Map<string, number>();
const by = { kind: 'system', name: 'test' } as const;

async function person(name: string): Promise<void> {
  people.set(name, (await insertOperator(database.store.prisma, `${name}@example.com`, 'member', null)) ?? 0);
}

const token = (name: string) => createApiToken(database.store, by, { name, rights: 'member', expiresInDays: null });

beforeAll(async () => {
  database = await createTestDatabase();
  for (const name of ['ana', 'olga', 'oscar', 'vera', 'zoe']) await person(name);
  await token('ci');
});
afterAll(() => database.close());

/** A session of theirs, with this role for everything. */
function as(name: string, role: Role = 'member'): Changer {
  const operatorId = people.get(name) ?? null;
  return {
    actor: { kind: 'operator', name: `${name}@example.com`, address: '10.0.0.1' },
    principal: { kind: 'operator', role, operatorId },
  };
}
const admin = () => as('ana', 'admin');

let teamId = 0;
let otherId = 0;
beforeEach(async () => {
  await database.store.prisma.team.deleteMany();
  teamId = (await makeTeam(database.store, by, { name: 'Orders', prefixes: ['orders-'] })).teamId;
  otherId = (await makeTeam(database.store, by, { name: 'Orders EU', prefixes: ['orders-eu-'] })).teamId;
  await add(admin(), 'person', 'olga@example.com', 'owner');
  await audited();
});

const add = (who: Changer, kind: MemberKind, name: string, role: TeamRole, team = teamId) =>
  addMember(database.store, who, { teamId: team, kind, name, role });
const change = (who: Changer, memberId: number, role: TeamRole, team = teamId) =>
  changeMember(database.store, who, { teamId: team, memberId, role });
const remove = (who: Changer, memberId: number, team = teamId) =>
  removeMember(database.store, who, { teamId: team, memberId });

async function members(of = teamId): Promise<string[]> {
  const rows = await database.store.prisma.teamMember.findMany({
    where: { teamId: of },
    include: { operator: true, apiToken: true },
    orderBy: { memberId: 'asc' },
  });
  return rows.map(
    ({ role, operator, apiToken, oidcGroup }) =>
      `${operator?.email.replace('@example.com', '') ?? apiToken?.name ?? oidcGroup ?? ''} ${role}`,
  );
}

let seen = 0;
/** Rows about members since the last ones that were asked for. */
async function audited() {
  const { rows } = await database.store.console.query<{ id: number; row: object }>(
    `SELECT audit_id::int AS id, jsonb_strip_nulls(jsonb_build_object('actor', actor, 'action', action,
       'target', target, 'before', before, 'after', after)) AS row
       FROM audit WHERE action LIKE 'team.%member' AND audit_id > $1 ORDER BY audit_id`,
    [seen],
  );
  seen = rows.at(-1)?.id ?? seen;
  return rows.map(({ row }) => row);
}

async function outcomes(changes: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(changes);
  return settled
    .map((each) => (each.status === 'fulfilled' ? 'done' : String((each.reason as { code?: unknown }).code)))
    .toSorted();
}

describe('members', () => {
  it('come, get another role and go; each with a row of who, what it was and what it is', async () => {
    const vera = await add(admin(), 'person', ' Vera@Example.com ', 'viewer');
    await add(admin(), 'token', 'ci', 'operator');
    const group = await add(admin(), 'oidc-group', 'sre', 'owner');
    expect(await members()).toEqual(['olga owner', 'vera viewer', 'ci operator', 'sre owner']);
    await change(admin(), vera.memberId, 'operator');
    // nothing changed: no row
    await change(admin(), vera.memberId, 'operator');
    await remove(admin(), group.memberId);
    expect(await members()).toEqual(['olga owner', 'vera operator', 'ci operator']);
    const [name, of] = ['vera@example.com', { actor: 'ana@example.com', target: 'Orders' }];
    expect(await audited()).toEqual([
      { ...of, action: 'team.add-member', after: { who: name, kind: 'person', role: 'viewer' } },
      { ...of, action: 'team.add-member', after: { who: 'ci', kind: 'token', role: 'operator' } },
      { ...of, action: 'team.add-member', after: { who: 'sre', kind: 'oidc-group', role: 'owner' } },
      {
        ...{ ...of, action: 'team.change-member', before: { role: 'viewer' } },
        after: { who: name, kind: 'person', role: 'operator' },
      },
      { ...of, action: 'team.remove-member', before: { who: 'sre', kind: 'oidc-group', role: 'owner' } },
    ]);
  });

  it.each<[string, MemberKind, string, object]>([
    ['an account that is not there', 'person', 'x@example.com', { code: 'not-found', value: 'x@example.com' }],
    ['an address with a NUL', 'person', 'a\0@example.com', { code: 'not-found' }],
    ['a token that is not there', 'token', 'nothing', { code: 'not-found', value: 'nothing' }],
    ['a group without a name', 'oidc-group', ' ', { code: 'bad-request', limit: '1 to 500 characters', value: 0 }],
    ['a group with a long name', 'oidc-group', 'x'.repeat(501), { code: 'bad-request', value: 501 }],
    ['a group of several lines', 'oidc-group', 'a\nb', { code: 'bad-request' }],
    ['who is a member already', 'person', 'OLGA@example.com', { code: 'already-exists', value: 'olga@example.com' }],
  ])('%s is refused, with the field', async (_what, kind, name, detail) => {
    await expect(add(admin(), kind, name, 'viewer')).rejects.toMatchObject({ field: 'name', ...detail });
    expect(await members()).toEqual(['olga owner']);
    expect(await audited()).toEqual([]);
  });

  it('a disabled account, a revoked token and a name that two tokens have are refused', async () => {
    const { prisma } = database.store;
    await person('dora');
    await prisma.operator.updateMany({ where: { email: 'dora@example.com' }, data: { disabledAt: new Date() } });
    await expect(add(admin(), 'person', 'dora@example.com', 'viewer')).rejects.toMatchObject({
      ...{ code: 'conflict', field: 'name', value: 'dora@example.com' },
    });
    for (const name of ['old', 'twin', 'twin']) await token(name);
    await prisma.apiToken.updateMany({ where: { name: 'old' }, data: { revokedAt: new Date() } });
    await expect(add(admin(), 'token', 'old', 'viewer')).rejects.toMatchObject({ code: 'not-found' });
    await expect(add(admin(), 'token', 'twin', 'viewer')).rejects.toMatchObject({ code: 'conflict', value: 2 });
  });

  it('the role of a member is its own: a new token of the name of a revoked one gets nothing', async () => {
    await token('deploy');
    const { memberId } = await add(admin(), 'token', 'deploy', 'viewer');
    const { prisma } = database.store;
    await prisma.apiToken.updateMany({ where: { name: 'deploy' }, data: { revokedAt: new Date() } });
    await token('deploy');
    await change(admin(), memberId, 'owner');
    const { apiTokenId } = await prisma.apiToken.findFirstOrThrow({ where: { name: 'deploy', revokedAt: null } });
    expect(await teamGrants(database.store.console, { apiTokenId })).toEqual([]);
  });

  it('a member of another team is none of this one', async () => {
    const { memberId } = await add(admin(), 'person', 'vera@example.com', 'viewer', otherId);
    const missing = { code: 'not-found', field: 'memberId', value: memberId };
    await expect(change(admin(), memberId, 'owner')).rejects.toMatchObject(missing);
    await expect(remove(admin(), memberId)).rejects.toMatchObject(missing);
    expect(await members(otherId)).toEqual(['vera viewer']);
    await expect(add(admin(), 'person', 'vera@example.com', 'viewer', 999)).rejects.toMatchObject({
      ...{ code: 'not-found', field: 'teamId', value: 999 },
    });
  });
});

describe('two at once', () => {
  it('add a member once', async () => {
    const twice = TEAM_ROLES.map((role) => add(admin(), 'person', 'vera@example.com', role));
    expect(await outcomes(twice)).toEqual(['already-exists', 'already-exists', 'done']);
    expect(await audited()).toHaveLength(1);
  });

  it('remove a member once', async () => {
    const { memberId } = await add(admin(), 'token', 'ci', 'viewer');
    await audited();
    const twice = [1, 2, 3].map(() => remove(admin(), memberId));
    expect(await outcomes(twice)).toEqual(['done', 'not-found', 'not-found']);
    expect(await audited()).toHaveLength(1);
  });

  it('a team goes while members come: no member is left without it, and no caller sees a database error', async () => {
    const names = ['vera', 'zoe', 'oscar'];
    const all = [
      ...names.map((name) => add(admin(), 'person', `${name}@example.com`, 'viewer')),
      removeTeam(database.store, by, teamId),
    ];
    const codes = await outcomes(all);
    expect(codes.filter((code) => code !== 'done' && code !== 'not-found')).toEqual([]);
    expect(await members()).toEqual([]);
  });

  it('two owners remove each other: the one who was removed first removes no one', async () => {
    const { memberId: oscar } = await add(admin(), 'person', 'oscar@example.com', 'owner');
    const { memberId: olga } = await database.store.prisma.teamMember.findFirstOrThrow({
      where: { operatorId: people.get('olga') ?? 0 },
    });
    expect(await outcomes([remove(as('olga'), oscar), remove(as('oscar'), olga)])).toEqual(['done', 'not-found']);
    expect(await members()).toHaveLength(1);
  });
});

describe('an owner', () => {
  it('adds people of every role, changes them and removes them, under their own name in the audit log', async () => {
    const { memberId } = await add(as('olga'), 'person', 'vera@example.com', 'viewer');
    await change(as('olga'), memberId, 'owner');
    await remove(as('olga'), memberId);
    expect(await members()).toEqual(['olga owner']);
    expect(await audited()).toMatchObject([
      { actor: 'olga@example.com', action: 'team.add-member' },
      { actor: 'olga@example.com', action: 'team.change-member' },
      { actor: 'olga@example.com', action: 'team.remove-member' },
    ]);
  });

  it('through a group of the provider too, and then gives nothing to themselves', async () => {
    await add(admin(), 'oidc-group', 'leads', 'owner');
    await database.store.prisma.operator.updateMany({
      where: { email: 'zoe@example.com' },
      data: { oidcGroups: ['leads'] },
    });
    await add(as('zoe'), 'person', 'vera@example.com', 'viewer');
    await expect(add(as('zoe'), 'person', 'zoe@example.com', 'owner')).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You cannot change your own membership. Ask another owner or an administrator.',
    });
    expect(await members()).toEqual(['olga owner', 'leads owner', 'vera viewer']);
  });

  it('changes neither their own membership, nor tokens, nor groups of the provider', async () => {
    const { memberId: own } = await database.store.prisma.teamMember.findFirstOrThrow({
      where: { operatorId: people.get('olga') ?? 0 },
    });
    const { memberId: ci } = await add(admin(), 'token', 'ci', 'viewer');
    const { memberId: sre } = await add(admin(), 'oidc-group', 'sre', 'viewer');
    await audited();
    const refused: readonly (() => Promise<unknown>)[] = [
      () => change(as('olga'), own, 'viewer'),
      () => remove(as('olga'), own),
      () => change(as('olga'), ci, 'owner'),
      () => remove(as('olga'), ci),
      () => change(as('olga'), sre, 'owner'),
      () => remove(as('olga'), sre),
      () => add(as('olga'), 'token', 'ci', 'owner'),
      // whether there is a token of that name is not said
      () => add(as('olga'), 'token', 'nothing', 'owner'),
      () => add(as('olga'), 'oidc-group', 'everybody', 'owner'),
    ];
    for (const attempt of refused) await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' });
    expect(await members()).toEqual(['olga owner', 'ci viewer', 'sre viewer']);
    expect(await audited()).toEqual([]);
  });

  it('of one team has no rights in another one, also where its own prefixes are wider', async () => {
    const { memberId } = await add(admin(), 'person', 'vera@example.com', 'viewer', otherId);
    const missing = { code: 'not-found', message: 'This team does not exist.' };
    await expect(add(as('olga'), 'person', 'zoe@example.com', 'viewer', otherId)).rejects.toMatchObject(missing);
    await expect(add(as('olga'), 'person', 'zoe@example.com', 'viewer', 999)).rejects.toMatchObject(missing);
    await expect(change(as('olga'), memberId, 'owner', otherId)).rejects.toMatchObject(missing);
    await expect(remove(as('olga'), memberId, otherId)).rejects.toMatchObject(missing);
    expect(await members(otherId)).toEqual(['vera viewer']);
  });

  it.each(['viewer', 'operator'] as const)('is no %s of the team, and learns nothing of accounts', async (role) => {
    await add(admin(), 'person', 'vera@example.com', role);
    for (const name of ['zoe@example.com', 'missing@example.com'])
      await expect(add(as('vera'), 'person', name, 'viewer')).rejects.toMatchObject({ code: 'forbidden' });
    for (const everywhere of ['viewer', 'operator'] as const)
      await expect(add(as('zoe', everywhere), 'person', 'vera@example.com', 'owner')).rejects.toMatchObject({
        code: 'not-found',
      });
  });

  it('is no token: it cannot confirm who it is', async () => {
    const { memberId } = await add(admin(), 'token', 'ci', 'owner');
    const ci: Changer = {
      actor: { kind: 'token', name: 'ci', address: '10.0.0.1' },
      principal: { kind: 'token', role: 'member', operatorId: null },
    };
    await expect(add(ci, 'person', 'vera@example.com', 'viewer')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(remove(ci, memberId)).rejects.toMatchObject({ code: 'forbidden' });
    const adminToken: Changer = { ...ci, principal: { ...ci.principal, role: 'admin' } };
    await remove(adminToken, memberId);
    expect(await members()).toEqual(['olga owner']);
  });
});
