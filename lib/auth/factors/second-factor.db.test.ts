import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withMetadata } from '../../store/metadata';
import { insertOperator } from '../../store/queries/operator/operator-write';
import { hashCheaply } from '../../testing/cheap-password';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import type { Entry } from '../enter';
import { changePassword, personOf } from '../own-account';
import { readSession, type Browser } from '../session';
import { completeSetUp } from '../set-up';
import { attemptLimits, signIn } from '../sign-in';
import { renewLink } from '../manage-operators';
import { finishEnrolment } from './enrol';
import { removeFactor, renewRecoveryCodes, resetFactors } from './own-factors';
import { beginTotp, confirmTotp, type Owner } from './own-totp';
import { provideCode } from './second-factor';
import type { Seal } from './seal';
import { totpCode, totpStepAt } from './totp';

let database: TestDatabase;
const password = 'plum-orbit-ladder-77';
const admin = { kind: 'operator', name: 'root@example.com' } as const;
/** What the sealing of the product adds is tested where it is. */
const seal: Seal = {
  seal: (id, secret) => Buffer.from(JSON.stringify([id, secret])),
  open: (id, sealed) => {
    const [of, secret] = JSON.parse(sealed.toString()) as [string, string];
    return of === id ? secret : null;
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function browser(address = '10.0.0.1'): Browser {
  return { address, agent: 'test', sessionTokens: [], deviceTokens: [] };
}

async function join(email: string, role: 'viewer' | 'admin' = 'viewer'): Promise<Owner> {
  const operatorId = await insertOperator(database.store.prisma, email, role, await hashCheaply(password));
  if (operatorId === null) throw new Error('taken');
  return { operatorId, actor: { kind: 'operator', name: email } };
}

/** A code of the app now, or so many steps later. */
async function codeOf(secret: string, later = 0): Promise<string> {
  const { rows } = await database.store.console.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return totpCode(secret, totpStepAt(rows[0]?.now ?? new Date(0)) + later);
}

async function addApp(owner: Owner): Promise<{ readonly secret: string; readonly codes: readonly string[] }> {
  const { secret } = await beginTotp(database.store, seal, owner);
  const code = await codeOf(secret);
  const codes = await withMetadata(database.store.prisma, (db) => confirmTotp(db, seal, owner, code));
  // The current one is still good for a sign-in.
  await database.store.console.query('UPDATE totp SET last_step = last_step - 1 WHERE operator_id = $1', [
    owner.operatorId,
  ]);
  return { secret, codes: codes ?? [] };
}

async function begin({ actor }: Owner, from = browser()): Promise<string> {
  const outcome = await signIn(database.store, { email: actor.name, password }, from);
  if (outcome.kind !== 'second-factor') throw new Error(outcome.kind);
  return outcome.stepToken;
}

const give = (stepToken: string, code: string, from = browser()) =>
  provideCode(database.store, seal, { stepTokens: [stepToken], code }, from);

const audited = async (action: string, target: string) =>
  (await database.store.prisma.audit.findMany({ where: { action, target }, orderBy: { auditId: 'asc' } })).map(
    ({ after, counts, before }) => ({ after, counts, before }),
  );

async function sessionOf(entry: Entry | { readonly kind: string }) {
  if (entry.kind !== 'signed-in' || !('sessionToken' in entry)) throw new Error(entry.kind);
  return readSession(database.store.console, [entry.sessionToken], '', false);
}

describe('an authenticator app', () => {
  it('is asked for after the password, and no session is opened before', async () => {
    const ana = await join('ana@example.com');
    const { secret } = await addApp(ana);
    const step = await begin(ana);
    expect(await database.store.prisma.operatorSession.count({ where: { operatorId: ana.operatorId } })).toBe(0);
    expect(await give(step, '000000')).toEqual({ kind: 'refused' });
    const entry = await give(step, await codeOf(secret));
    expect(await sessionOf(entry)).toMatchObject({ name: 'ana@example.com', confirmed: true });
    expect(await audited('session.open', 'ana@example.com')).toMatchObject([{ after: { method: 'password+code' } }]);
    expect(await audited('session.refuse', 'ana@example.com')).toMatchObject([{ after: { factor: 'code' } }]);
    // used up
    expect(await give(step, await codeOf(secret, 1))).toEqual({ kind: 'expired' });
  });

  it('accepts each code once, whichever sign-in it is for', async () => {
    const bea = await join('bea@example.com');
    const { secret } = await addApp(bea);
    const [first, second] = [await begin(bea), await begin(bea)];
    const code = await codeOf(secret);
    const answers = await Promise.all([give(first, code), give(second, code)]);
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'signed-in']);
    // nor one of before
    expect((await give(await begin(bea), await codeOf(secret, -1))).kind).toBe('refused');
    expect((await give(await begin(bea), await codeOf(secret, 1))).kind).toBe('signed-in');
  });

  it('does not open for the token of a browser that did not give the password', async () => {
    const cleo = await join('cleo@example.com');
    const { secret } = await addApp(cleo);
    await begin(cleo);
    expect((await give('x'.repeat(43), await codeOf(secret))).kind).toBe('expired');
    const step = await begin(cleo);
    await database.store.console.query(
      `UPDATE sign_in_step SET expires_at = clock_timestamp() WHERE operator_id = $1`,
      [cleo.operatorId],
    );
    expect((await give(step, await codeOf(secret))).kind).toBe('expired');
  });

  it('is no way to guess: a sign-in has five tries, and all of them count with those of the password', async () => {
    const dora = await join('dora@example.com');
    const { secret } = await addApp(dora);
    const step = await begin(dora, browser('10.1.0.1'));
    const kinds: string[] = [];
    for (let n = 0; n < 6; n += 1) kinds.push((await give(step, '000000', browser('10.1.0.1'))).kind);
    expect(kinds).toEqual([...Array.from({ length: 5 }, () => 'refused'), 'expired']);
    // who knows the password begins again, and does not get more tries by it
    let more = 0;
    for (let n = 0; n < 30; n += 1) {
      const again = await signIn(database.store, { email: 'dora@example.com', password }, browser('10.1.0.1'));
      if (again.kind !== 'second-factor') break;
      if ((await give(again.stepToken, '000000', browser('10.1.0.1'))).kind === 'refused') more += 1;
    }
    expect(5 + more).toBeLessThan(attemptLimits.perShare);
    expect((await give(await begin(dora, browser('10.1.0.2')), await codeOf(secret), browser('10.1.0.2'))).kind).toBe(
      'signed-in',
    );
  });

  it('ends a sign-in under way when the password changes, or all is reset', async () => {
    const emma = await join('emma@example.com');
    const here = await signIn(database.store, { email: 'emma@example.com', password }, browser());
    const principal = await sessionOf(here);
    const { secret } = await addApp(emma);
    const step = await begin(emma);
    if (principal === null) throw new Error('no session');
    const change = { current: password, password: 'granite-violin-lantern', deviceTokens: [] };
    await changePassword(database.store, personOf(principal, emma.actor), change);
    expect((await give(step, await codeOf(secret))).kind).toBe('expired');
  });

  it('is asked for after a link too, which sets the password alone', async () => {
    const fay = await join('fay@example.com');
    await addApp(fay);
    const { link } = await renewLink(database.store, admin, fay.operatorId);
    const token = new URL(link, 'http://x').searchParams.get('token') ?? '';
    const entry = await completeSetUp(
      database.store,
      { token, email: '', password: 'granite-violin-lantern' },
      browser(),
    );
    expect(entry.kind).toBe('second-factor');
  });

  it('cannot be replaced by a second set-up, nor be confirmed by a wrong code', async () => {
    const gwen = await join('gwen@example.com');
    const { secret } = await beginTotp(database.store, seal, gwen);
    const confirm = (code: string) => withMetadata(database.store.prisma, (db) => confirmTotp(db, seal, gwen, code));
    await expect(confirm('000000')).rejects.toMatchObject({ code: 'bad-request', field: 'code' });
    // it asks for nothing yet
    expect((await signIn(database.store, { email: 'gwen@example.com', password }, browser())).kind).toBe('signed-in');
    const both = await Promise.allSettled([confirm(await codeOf(secret)), confirm(await codeOf(secret))]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(beginTotp(database.store, seal, gwen)).rejects.toMatchObject({ code: 'conflict' });
    expect(await audited('factor.add', 'gwen@example.com')).toMatchObject([{ after: { factor: 'authenticator app' } }]);
  });
});

describe('recovery codes', () => {
  it('work once each, however they are typed, and stop with new ones', async () => {
    const hana = await join('hana@example.com');
    const { codes } = await addApp(hana);
    expect(new Set(codes).size).toBe(10);
    const stored = JSON.stringify(await database.store.prisma.recoveryCode.findMany());
    expect(codes.some((code) => stored.includes(code))).toBe(false);
    const [first = '', second = ''] = codes;
    const step = [await begin(hana), await begin(hana)];
    const answers = await Promise.all(step.map((each) => give(each, ` ${first.toUpperCase().replaceAll('-', ' ')} `)));
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'signed-in']);
    expect(await audited('factor.use-recovery-code', 'hana@example.com')).toMatchObject([{ counts: { left: 9 } }]);
    const [next = ''] = await renewRecoveryCodes(database.store, hana);
    expect((await give(await begin(hana), second)).kind).toBe('refused');
    expect((await give(await begin(hana), next)).kind).toBe('signed-in');
  });

  it('of another person do not work', async () => {
    const [ines, jo] = [await join('ines@example.com'), await join('jo@example.com')];
    await addApp(ines);
    const { codes } = await addApp(jo);
    expect((await give(await begin(ines), codes[0] ?? '')).kind).toBe('refused');
  });
});

