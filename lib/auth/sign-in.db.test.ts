import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashCheaply } from '../testing/cheap-password';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { insertOperator, setOperatorDisabled } from '../store/queries/operator/operator-write';
import { hashPassword } from './password';
import { type Browser, closeSession, readSession } from './session';
import { attemptLimits, signIn } from './sign-in';

let database: TestDatabase;
const password = 'plum-orbit-ladder-77';
const visitor = (
  address: string,
  sessionTokens: readonly string[] = [],
  deviceTokens: readonly string[] = [],
): Browser => ({
  address,
  agent: 'test',
  sessionTokens,
  deviceTokens,
});

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function addOperator(email: string, hash: typeof hashPassword | null = hashCheaply): Promise<number> {
  const id = await insertOperator(
    database.store.prisma,
    email,
    'operator',
    hash === null ? null : await hash(password),
  );
  if (id === null) throw new Error(`${email} is taken`);
  return id;
}

async function signInAs(email: string, given = password, address = '10.0.0.1') {
  return signIn(database.store, { email, password: given }, visitor(address));
}

describe('signIn', () => {
  it('opens a session whose token is stored only as a hash', async () => {
    await addOperator('ana@example.com');
    const outcome = await signInAs(' Ana@Example.com ');
    if (outcome.kind !== 'signed-in') throw new Error(outcome.kind);
    expect(outcome.sessionToken).toMatch(/^[\w-]{43}$/);
    const { rows } = await database.store.console.query<{ stored: string }>(
      `SELECT encode(token_hash, 'base64') AS stored FROM operator_session`,
    );
    expect(rows.some((row) => row.stored.includes(outcome.sessionToken.slice(0, 20)))).toBe(false);
    const principal = await readSession(database.store.console, [outcome.sessionToken], '10.0.0.1', true);
    expect(principal).toMatchObject({ name: 'ana@example.com', role: 'operator' });
  });

  it('opens no session with a password that was changed while it was checked', async () => {
    const id = await addOperator('moving@example.com');
    const changed = await hashPassword('brass kettle drum');
    const other = await database.store.broker.connect();
    await other.query('BEGIN');
    await other.query('UPDATE operator SET password_hash = $2 WHERE operator_id = $1', [id, changed]);
    const outcome = signInAs('moving@example.com');
    // The old password is right, and its account is locked by the change.
    await expect
      .poll(async () => (await other.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount, { interval: 20 })
      .toBeGreaterThan(0);
    await other.query('COMMIT');
    other.release();
    expect(await outcome).toEqual({ kind: 'refused' });
    expect(await signInAs('moving@example.com', 'brass kettle drum')).toMatchObject({ kind: 'signed-in' });
  });

  it('says the same for a wrong password, no account, no password and a disabled account', async () => {
    await addOperator('new@example.com', null);
    const gone = await addOperator('gone@example.com');
    await setOperatorDisabled(database.store.console, gone, true);
    const outcomes = await Promise.all([
      signInAs('ana@example.com', 'wrong wrong wrong'),
      signInAs('nobody@example.com'),
      signInAs('new@example.com'),
      signInAs('gone@example.com'),
    ]);
    expect(outcomes).toEqual(Array.from({ length: 4 }, () => ({ kind: 'refused' })));
  });

  it('takes as long for an account that does not exist', async () => {
    await addOperator('timed@example.com', hashPassword);
    // Of the processor, by all threads: other programs on the machine change nothing in it.
    const measure = async (email: string, n: number) => {
      const before = process.cpuUsage();
      await signInAs(email, 'wrong wrong wrong', `10.1.0.${n}`);
      return process.cpuUsage(before).user;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      known.push(await measure('timed@example.com', n));
      unknown.push(await measure(`ghost${n}@example.com`, n));
    }
    const least = (values: number[]) => Math.min(...values);
    expect(least(unknown)).toBeGreaterThan(least(known) / 2);
    expect(least(unknown)).toBeLessThan(least(known) * 2);
  });

  it('limits guesses per account, even when they come at once and from many addresses', async () => {
    await addOperator('target@example.com');
    const outcomes = await Promise.all(
      Array.from({ length: 36 }, (_, n) => signInAs('target@example.com', 'wrong wrong wrong', `10.2.0.${n}`)),
    );
    expect(outcomes.filter((outcome) => outcome.kind === 'refused')).toHaveLength(attemptLimits.perAccount);
    expect(await signInAs('target@example.com', password, '10.2.1.1')).toEqual({ kind: 'too-many' });
  });

  it('counts an IPv6 block as one guesser, and locks no other account out', async () => {
    await addOperator('six@example.com');
    const kinds: string[] = [];
    for (let n = 0; n < 12; n += 1)
      kinds.push((await signInAs('six@example.com', 'wrong wrong wrong', `2001:db8:1:2::${n}`)).kind);
    expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(attemptLimits.perShare);
    expect((await signInAs('six@example.com', password, '2001:db8:1:2:ffff::1')).kind).toBe('too-many');
    // never signed in before, elsewhere
    expect((await signInAs('six@example.com', password, '2001:db8:1:3::1')).kind).toBe('signed-in');
  });

  it('never locks out a known device, at whatever address, even one whose guesses are used up', async () => {
    await addOperator('device@example.com');
    const first = await signInAs('device@example.com', password, '10.6.0.1');
    if (first.kind !== 'signed-in') throw new Error(first.kind);
    await database.store.console.query(
      `INSERT INTO sign_in_attempt (account, address)
       SELECT 'device@example.com', '10.7.0.' || n FROM generate_series(1, 40) n
       UNION ALL SELECT 'x' || n || '@example.com', '10.8.0.1' FROM generate_series(1, 100) n`,
    );
    const given = { email: 'device@example.com', password };
    expect((await signIn(database.store, given, visitor('10.8.0.1'))).kind).toBe('too-many');
    const known = visitor('10.8.0.1', [], ['x'.repeat(43), first.deviceToken]);
    const again = await signIn(database.store, given, known);
    expect(again).toMatchObject({ kind: 'signed-in', deviceToken: first.deviceToken });
    // a device is known for its own accounts only, and its guesses are limited too
    await addOperator('other@example.com');
    expect((await signIn(database.store, { email: 'other@example.com', password }, known)).kind).toBe('too-many');
    const kinds: string[] = [];
    for (let n = 0; n < 12; n += 1)
      kinds.push((await signIn(database.store, { ...given, password: 'wrong wrong wrong' }, known)).kind);
    expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(attemptLimits.perShare);
  });

  it('serves the right person while 150 strangers try at once', { tags: ['long'] }, async () => {
    await addOperator('calm@example.com');
    const flood = Array.from({ length: 150 }, (_, n) =>
      signInAs(`flood${n}@example.com`, 'wrong wrong wrong', '10.9.0.1').catch((error: Error) => error.message),
    );
    expect((await signInAs('calm@example.com', password, '10.9.0.2')).kind).toBe('signed-in');
    const kept = (await Promise.all(flood)).filter((outcome) => typeof outcome !== 'string');
    // those in the two turns, and the queue of one address
    expect(kept.length).toBeLessThan(30);
    // who got no turn has not used up a guess
    const { rows } = await database.store.console.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM sign_in_attempt WHERE address = '10.9.0.1'`,
    );
    expect(rows[0]?.n).toBe(kept.length);
  });

  it('ends the session that this browser had', async () => {
    await addOperator('again@example.com');
    const before = await signInAs('again@example.com');
    const elsewhere = await signInAs('again@example.com');
    if (before.kind !== 'signed-in' || elsewhere.kind !== 'signed-in') throw new Error('not signed in');
    await signIn(database.store, { email: 'again@example.com', password }, visitor('10.0.0.1', [before.sessionToken]));
    const read = (token: string) => readSession(database.store.console, [token], '', false);
    expect(await read(before.sessionToken)).toBeNull();
    expect(await read(elsewhere.sessionToken)).not.toBeNull();
  });

  it('does not lock out the owner at an address that has signed in before', async () => {
    await addOperator('owner@example.com');
    expect((await signInAs('owner@example.com', password, '10.3.0.1')).kind).toBe('signed-in');
    await database.store.console.query(
      `INSERT INTO sign_in_attempt (account, address)
       SELECT 'owner@example.com', '10.3.9.' || n FROM generate_series(1, 30) n`,
    );
    expect((await signInAs('owner@example.com', password, '10.3.9.9')).kind).toBe('too-many');
    expect((await signInAs('owner@example.com', password, '10.3.0.1')).kind).toBe('signed-in');
  });

  it('limits an address that tries many accounts', async () => {
    await database.store.console.query(
      `INSERT INTO sign_in_attempt (account, address) SELECT 'x' || n || '@example.com', '10.4.0.1' FROM generate_series(1, 100) n`,
    );
    expect((await signInAs('ana@example.com', password, '10.4.0.1')).kind).toBe('too-many');
    expect((await signInAs('ana@example.com', password, '10.4.0.2')).kind).toBe('signed-in');
  });

  it('audits successes, refusals and limits', async () => {
    const { rows } = await database.store.console.query<{ action: string }>(
      'SELECT DISTINCT action FROM audit ORDER BY action',
    );
    expect(rows.map((row) => row.action)).toEqual(['session.limit', 'session.open', 'session.refuse']);
  });
});

describe('a session', () => {
  async function open(email: string): Promise<string> {
    const outcome = await signInAs(email, password, '10.5.0.1');
    if (outcome.kind !== 'signed-in') throw new Error(outcome.kind);
    return outcome.sessionToken;
  }
  const read = (token: string, slide = true) => readSession(database.store.console, [token], '10.5.0.1', slide);
  const age = (column: string, interval: string) =>
    database.store.console.query(
      column === 'last_seen_at'
        ? `UPDATE operator_session SET created_at = created_at - interval '${interval}', last_seen_at = last_seen_at - interval '${interval}'`
        : `UPDATE operator_session SET created_at = created_at - interval '${interval}'`,
    );

  it('ends after 30 idle minutes, and activity slides it', async () => {
    await addOperator('idle@example.com');
    const token = await open('idle@example.com');
    await age('last_seen_at', '29 minutes');
    expect(await read(token)).not.toBeNull();
    await age('last_seen_at', '29 minutes');
    expect(await read(token, false)).not.toBeNull();
    await age('last_seen_at', '2 minutes');
    expect(await read(token)).toBeNull();
  });

  it('ends after 12 hours whatever happens', async () => {
    await addOperator('long@example.com');
    const token = await open('long@example.com');
    await age('created_at', '12 hours');
    expect(await read(token)).toBeNull();
  });

  it('ends with the next request when the operator is disabled or signs out', async () => {
    const id = await addOperator('leaver@example.com');
    const [first, second] = [await open('leaver@example.com'), await open('leaver@example.com')];
    expect(first).not.toBe(second);
    const principal = await read(first);
    if (principal === null) throw new Error('no session');
    await closeSession(database.store.prisma, [first], principal);
    expect(await read(first)).toBeNull();
    expect(await read(second)).not.toBeNull();
    await setOperatorDisabled(database.store.console, id, true);
    expect(await read(second)).toBeNull();
  });

  it('is found among cookies of the same name that others have set', async () => {
    await addOperator('tossed@example.com');
    const token = await open('tossed@example.com');
    for (const tokens of [
      ['x'.repeat(43), token],
      [token, 'x'.repeat(43)],
    ])
      expect(await readSession(database.store.console, tokens, '', false)).toMatchObject({
        name: 'tossed@example.com',
      });
  });

  it('finds no account for a made-up token', async () => {
    expect(await read('x'.repeat(43))).toBeNull();
  });
});
