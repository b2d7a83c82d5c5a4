// @module-tag landing
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { ensureFirstAdmin } from './first-admin';
import { addOperator, changeRole, endSessionsOf, renewLink, setDisabled } from './manage-operators';
import { createApiToken, revokeToken, rotateToken } from './manage-api-tokens';
import { readApiToken, readBearer } from './bearer';
import { insertOperator } from '../store/queries/operator/operator-write';
import { hashPassword } from './password';
import { readSession } from './session';
import { completeSetUp, findSetUpLink } from './set-up';
import { signIn } from './sign-in';

let database: TestDatabase;
const visitor = { address: '127.0.0.1', agent: 'test', sessionTokens: [], deviceTokens: [] };
const password = 'plum-orbit-ladder-77';
const actor = { kind: 'operator', name: 'root@example.com' } as const;

beforeAll(async () => {
  database = await createTestDatabase();
});
// All but the audit log, which no one can empty.
beforeEach(() => database.store.console.query('TRUNCATE operator, sign_in_link, sign_in_attempt, api_token CASCADE'));
afterAll(() => database.close());

const tokenOf = (link: string) => link.replace('/setup?token=', '');

async function firstLink(): Promise<string> {
  const first = await ensureFirstAdmin(database.store, { admin: undefined });
  if (first.kind !== 'link') throw new Error('no link');
  return tokenOf(first.link);
}

/** Without a second factor the link is all it takes. */
async function comeIn(input: Parameters<typeof completeSetUp>[1]) {
  const entry = await completeSetUp(database.store, input, visitor);
  if (entry.kind !== 'signed-in') throw new Error(entry.kind);
  return entry;
}

async function becomeAdmin(): Promise<string> {
  const input = { token: await firstLink(), email: 'root@example.com', password };
  return (await comeIn(input)).sessionToken;
}

async function idOf(email: string): Promise<number> {
  const operator = await database.store.prisma.operator.findUniqueOrThrow({ where: { email } });
  return operator.operatorId;
}

describe('the first administrator', () => {
  it('comes through a link that works once and is signed in by it', async () => {
    const token = await firstLink();
    expect(await findSetUpLink(database.store, token)).toMatchObject({ purpose: 'first-admin', operatorId: null });
    const { sessionToken: session } = await comeIn({ token, email: 'Root@Example.com', password });
    expect(await readSession(database.store.console, [session], '', true)).toMatchObject({
      name: 'root@example.com',
      role: 'admin',
    });
    await expect(
      completeSetUp(database.store, { token, email: 'other@example.com', password }, visitor),
    ).rejects.toMatchObject({ code: 'not-found' });
    expect(await ensureFirstAdmin(database.store, { admin: undefined })).toEqual({ kind: 'ready', warning: null });
  });

  it('is one person when two use the link at once', async () => {
    const token = await firstLink();
    const attempts = await Promise.allSettled(
      ['a@example.com', 'b@example.com'].map((email) =>
        completeSetUp(database.store, { token, email, password }, visitor),
      ),
    );
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
    expect(await database.store.prisma.operator.count()).toBe(1);
  });

  it('gets a fresh link at each start, and the older ones stop working', async () => {
    const [first, second] = [await firstLink(), await firstLink()];
    expect(await findSetUpLink(database.store, first)).toBeNull();
    expect(await findSetUpLink(database.store, second)).not.toBeNull();
  });

  it('keeps the link when the password is refused', async () => {
    const token = await firstLink();
    await expect(
      completeSetUp(database.store, { token, email: 'root@example.com', password: 'password1234' }, visitor),
    ).rejects.toMatchObject({ field: 'password' });
    await expect(completeSetUp(database.store, { token, email: 'root', password }, visitor)).rejects.toMatchObject({
      field: 'email',
    });
    expect(await findSetUpLink(database.store, token)).not.toBeNull();
  });

  it('may come from the environment, which wins at each start', async () => {
    const admin = { email: 'Env@example.com', password: 'from-the-environment-9' };
    expect(await ensureFirstAdmin(database.store, { admin })).toEqual({ kind: 'ready', warning: null });
    expect((await signIn(database.store, { email: 'env@example.com', password: admin.password }, visitor)).kind).toBe(
      'signed-in',
    );
    await ensureFirstAdmin(database.store, { admin: { ...admin, password: 'brass-kettle-drum-9' } });
    expect((await signIn(database.store, { email: 'env@example.com', password: admin.password }, visitor)).kind).toBe(
      'refused',
    );
    expect(
      (await signIn(database.store, { email: 'env@example.com', password: 'brass-kettle-drum-9' }, visitor)).kind,
    ).toBe('signed-in');
    expect(await database.store.prisma.audit.count({ where: { action: 'user.ensure-admin' } })).toBe(2);
  });

  it('gets no weak password from the environment, and a new one ends what the old one opened', async () => {
    const email = 'env@example.com';
    for (const weak of ['correct horse battery staple', 'Password2026!', 'env-env-env-env'])
      expect(await ensureFirstAdmin(database.store, { admin: { email, password: weak } })).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/^The password |^This password /),
      });
    expect(await database.store.prisma.operator.count()).toBe(0);
    await ensureFirstAdmin(database.store, { admin: { email, password } });
    const before = await signIn(database.store, { email, password }, visitor);
    if (before.kind !== 'signed-in') throw new Error(before.kind);
    await ensureFirstAdmin(database.store, { admin: { email, password: 'brass-kettle-drum-9' } });
    expect(await readSession(database.store.console, [before.sessionToken], '', true)).toBeNull();
    expect(await database.store.prisma.knownDevice.count()).toBe(0);
  });

  it('keeps a weak password of the environment that an earlier version took, with a warning', async () => {
    const admin = { email: 'env@example.com', password: 'correct horse battery staple' };
    await insertOperator(database.store.prisma, admin.email, 'admin', await hashPassword(admin.password));
    expect(await ensureFirstAdmin(database.store, { admin })).toEqual({
      kind: 'ready',
      warning: expect.stringContaining('too easy to guess'),
    });
  });
});

