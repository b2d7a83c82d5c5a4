import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TEAM_LIMITS } from '../../model/access/team';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { changeTeam } from './change-team';
import { makeTeam } from './make-team';
import { removeTeam } from './remove-team';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.store.prisma.team.deleteMany();
});
afterAll(() => database.close());

const ana = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' } as const;
const ben = { kind: 'operator', name: 'ben@example.com', address: '10.0.0.2' } as const;

const make = (name: string, prefixes: readonly string[], by = ana) => makeTeam(database.store, by, { name, prefixes });
const shown = { name: true, prefixes: true, version: true } as const;
const teams = () => database.store.prisma.team.findMany({ select: shown, orderBy: { name: 'asc' } });

/** Rows of the audit log about teams since the last one that was asked for. */
async function audited() {
  const { rows } = await database.store.console.query<{ row: object }>(
    `SELECT jsonb_strip_nulls(jsonb_build_object('actor', actor, 'address', address, 'action', action, 'target', target,
       'before', before, 'after', after, 'counts', counts)) AS row
       FROM audit WHERE action LIKE 'team.%' AND audit_id > $1 ORDER BY audit_id`,
    [seen],
  );
  const { rows: newest } = await database.store.console.query<{ id: number }>(
    'SELECT coalesce(max(audit_id), 0)::int AS id FROM audit',
  );
  seen = newest[0]?.id ?? 0;
  return rows.map(({ row }) => row);
}
let seen = 0;
beforeEach(() => audited());

/** How many of these were done, and with which codes the others were refused. */
async function outcomes(changes: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(changes);
  return settled
    .map((each) => (each.status === 'fulfilled' ? 'done' : String((each.reason as { code?: unknown }).code)))
    .toSorted();
}

describe('a team', () => {
  it('is made, changed and removed; each with a row of who did it, what was and what is', async () => {
    const { teamId } = await make('  Orders   EU ', ['orders-eu', ' billing-*', 'billing-']);
    expect(await teams()).toEqual([{ name: 'Orders EU', prefixes: ['billing-', 'orders-eu'], version: 1 }]);
    await changeTeam(database.store, ben, { teamId, version: 1, name: 'Orders', prefixes: ['orders-'] });
    expect(await teams()).toEqual([{ name: 'Orders', prefixes: ['orders-'], version: 2 }]);
    await database.store.prisma.teamMember.create({ data: { teamId, role: 'viewer', oidcGroup: 'sre' } });
    await removeTeam(database.store, ana, teamId);
    expect(await teams()).toEqual([]);
    expect(await database.store.prisma.teamMember.count()).toBe(0);
    const [before, after] = [
      { name: 'Orders EU', prefixes: ['billing-', 'orders-eu'] },
      { name: 'Orders', prefixes: ['orders-'] },
    ];
    expect(await audited()).toEqual([
      {
        ...{ actor: ana.name, address: '10.0.0.1', action: 'team.create', target: 'Orders EU' },
        after: { prefixes: before.prefixes },
      },
      { actor: ben.name, address: '10.0.0.2', action: 'team.update', target: 'Orders', before, after },
      {
        ...{ actor: ana.name, address: '10.0.0.1', action: 'team.delete', target: 'Orders' },
        ...{ before: { prefixes: ['orders-'] }, counts: { members: 1 } },
      },
    ]);
  });

  it('is as it was when nothing is changed: no new version, no row', async () => {
    const { teamId } = await make('Orders', ['orders-']);
    await audited();
    await changeTeam(database.store, ben, { teamId, version: 1, name: ' Orders', prefixes: ['orders-*'] });
    expect(await teams()).toEqual([{ name: 'Orders', prefixes: ['orders-'], version: 1 }]);
    expect(await audited()).toEqual([]);
  });

  it('may have the prefixes of another one, and those within', async () => {
    await make('All orders', ['orders-']);
    await make('Orders EU', ['orders-eu']);
    await make('Orders again', ['orders-']);
    expect(await teams()).toHaveLength(3);
  });
});