describe('a role that needs a second factor', () => {
  const require = (roles: readonly string[]) =>
    database.store.console.query(
      `INSERT INTO broker_setting (name, value, version, updated_by, updated_at)
       VALUES ('sign-in', jsonb_build_object('secondFactorFor', $1::text[]), 1, 'test', clock_timestamp())
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [roles],
    );

  it('leads to setting one up, which opens the session', async () => {
    await require(['admin']);
    const kim = await join('kim@example.com', 'admin');
    const viewer = await join('only@example.com');
    expect((await signIn(database.store, { email: 'only@example.com', password }, browser())).kind).toBe('signed-in');
    const outcome = await signIn(database.store, { email: 'kim@example.com', password }, browser());
    if (outcome.kind !== 'enrol') throw new Error(outcome.kind);
    const { secret } = await beginTotp(database.store, seal, kim);
    const finish = (code: string, stepToken = outcome.stepToken) =>
      finishEnrolment(database.store, [stepToken], browser(), {
        method: 'password+code',
        add: (db, owner) => confirmTotp(db, seal, owner, code),
      });
    await expect(finish('000000')).rejects.toMatchObject({ code: 'bad-request' });
    await expect(finish(await codeOf(secret), 'x'.repeat(43))).rejects.toMatchObject({ code: 'unauthorized' });
    // a wrong code does not end the sign-in
    const { entry, recoveryCodes } = await finish(await codeOf(secret));
    expect(await sessionOf(entry)).toMatchObject({ name: 'kim@example.com', role: 'admin' });
    expect(recoveryCodes).toHaveLength(10);
    await expect(finish(await codeOf(secret, 1))).rejects.toMatchObject({ code: 'unauthorized' });

    const app = { kind: 'authenticator-app' } as const;
    await expect(removeFactor(database.store, kim, app)).rejects.toMatchObject({ code: 'conflict' });
    await require([]);
    await removeFactor(database.store, kim, app);
    await expect(removeFactor(database.store, kim, app)).rejects.toMatchObject({ code: 'not-found' });
    expect(await database.store.prisma.recoveryCode.count({ where: { operatorId: kim.operatorId } })).toBe(0);
    await expect(renewRecoveryCodes(database.store, viewer)).rejects.toMatchObject({ code: 'conflict' });
    expect(await audited('factor.remove', 'kim@example.com')).toMatchObject([
      { before: { factor: 'authenticator app' } },
    ]);
  });

  it('a lost phone: an admin takes the factors away and ends the sessions, on record', async () => {
    const lea = await join('lea@example.com');
    const opened = await signIn(database.store, { email: 'lea@example.com', password }, browser());
    await addApp(lea);
    const step = await begin(lea);
    await resetFactors(database.store, admin, lea.operatorId);
    expect(await sessionOf(opened)).toBeNull();
    expect((await give(step, '000000')).kind).toBe('expired');
    expect((await signIn(database.store, { email: 'lea@example.com', password }, browser())).kind).toBe('signed-in');
    const counts = { authenticatorApps: 1, passkeys: 0, sessionsEnded: 1 };
    expect(await audited('factor.reset', 'lea@example.com')).toMatchObject([{ counts }]);
  });
});