describe('managing users', () => {
  it('adds a person who sets their own password', async () => {
    await becomeAdmin();
    const { link } = await addOperator(database.store, actor, { email: 'M.Ruiz@example.com', role: 'viewer' });
    await expect(
      addOperator(database.store, actor, { email: 'm.ruiz@example.com', role: 'admin' }),
    ).rejects.toMatchObject({ code: 'already-exists', field: 'email' });
    const { sessionToken: session } = await comeIn({ token: tokenOf(link), email: 'ignored@example.com', password });
    expect(await readSession(database.store.console, [session], '', true)).toMatchObject({
      name: 'm.ruiz@example.com',
      role: 'viewer',
    });
  });

  it('ends sessions with a new password; a link to set it works once, and a newer link kills the older', async () => {
    const session = await becomeAdmin();
    const id = await idOf('root@example.com');
    const older = tokenOf((await renewLink(database.store, actor, id)).link);
    const newer = tokenOf((await renewLink(database.store, actor, id)).link);
    expect(await findSetUpLink(database.store, older)).toBeNull();
    const submit = { token: newer, email: '', password: 'brass kettle drum' };
    await completeSetUp(database.store, submit, visitor);
    expect(await readSession(database.store.console, [session], '', true)).toBeNull();
    expect(await findSetUpLink(database.store, newer)).toBeNull();
    await expect(completeSetUp(database.store, submit, visitor)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('never loses the last admin, also when two step down at once', async () => {
    await becomeAdmin();
    const id = await idOf('root@example.com');
    await expect(changeRole(database.store, actor, id, 'viewer')).rejects.toMatchObject({ code: 'conflict' });
    const { link } = await addOperator(database.store, actor, { email: 'second@example.com', role: 'admin' });
    // no password yet, so the second admin cannot sign in
    await expect(changeRole(database.store, actor, id, 'viewer')).rejects.toMatchObject({ code: 'conflict' });
    await completeSetUp(database.store, { token: tokenOf(link), email: '', password }, visitor);
    const steps = await Promise.allSettled([
      changeRole(database.store, actor, id, 'viewer'),
      changeRole(database.store, actor, await idOf('second@example.com'), 'viewer'),
    ]);
    expect(steps.filter((step) => step.status === 'fulfilled')).toHaveLength(1);
  });

  it('disables at once: sessions, links and sign-in', async () => {
    await becomeAdmin();
    const { link } = await addOperator(database.store, actor, { email: 'leaver@example.com', role: 'operator' });
    const { sessionToken: session } = await comeIn({ token: tokenOf(link), email: '', password });
    const id = await idOf('leaver@example.com');
    const open = tokenOf((await renewLink(database.store, actor, id)).link);
    expect(await setDisabled(database.store, actor, id, true)).toEqual({ sessionsEnded: 1 });
    expect(await readSession(database.store.console, [session], '', true)).toBeNull();
    expect(await findSetUpLink(database.store, open)).toBeNull();
    await expect(renewLink(database.store, actor, id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(setDisabled(database.store, actor, await idOf('root@example.com'), true)).rejects.toMatchObject({
      code: 'conflict',
    });
    await setDisabled(database.store, actor, id, false);
    expect((await signIn(database.store, { email: 'leaver@example.com', password }, visitor)).kind).toBe('signed-in');
  });
});

describe('sessions of another person', () => {
  it('end at once when an admin says so, all of them, and only theirs', async () => {
    const { link } = await addOperator(database.store, actor, { email: 'lost@example.com', role: 'operator' });
    const { sessionToken } = await comeIn({ token: tokenOf(link), email: '', password });
    const again = await signIn(database.store, { email: 'lost@example.com', password }, visitor);
    const second = again.kind === 'signed-in' ? again.sessionToken : '';
    const read = (token: string) => readSession(database.store.console, [token], '', false);
    expect([(await read(sessionToken))?.confirmed, (await read(second))?.confirmed]).toEqual([true, true]);
    const others = await database.store.prisma.operatorSession.count();
    expect(await endSessionsOf(database.store, actor, await idOf('lost@example.com'))).toEqual({ sessionsEnded: 2 });
    expect([await read(sessionToken), await read(second)]).toEqual([null, null]);
    expect(await database.store.prisma.operatorSession.count()).toBe(others - 2);
    await expect(endSessionsOf(database.store, actor, 999_999)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('API tokens', () => {
  it('work until revoked and are stored as a hash', async () => {
    const { secret } = await createApiToken(database.store, actor, {
      name: ' billing ',
      rights: 'failures',
      expiresInDays: null,
    });
    expect(await readApiToken(database.store.console, secret, undefined, '::1')).toMatchObject({
      kind: 'token',
      name: 'billing',
      role: 'failures',
    });
    const [row] = await database.store.prisma.apiToken.findMany();
    expect(JSON.stringify(row)).not.toContain(secret.slice(8));
    await revokeToken(database.store, actor, row?.apiTokenId ?? 0);
    expect(await readApiToken(database.store.console, secret, undefined, '::1')).toBeNull();
    await expect(revokeToken(database.store, actor, row?.apiTokenId ?? 0)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('end when their time is over', async () => {
    const { secret } = await createApiToken(database.store, actor, {
      name: 'month',
      rights: 'viewer',
      expiresInDays: 30,
    });
    const read = () => readApiToken(database.store.console, secret, undefined, '::1');
    expect(await read()).toMatchObject({ role: 'viewer' });
    const move = (by: string) =>
      database.store.console.query(
        `UPDATE api_token SET expires_at = expires_at - interval '${by}' WHERE name = 'month'`,
      );
    await move('29 days 23 hours');
    expect(await read()).not.toBeNull();
    await move('1 hour');
    expect(await read()).toBeNull();
  });

  it('keep name and rights when rotated; the old secret works as long as was said, and no older one does', async () => {
    const { secret: first } = await createApiToken(database.store, actor, {
      ...{ name: 'rotated', rights: 'groups', expiresInDays: null },
    });
    const read = (secret: string) => readApiToken(database.store.console, secret, undefined, '::1');
    const { apiTokenId } = await database.store.prisma.apiToken.findFirstOrThrow({ where: { name: 'rotated' } });
    const { secret: second } = await rotateToken(database.store, actor, {
      apiTokenId,
      overlapHours: 1,
      expiresInDays: 90,
    });
    for (const secret of [first, second]) expect(await read(secret)).toMatchObject({ name: 'rotated', role: 'groups' });
    const { secret: third } = await rotateToken(database.store, actor, {
      apiTokenId,
      overlapHours: 1,
      expiresInDays: 90,
    });
    expect(await read(first)).toBeNull();
    await database.store.console.query(
      "UPDATE api_token SET old_until = old_until - interval '1 hour' WHERE name = 'rotated'",
    );
    expect([await read(second), (await read(third))?.name]).toEqual([null, 'rotated']);
    const { secret: last } = await rotateToken(database.store, actor, {
      apiTokenId,
      overlapHours: 0,
      expiresInDays: null,
    });
    expect([await read(third), (await read(last))?.name]).toEqual([null, 'rotated']);
    await revokeToken(database.store, actor, apiTokenId);
    const again = { apiTokenId, overlapHours: 1, expiresInDays: null };
    await expect(rotateToken(database.store, actor, again)).rejects.toMatchObject({ code: 'not-found' });
    expect(await database.store.prisma.audit.count({ where: { action: 'token.rotate' } })).toBe(3);
  });

  it('take the token of the environment as admin, and only exactly that one', async () => {
    const environment = 'environment-token-0123456789';
    expect(await readApiToken(database.store.console, environment, environment, '::1')).toMatchObject({
      role: 'admin',
      name: 'REDRIVE_API_TOKEN',
    });
    expect(await readApiToken(database.store.console, `${environment}x`, environment, '::1')).toBeNull();
  });

  it('are read from the header and nothing else', () => {
    expect(readBearer('Bearer rdt_0123456789abcdef')).toBe('rdt_0123456789abcdef');
    for (const header of [
      null,
      '',
      'Basic abc',
      'Bearer short',
      'Bearer a b c d e f g h i j k',
      `Bearer ${'x'.repeat(400)}`,
    ])
      expect(readBearer(header)).toBeNull();
  });
});

describe('the audit log', () => {
  it('refuses change, removal and truncation', async () => {
    await becomeAdmin();
    const db = database.store.console;
    for (const statement of [`UPDATE audit SET actor = 'x'`, 'DELETE FROM audit', 'TRUNCATE audit']) {
      await expect(db.query(statement)).rejects.toThrow('never changed or removed');
    }
  });

  it('leaves no row for a change that did not happen', async () => {
    await becomeAdmin();
    const before = await database.store.prisma.audit.count();
    await expect(changeRole(database.store, actor, await idOf('root@example.com'), 'viewer')).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(setDisabled(database.store, actor, 999, true)).rejects.toMatchObject({ code: 'not-found' });
    expect(await database.store.prisma.audit.count()).toBe(before);
  });
});