describe('what is refused, with field, limit and value; nothing is written', () => {
  const long = 'x'.repeat(TEAM_LIMITS.prefixChars + 1);
  it.each<[string, string, readonly string[], object]>([
    ['no name', ' ', ['a'], { field: 'name', limit: '1 to 80 characters', value: 0 }],
    ['a long name', 'x'.repeat(81), ['a'], { field: 'name', limit: '1 to 80 characters', value: 81 }],
    ['a name of several lines', 'a\nb', ['a'], { field: 'name', limit: 'no control characters', value: 'a?b' }],
    ['a name with hidden letters', 'Ord\u200Bers', ['a'], { field: 'name', value: 'Ord?ers' }],
    ['a name written backwards', 'a\u202Eb', ['a'], { field: 'name', value: 'a?b' }],
    ['no prefix', 'Orders', [], { field: 'prefixes', limit: '1 to 50', value: 0 }],
    ['an empty prefix', 'Orders', ['orders-', ' '], { field: 'prefixes', limit: '1 to 64 characters', value: '' }],
    ['a prefix of a star alone', 'Orders', ['*'], { field: 'prefixes', limit: '1 to 64 characters', value: '' }],
    ['a wildcard within', 'Orders', ['a*b'], { field: 'prefixes', value: 'a*b' }],
    ['other letters', 'Orders', ['ördérs'], { field: 'prefixes', value: 'ördérs' }],
    ['a long prefix', 'Orders', [long], { field: 'prefixes', limit: '1 to 64 characters', value: 65 }],
    ['a prefix within another one', 'Orders', ['orders-eu', 'orders-'], { field: 'prefixes', value: 'orders-eu' }],
    [
      'too many prefixes',
      'Orders',
      Array.from({ length: 51 }, (_, n) => `p${n}-`),
      { field: 'prefixes', limit: '1 to 50', value: 51 },
    ],
  ])('%s', async (_what, name, prefixes, detail) => {
    await expect(make(name, prefixes)).rejects.toMatchObject({ code: 'bad-request', ...detail });
    const { teamId } = await make('Other', ['other-']);
    await audited();
    await expect(changeTeam(database.store, ana, { teamId, version: 1, name, prefixes })).rejects.toMatchObject({
      code: 'bad-request',
      ...detail,
    });
    expect(await teams()).toEqual([{ name: 'Other', prefixes: ['other-'], version: 1 }]);
    expect(await audited()).toEqual([]);
  });

  it('a name that another team has, in whatever case; a name with wildcards is no other one', async () => {
    const { teamId } = await make('Orders_1', ['orders-']);
    const taken = { code: 'already-exists', field: 'name' };
    await expect(make('Orders_1', ['x-'])).rejects.toMatchObject({ ...taken, value: 'Orders_1' });
    await expect(make('oRDERS_1', ['x-'])).rejects.toMatchObject(taken);
    const other = await make('OrdersX1', ['x-']);
    await make('%', ['x-']);
    await expect(
      changeTeam(database.store, ana, { teamId: other.teamId, version: 1, name: 'orders_1', prefixes: ['x-'] }),
    ).rejects.toMatchObject(taken);
    // its own name in another case is its own
    await changeTeam(database.store, ana, { teamId, version: 1, name: 'ORDERS_1', prefixes: ['orders-'] });
    expect((await teams()).map(({ name }) => name).toSorted()).toEqual(['%', 'ORDERS_1', 'OrdersX1']);
  });

  it('a team that is not there', async () => {
    const missing = { code: 'not-found', field: 'teamId', value: 999 };
    await expect(removeTeam(database.store, ana, 999)).rejects.toMatchObject(missing);
    await expect(
      changeTeam(database.store, ana, { teamId: 999, version: 1, name: 'a', prefixes: ['a'] }),
    ).rejects.toMatchObject(missing);
    expect(await audited()).toEqual([]);
  });
});

describe('two administrators at once', () => {
  it('make one team of a name', async () => {
    const names = ['Orders', 'orders', 'ORDERS', 'Orders'];
    expect(await outcomes(names.map((name) => make(name, ['orders-'])))).toEqual([
      ...['already-exists', 'already-exists', 'already-exists', 'done'],
    ]);
    expect(await audited()).toHaveLength(1);
  });

  it('change it once: the second sees a conflict, with the version that there is', async () => {
    const { teamId } = await make('Orders', ['orders-']);
    await audited();
    const change = (prefix: string) =>
      changeTeam(database.store, ben, { teamId, version: 1, name: 'Orders', prefixes: [prefix] });
    expect(await outcomes(['a', 'b', 'c'].map(change))).toEqual(['conflict', 'conflict', 'done']);
    await expect(change('d')).rejects.toMatchObject({ field: 'version', limit: 2, value: 1 });
    expect(await teams()).toMatchObject([{ version: 2 }]);
    expect(await audited()).toHaveLength(1);
  });

  it('give two teams the same name: one of them gets it', async () => {
    const made = [await make('A', ['a-']), await make('B', ['b-'])];
    const rename = ({ teamId }: { teamId: number }) =>
      changeTeam(database.store, ana, { teamId, version: 1, name: 'C', prefixes: ['c-'] });
    expect(await outcomes(made.map(rename))).toEqual(['already-exists', 'done']);
  });

  it('remove it once; the others are answered that it is gone', async () => {
    const { teamId } = await make('Orders', ['orders-']);
    await audited();
    const remove = () => removeTeam(database.store, ana, teamId);
    expect(await outcomes([remove(), remove(), remove()])).toEqual(['done', 'not-found', 'not-found']);
    expect(await audited()).toHaveLength(1);
  });
});
