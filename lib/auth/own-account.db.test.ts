import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertOperator } from '../store/queries/operator/operator-write';
import { hashCheaply } from '../testing/cheap-password';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { changePassword, endOtherSessions, endSession, type Person, personOf } from './own-account';
import { hashPassword } from './password';
import { type Browser, readSession } from './session';
import { attemptLimits, signIn } from './sign-in';

let database: TestDatabase;
const password = 'plum-orbit-ladder-77';
const next = 'granite-violin-lantern';

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Opened {
  readonly person: Person;
  readonly sessionToken: string;
  readonly deviceToken: string;
}

function browser(deviceTokens: readonly string[] = []): Browser {
  return { address: '10.0.0.1', agent: 'test', sessionTokens: [], deviceTokens };
}

async function open(email: string): Promise<Opened> {
  const outcome = await signIn(database.store, { email, password }, browser());
  if (outcome.kind !== 'signed-in') throw new Error(outcome.kind);
  const principal = await read(outcome.sessionToken);
  if (principal === null) throw new Error('no session');
  return { ...outcome, person: personOf(principal, { kind: 'operator', name: email }) };
}

async function join(email: string, hash = hashCheaply): Promise<void> {
  await insertOperator(database.store.prisma, email, 'viewer', await hash(password));
}

function read(token: string) {
  return readSession(database.store.console, [token], '', false);
}

async function audited(action: string): Promise<unknown[]> {
  const rows = await database.store.prisma.audit.findMany({ where: { action }, orderBy: { auditId: 'asc' } });
  return rows.map(({ actor, counts }) => ({ actor, counts }));
}

it('changes the password with the current one, and ends everything else that was opened with it', async () => {
  await join('ana@example.com');
  const [here, elsewhere] = [await open('ana@example.com'), await open('ana@example.com')];
  const change = (current: string, chosen: string) =>
    changePassword(database.store, here.person, {
      current,
      password: chosen,
      deviceTokens: [here.deviceToken],
    });
  await expect(change('wrong wrong wrong', next)).rejects.toMatchObject({ code: 'bad-request', field: 'current' });
  await expect(change(password, 'correcthorse')).rejects.toMatchObject({ code: 'bad-request', field: 'password' });
  await expect(change(password, password)).rejects.toMatchObject({ code: 'bad-request', field: 'password' });
  expect(await change(password, next)).toEqual({ sessionsEnded: 1 });
  expect(await read(here.sessionToken)).not.toBeNull();
  expect(await read(elsewhere.sessionToken)).toBeNull();
  expect((await signIn(database.store, { email: 'ana@example.com', password }, browser())).kind).toBe('refused');
  const devices = await database.store.prisma.knownDevice.count({ where: { operatorId: here.person.operatorId } });
  expect(devices).toBe(1);
  expect(await audited('user.change-password')).toEqual([{ actor: 'ana@example.com', counts: { sessionsEnded: 1 } }]);
  expect(await audited('user.refuse-password')).toEqual([{ actor: 'ana@example.com', counts: null }]);
});

it('is no way to guess the password of a session that was left open', async () => {
  await join('open@example.com');
  const { person } = await open('open@example.com');
  const guess = () =>
    changePassword(database.store, person, { current: 'wrong wrong wrong', password: next, deviceTokens: [] });
  for (let n = 0; n < attemptLimits.perShare; n += 1)
    await expect(guess()).rejects.toMatchObject({ code: 'bad-request' });
  await expect(guess()).rejects.toMatchObject({ code: 'too-many-requests' });
  // the owner signs in all the same
  expect((await signIn(database.store, { email: 'open@example.com', password }, browser())).kind).toBe('signed-in');
});

it('opens no session with a password that was changed while it was checked', async () => {
  // Checked as slowly as in the product.
  await join('race@example.com', hashPassword);
  const { person } = await open('race@example.com');
  const late = Array.from({ length: 4 }, () =>
    signIn(database.store, { email: 'race@example.com', password }, browser()),
  );
  await changePassword(database.store, person, { current: password, password: next, deviceTokens: [] });
  await Promise.all(late);
  const left = await database.store.prisma.operatorSession.findMany({ where: { operatorId: person.operatorId } });
  expect(left.map(({ sessionId }) => sessionId)).toEqual([person.sessionId]);
});

it('ends one session, or all others, of oneself alone', async () => {
  await join('many@example.com');
  await join('else@example.com');
  const other = await open('else@example.com');
  const mine = [await open('many@example.com'), await open('many@example.com'), await open('many@example.com')];
  const [first, second] = mine;
  if (first === undefined || second === undefined) throw new Error('no sessions');
  await expect(endSession(database.store, first.person, other.person.sessionId)).rejects.toMatchObject({
    code: 'not-found',
  });
  await endSession(database.store, first.person, second.person.sessionId);
  expect(await read(second.sessionToken)).toBeNull();
  expect(await endOtherSessions(database.store, first.person)).toEqual({ sessionsEnded: 1 });
  expect(await read(first.sessionToken)).not.toBeNull();
  expect(await read(other.sessionToken)).not.toBeNull();
  expect(await audited('session.end-others')).toEqual([{ actor: 'many@example.com', counts: { sessionsEnded: 1 } }]);
});

it('refuses an API token, which has neither', () => {
  const token = {
    kind: 'token',
    name: 't',
    role: 'admin',
    grants: [],
    address: '',
    operatorId: null,
    sessionId: null,
    confirmed: true,
  } as const;
  expect(() => personOf(token, { kind: 'token', name: 't' })).toThrow('Only a person');
});
