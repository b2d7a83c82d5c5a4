import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOperator } from '../../store/queries/operator/operator-write';
import { SoftAuthenticator } from '../../testing/authenticator';
import { hashCheaply } from '../../testing/cheap-password';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { readSession, type Browser } from '../session';
import { attemptLimits, signIn } from '../sign-in';
import { removeFactor } from './own-factors';
import type { Owner } from './own-totp';
import { addOwnPasskey, beginPasskey, beginPasskeySignIn, signInWithPasskey } from './passkeys';

const SITE = { origin: 'https://redrive.example.com', host: 'redrive.example.com' };
const browser: Browser = { address: '10.0.0.1', agent: 'test', sessionTokens: [], deviceTokens: [] };
const password = 'plum-orbit-ladder-77';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function join(email: string): Promise<Owner> {
  const operatorId = await insertOperator(database.store.prisma, email, 'viewer', await hashCheaply(password));
  return { operatorId: operatorId ?? 0, actor: { kind: 'operator', name: email } };
}

async function add(owner: Owner, key = new SoftAuthenticator(SITE.origin, SITE.host), name = 'phone') {
  const { options, token } = await beginPasskey(database.store, owner, SITE, browser);
  const made = { name, tokens: [token], response: key.make(options) };
  const codes = await addOwnPasskey(database.store, owner, SITE, made);
  return { key, codes, made };
}

interface Use {
  readonly site?: typeof SITE;
  readonly stepTokens?: readonly string[];
}

async function use(key: SoftAuthenticator, { site = SITE, stepTokens = [] }: Use = {}) {
  key.behaviour.counter += 1;
  const { options, token } = await beginPasskeySignIn(database.store, site, browser, stepTokens);
  const given = { response: key.use(options), tokens: [token], stepTokens };
  return { entry: await signInWithPasskey(database.store, site, given, browser), given, options };
}

async function whoIs(entry: Awaited<ReturnType<typeof signInWithPasskey>>) {
  if (entry?.kind !== 'signed-in') return null;
  return readSession(database.store.console, [entry.sessionToken], '', false);
}

