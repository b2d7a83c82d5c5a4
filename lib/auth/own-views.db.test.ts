import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertOperator } from '../store/queries/operator/operator-write';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import type { Person } from './own-account';
import { changeView, defaultView, deleteView, listViews, saveView } from './own-views';

let database: TestDatabase;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  ana = await person('ana@example.com');
  ben = await person('ben@example.com');
});
afterAll(() => database.close());

async function person(email: string): Promise<Person> {
  const operatorId = await insertOperator(database.store.prisma, email, 'viewer', null);
  return { operatorId: operatorId ?? 0, sessionId: 1, actor: { kind: 'operator', name: email } };
}

const save = (name: string, query: string, isDefault = false, who = ana) =>
  saveView(database.store, who, { list: 'retries', name, query, isDefault });
const names = async (who = ana) =>
  (await listViews(database.store, who.operatorId, 'retries')).map(
    ({ name, query, isDefault }) => `${name}: ${query}${isDefault ? ' *' : ''}`,
  );

test('saved, replaced under the same name, renamed, first one of the list, deleted; each on record', async () => {
  const late = await save(' Late  ones ', 'last=yes&peek=x&cursor=3&cols=a,b');
  await save('Held', 'held=yes', true);
  expect(await names()).toEqual(['Held: held=yes *', 'Late ones: last=yes&cols=a%2Cb']);
  await save('Late ones', 'last=yes');
  expect(await names()).toEqual(['Held: held=yes *', 'Late ones: last=yes']);
  await changeView(database.store, ana, { viewId: late.viewId, isDefault: true });
  expect(await names()).toEqual(['Held: held=yes', 'Late ones: last=yes *']);
  expect(await defaultView(database.store, ana.operatorId, 'retries')).toMatchObject({ name: 'Late ones' });
  expect(await defaultView(database.store, ana.operatorId, 'groups')).toBeNull();
  await expect(changeView(database.store, ana, { viewId: late.viewId, name: 'Held' })).rejects.toMatchObject({
    code: 'conflict',
    field: 'name',
  });
  await changeView(database.store, ana, { viewId: late.viewId, name: 'Last tries' });
  expect(await names()).toEqual(['Held: held=yes', 'Last tries: last=yes *']);
  await deleteView(database.store, ana, late.viewId);
  expect(await names()).toEqual(['Held: held=yes']);
  const { rows } = await database.store.console.query<{ line: string }>(
    "SELECT concat_ws(' ', action, target) AS line FROM audit WHERE actor = $1 ORDER BY audit_id",
    [ana.actor.name],
  );
  expect(rows.map(({ line }) => line)).toEqual([
    'user.save-view retries: Late ones',
    'user.save-view retries: Held',
    'user.save-view retries: Late ones',
    'user.change-view retries: Late ones',
    'user.change-view retries: Late ones',
    'user.delete-view retries: Last tries',
  ]);
});

test('views are an operator’s own: others neither see nor change them, a token has none', async () => {
  const mine = await save('Mine', 'held=no');
  expect(await names(ben)).toEqual([]);
  await save('Mine', 'held=yes', true, ben);
  expect(await names(ben)).toEqual(['Mine: held=yes *']);
  for (const change of [
    () => changeView(database.store, ben, { viewId: mine.viewId, name: 'Stolen' }),
    () => deleteView(database.store, ben, mine.viewId),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'not-found' });
  expect(await names()).toContain('Mine: held=no');
  expect(await listViews(database.store, null, 'retries')).toEqual([]);
  expect(await defaultView(database.store, null, 'retries')).toBeNull();
});

test('names and filters have limits, and two at once never leave two first ones', async () => {
  await expect(save('standard', '')).rejects.toMatchObject({ code: 'bad-request', field: 'name' });
  await expect(save('Long', `cause=${'x'.repeat(2001)}`)).rejects.toMatchObject({ field: 'query' });
  await Promise.all(Array.from({ length: 8 }, (_, index) => save(`First ${index}`, '', true, ben)));
  expect((await names(ben)).filter((name) => name.endsWith('*'))).toHaveLength(1);
  await Promise.allSettled(Array.from({ length: 50 }, (_, index) => save(`One of many ${index}`, '', false, ben)));
  expect(await names(ben)).toHaveLength(50);
});