describe('a passkey', () => {
  it('comes with recovery codes, and signs in alone', async () => {
    const ana = await join('ana@example.com');
    const { key, codes } = await add(ana);
    expect(codes).toHaveLength(10);
    expect((await add(ana)).codes).toBeNull();
    expect(await whoIs((await use(key)).entry)).toMatchObject({ name: 'ana@example.com', confirmed: true });
    const opened = await database.store.prisma.operatorSession.findMany({ where: { operatorId: ana.operatorId } });
    expect(opened.map(({ method }) => method)).toEqual(['passkey']);
  });

  it('is asked for after a password, of that person alone, and forgives the guess', async () => {
    const [bea, cleo] = [await join('bea@example.com'), await join('cleo@example.com')];
    const [{ key }, other] = [await add(bea), await add(cleo)];
    for (let n = 0; n < attemptLimits.perShare + 2; n += 1) {
      const outcome = await signIn(database.store, { email: 'bea@example.com', password }, browser);
      if (outcome.kind !== 'second-factor') throw new Error(outcome.kind);
      const { entry, options } = await use(key, { stepTokens: [outcome.stepToken] });
      expect(options.allowCredentials?.map(({ id }) => id)).toEqual([key.id.toString('base64url')]);
      expect(options.allowCredentials?.map(({ id }) => id)).not.toContain(other.key.id.toString('base64url'));
      expect(await whoIs(entry)).toMatchObject({ name: 'bea@example.com' });
    }
  });

  it('signs in while strangers have used up all guesses at the password', async () => {
    const hal = await join('hal@example.com');
    const { key } = await add(hal);
    await database.store.console.query(
      `INSERT INTO sign_in_attempt (account, address)
       SELECT 'hal@example.com', '10.9.0.' || n % 3 FROM generate_series(1, 30) n`,
    );
    const given = { email: 'hal@example.com', password };
    expect(await signIn(database.store, given, browser)).toEqual({ kind: 'too-many' });
    const { entry } = await use(key);
    expect(await whoIs(entry)).toMatchObject({ name: 'hal@example.com' });
    if (entry?.kind !== 'signed-in') throw new Error('not signed in');
    // and from then on this browser has guesses of its own
    const known = { ...browser, deviceTokens: [entry.deviceToken] };
    expect((await signIn(database.store, given, known)).kind).toBe('second-factor');
  });

  it('opens nothing for another page, another question, an answer of before, or without its owner', async () => {
    const dora = await join('dora@example.com');
    const { key } = await add(dora);
    const { given, entry } = await use(key);
    expect(entry).not.toBeNull();
    // the same answer again
    expect(await signInWithPasskey(database.store, SITE, given, browser)).toBeNull();
    // to a question of another browser
    const other = await beginPasskeySignIn(database.store, SITE, browser, []);
    expect(await signInWithPasskey(database.store, SITE, { ...given, tokens: [other.token] }, browser)).toBeNull();
    key.behaviour.origin = 'https://evil.example';
    expect((await use(key)).entry).toBeNull();
    key.behaviour.origin = SITE.origin;
    key.behaviour.verified = false;
    expect((await use(key)).entry).toBeNull();
    key.behaviour.verified = true;
    const site = { origin: 'https://other.example.com', host: 'other.example.com' };
    expect((await use(key, { site })).entry).toBeNull();
    key.userHandle = Buffer.alloc(16, 1).toString('base64url');
    expect((await use(key)).entry).toBeNull();
    expect((await use(new SoftAuthenticator(SITE.origin, SITE.host))).entry).toBeNull();
    const { rows } = await database.store.console.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM audit WHERE action = 'session.refuse' AND target = 'dora@example.com'`,
    );
    expect(rows[0]?.n).toBeGreaterThan(0);
  });

  it('that was copied is noticed by its count', async () => {
    const emma = await join('emma@example.com');
    const { key } = await add(emma);
    key.behaviour.counter = 10;
    expect((await use(key)).entry).not.toBeNull();
    key.behaviour.counter = 4;
    expect((await use(key)).entry).toBeNull();
  });

  it('opens nothing once it is removed, or the account is disabled', async () => {
    const fay = await join('fay@example.com');
    const { key } = await add(fay);
    const where = { operatorId: fay.operatorId };
    await database.store.prisma.operator.updateMany({ where, data: { disabledAt: new Date() } });
    expect((await use(key)).entry).toBeNull();
    await database.store.prisma.operator.updateMany({ where, data: { disabledAt: null } });
    expect((await use(key)).entry).not.toBeNull();
    const { passkeyId } = await database.store.prisma.passkey.findFirstOrThrow({ where });
    const gwen = await join('gwen@example.com');
    const factor = { kind: 'passkey', passkeyId } as const;
    await expect(removeFactor(database.store, gwen, factor)).rejects.toMatchObject({ code: 'not-found' });
    await removeFactor(database.store, fay, factor);
    expect((await use(key)).entry).toBeNull();
    expect(await database.store.prisma.recoveryCode.count({ where })).toBe(0);
  });
});

describe('adding one', () => {
  it('takes an answer once, to the question of this person, from this page', async () => {
    const [hana, ines] = [await join('hana@example.com'), await join('ines@example.com')];
    const { made } = await add(hana);
    const refused = { code: 'bad-request' };
    await expect(addOwnPasskey(database.store, hana, SITE, made)).rejects.toMatchObject(refused);
    const { options, token } = await beginPasskey(database.store, hana, SITE, browser);
    expect(options.excludeCredentials).toHaveLength(1);
    const honest = {
      name: 'x',
      tokens: [token],
      response: new SoftAuthenticator(SITE.origin, SITE.host).make(options),
    };
    await expect(addOwnPasskey(database.store, ines, SITE, honest)).rejects.toMatchObject(refused);
    await expect(add(hana, new SoftAuthenticator('https://evil.example', SITE.host))).rejects.toMatchObject(refused);
    const lazy = new SoftAuthenticator(SITE.origin, SITE.host);
    lazy.behaviour.verified = false;
    await expect(add(hana, lazy)).rejects.toMatchObject(refused);
  });

  it('is for accounts with a password: the provider lets in all others', async () => {
    const operatorId = await insertOperator(database.store.prisma, 'sso@example.com', 'viewer', null);
    const owner = { operatorId: operatorId ?? 0, actor: { kind: 'operator', name: 'sso@example.com' } } as const;
    await expect(beginPasskey(database.store, owner, SITE, browser)).rejects.toMatchObject({ code: 'conflict' });
  });
});
