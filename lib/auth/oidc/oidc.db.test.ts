import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertOperator } from '../../store/queries/operator/operator-write';
import { teamGrants } from '../../store/queries/team/team-grants';
import { hashCheaply } from '../../testing/cheap-password';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { followProvider, startOpenIdProvider, type TestPerson, type TestProvider } from '../../testing/openid-provider';
import { removeFactor } from '../factors/own-factors';
import { type Browser, readSession } from '../session';
import { addMember } from '../teams/add-member';
import { changeMember } from '../teams/change-member';
import { changeTeam } from '../teams/change-team';
import { makeTeam } from '../teams/make-team';
import { removeMember } from '../teams/remove-member';
import { beginOidc, type OidcStart } from './begin';
import { type OidcConfig, parseRoleRules } from './config';
import { finishOidc, type OidcOutcome } from './finish';
import { signOutAddress } from './provider';

const REDIRECT = 'http://127.0.0.1:3999/api/session/oidc/callback';
const browser: Browser = { address: '10.0.0.1', agent: 'test', sessionTokens: [], deviceTokens: [] };

let database: TestDatabase;
let provider: TestProvider;
let config: OidcConfig;
beforeAll(async () => {
  [database, provider] = await Promise.all([createTestDatabase(), startOpenIdProvider(REDIRECT)]);
  const { issuer, clientId, clientSecret } = provider;
  config = {
    ...{
      issuer,
      clientId,
      clientSecret,
      name: 'Example',
      scopes: 'openid email groups',
      clientAuth: 'basic',
      groupsClaim: 'groups',
    },
    ...{ roles: parseRoleRules('admin:platform,operator:sre'), createsAccounts: true, redirectUri: REDIRECT },
  };
});
beforeEach(() => {
  Object.assign(provider, { tamper: null, forge: null, codeTtl: 60 });
});
afterAll(() => Promise.all([database.close(), provider.close()]));

const SIGN_IN: OidcStart = { purpose: 'sign-in', operatorId: null, next: '/groups' };

interface Way extends Partial<OidcStart> {
  readonly by?: OidcConfig;
  readonly jar?: Map<string, string>;
  /** What happens to the address on the way to the provider. */
  readonly detour?: (url: URL) => void;
  /** What happens before the browser comes back. */
  readonly meanwhile?: (search: string, state: string) => Promise<void> | void;
}

/** A whole sign-in by real requests. */
async function come(
  person: TestPerson | null,
  way: Way = {},
): Promise<OidcOutcome & { search: string; state: string }> {
  const { by = config, jar, detour, meanwhile, ...start } = way;
  provider.person = person;
  const { url, state } = await beginOidc(database.store, by, { ...SIGN_IN, ...start }, browser);
  const address = new URL(url);
  detour?.(address);
  const search = await followProvider(address.href, REDIRECT, jar);
  await meanwhile?.(search, state);
  return { ...(await back(search, [state], by, start.operatorId ?? null)), search, state };
}

const back = (search: string, states: readonly string[], by = config, operatorId: number | null = null) =>
  finishOidc(database.store, by, { search, states, operatorId }, browser);

async function whoIs(outcome: OidcOutcome) {
  if (outcome.kind !== 'signed-in') throw new Error(JSON.stringify(outcome));
  return readSession(database.store.console, [outcome.entry.sessionToken], '', false);
}

const person = (name: string, ...groups: string[]): TestPerson => ({
  sub: `id-${name}`,
  email: `${name}@example.com`,
  email_verified: true,
  groups,
});

async function audited(action: string, target: string) {
  const rows = await database.store.prisma.audit.findMany({ where: { action, target }, orderBy: { auditId: 'asc' } });
  return rows.map(({ actor, before, after }) => ({ actor, before, after }));
}

describe('a person of the provider', () => {
  it('gets an account with the role of their groups, and keeps it', async () => {
    const first = await come(person('ana', 'sre', 'football'));
    expect(await whoIs(first)).toMatchObject({ name: 'ana@example.com', role: 'operator' });
    expect(first).toMatchObject({ next: '/groups' });
    const again = await come({ ...person('ana', 'sre'), email: 'ana.married@example.com' });
    // the name stays: the audit log has it
    expect(await whoIs(again)).toMatchObject({ name: 'ana@example.com' });
    expect(await audited('user.add', 'ana@example.com')).toMatchObject([
      { actor: 'single sign-on', after: { role: 'operator' } },
    ]);
    expect(await audited('session.open', 'ana@example.com')).toMatchObject([
      { after: { method: 'single-sign-on' } },
      { after: { method: 'single-sign-on' } },
    ]);
  });

  it('loses at the next sign-in what the provider took away, and with the last group every session', async () => {
    const before = await come(person('bea', 'platform'));
    expect(await whoIs(before)).toMatchObject({ role: 'admin' });
    await come(person('bea', 'sre'));
    // also in the session of before
    expect(await whoIs(before)).toMatchObject({ role: 'operator' });
    expect(await come(person('bea', 'football'))).toMatchObject({ kind: 'problem', problem: 'no-role' });
    expect(await whoIs(before)).toBeNull();
    expect(await audited('user.change-role', 'bea@example.com')).toMatchObject([
      { before: { role: 'admin' }, after: { role: 'operator' } },
    ]);
    expect(await audited('session.end-all', 'bea@example.com')).toHaveLength(1);
  });

  it('is refused without a group, an address, an invitation, or with a disabled account', async () => {
    expect(await come(person('cleo'))).toMatchObject({ problem: 'no-role' });
    expect(await come({ sub: 'nameless', groups: ['sre'] })).toMatchObject({ problem: 'no-email' });
    expect(await come({ ...person('doubt', 'sre'), email_verified: false })).toMatchObject({ problem: 'no-email' });
    const closed = { ...config, createsAccounts: false };
    expect(await come(person('dora', 'sre'), { by: closed })).toMatchObject({ problem: 'not-invited' });
    expect(
      await database.store.prisma.operator.count({
        where: { email: { in: ['cleo@example.com', 'dora@example.com'] } },
      }),
    ).toBe(0);
    await come(person('emma', 'sre'));
    await database.store.prisma.operator.updateMany({
      where: { email: 'emma@example.com' },
      data: { disabledAt: new Date() },
    });
    expect(await come(person('emma', 'sre'))).toMatchObject({ problem: 'disabled' });
    expect(await come(null)).toMatchObject({ problem: 'cancelled' });
  });

  it('never takes over an account that is in use, and takes the one that was made for them', async () => {
    await insertOperator(database.store.prisma, 'fay@example.com', 'admin', await hashCheaply('a password of hers'));
    expect(await come(person('fay', 'sre'))).toMatchObject({ problem: 'taken' });
    await insertOperator(database.store.prisma, 'gwen@example.com', 'viewer', null);
    expect(await come({ sub: 'id-gwen', email: 'gwen@example.com', groups: ['sre'] })).toMatchObject({
      problem: 'taken',
    });
    const closed = { ...config, createsAccounts: false, roles: null };
    expect(await whoIs(await come(person('gwen'), { by: closed }))).toMatchObject({ role: 'viewer' });
    // another person of the provider who has the address later
    expect(await come({ ...person('gwen', 'sre'), sub: 'another-person' })).toMatchObject({ problem: 'taken' });
  });

  it('connects an account that they are signed in to, and no other one', async () => {
    const made = async (email: string) =>
      insertOperator(database.store.prisma, email, 'viewer', await hashCheaply('a password of theirs'));
    const [hana, ines] = [await made('hana@example.com'), await made('ines@example.com')];
    const link = (operatorId: number | null) =>
      ({ purpose: 'link', operatorId, by: { ...config, roles: null } }) as const;
    expect(await come(person('h.work'), link(hana))).toMatchObject({ kind: 'linked' });
    expect(await whoIs(await come(person('h.work'), { by: { ...config, roles: null } }))).toMatchObject({
      name: 'hana@example.com',
    });
    expect(await come(person('h.work'), link(ines))).toMatchObject({ problem: 'other-account' });
    // begun in the session of one, finished in that of another
    provider.person = person('i.work');
    const { url, state } = await beginOidc(
      database.store,
      config,
      { ...SIGN_IN, purpose: 'link', operatorId: ines },
      browser,
    );
    const search = await followProvider(url, REDIRECT);
    expect(await back(search, [state], config, hana)).toMatchObject({ problem: 'expired' });
    const owner = { operatorId: hana ?? 0, actor: { kind: 'operator', name: 'hana@example.com' } } as const;
    await removeFactor(database.store, owner, { kind: 'single-sign-on', issuer: provider.issuer });
    expect(await come(person('h.work', 'sre'))).toMatchObject({ kind: 'signed-in' });
  });

  it('without a password cannot remove their only way in', async () => {
    await come(person('jo', 'sre'));
    const { operatorId } = await database.store.prisma.operator.findUniqueOrThrow({
      where: { email: 'jo@example.com' },
    });
    const owner = { operatorId, actor: { kind: 'operator', name: 'jo@example.com' } } as const;
    const removal = removeFactor(database.store, owner, { kind: 'single-sign-on', issuer: provider.issuer });
    await expect(removal).rejects.toMatchObject({ code: 'conflict' });
    expect(await whoIs(await come(person('jo', 'sre')))).not.toBeNull();
  });
});

describe('a group of the provider in a team', () => {
  const system = { kind: 'system', name: 'test' } as const;
  const admin = { actor: system, principal: { kind: 'operator', role: 'admin', operatorId: null } } as const;
  const members = () => ({ ...config, roles: parseRoleRules('member:*') });

  it('gives its people what the team gives, as the groups were at their last sign-in, in every session', async () => {
    const { teamId } = await makeTeam(database.store, system, { name: 'Orders', prefixes: ['orders-'] });
    const role = 'operator';
    const { memberId } = await addMember(database.store, admin, { teamId, kind: 'oidc-group', name: 'shop', role });
    const grants = [{ prefix: 'orders-', role, teamId }];
    const first = await come(person('lou', 'shop', 'football'), { by: members() });
    expect(await whoIs(first)).toMatchObject({ role: 'member', grants });
    // letter for letter, as the provider wrote it
    expect(await whoIs(await come(person('max', 'Shop', 'shop2'), { by: members() }))).toMatchObject({ grants: [] });

    // the team changes: the session that is open has it at once
    await changeTeam(database.store, system, { teamId, name: 'Orders', prefixes: ['orders-eu-'] });
    await changeMember(database.store, admin, { teamId, memberId, role: 'owner' });
    expect(await whoIs(first)).toMatchObject({ grants: [{ prefix: 'orders-eu-', role: 'owner', teamId }] });

    // the provider takes the group away: with the next sign-in, also in the session of before
    const second = await come(person('lou', 'football'), { by: members() });
    expect(await whoIs(second)).toMatchObject({ grants: [] });
    expect(await whoIs(first)).toMatchObject({ grants: [] });
    expect(await whoIs(await come(person('lou', 'shop'), { by: members() }))).toMatchObject({ grants: [{ teamId }] });

    await removeMember(database.store, admin, { teamId, memberId });
    expect(await whoIs(first)).toMatchObject({ grants: [] });
  });

  it('from userinfo, where the ID token has none; one that the provider never says gives nothing', async () => {
    const { teamId } = await makeTeam(database.store, system, { name: 'Mail', prefixes: ['mail-'] });
    await addMember(database.store, admin, { teamId, kind: 'oidc-group', name: 'post', role: 'viewer' });
    provider.tamper = ({ groups: _gone, ...claims }) => claims;
    expect(await whoIs(await come(person('noa', 'post'), { by: members() }))).toMatchObject({ grants: [{ teamId }] });
    provider.tamper = null;
    expect(await whoIs(await come(person('pia'), { by: members() }))).toMatchObject({ grants: [] });
  });

  it('does not count for a person who came in by another way and was never there', async () => {
    const { teamId } = await makeTeam(database.store, system, { name: 'Ship', prefixes: ['ship-'] });
    await addMember(database.store, admin, { teamId, kind: 'oidc-group', name: 'dock', role: 'viewer' });
    const operatorId = await insertOperator(database.store.prisma, 'dock@example.com', 'member', null);
    expect(await teamGrants(database.store.console, { operatorId })).toEqual([]);
  });
});

describe('an answer that is not what was asked for', () => {
  const kim = person('kim', 'sre');
  const refused = { kind: 'problem', problem: 'unverified' };
  afterAll(async () => {
    // the same person comes in when nothing is wrong
    expect(await come(kim)).toMatchObject({ kind: 'signed-in' });
  });

  it.each<[string, Way]>([
    ['a nonce of another request', { detour: (url) => url.searchParams.set('nonce', 'of-another-request') }],
    ['a code for another client', { detour: (url) => url.searchParams.set('client_id', 'another') }],
    [
      'a code without the verifier of this browser',
      { detour: (url) => url.searchParams.set('code_challenge', 'x'.repeat(43)) },
    ],
    [
      'a code that has expired',
      { meanwhile: (search) => provider.expire(new URLSearchParams(search).get('code') ?? '') },
    ],
  ])('%s', async (_what, way) => {
    expect(await come(kim, way)).toMatchObject(refused);
  });

  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['an audience that is not this console', (claims) => ({ ...claims, aud: 'another' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['a token that has expired', (claims) => ({ ...claims, iat: now() - 7200, exp: now() - 3600 })],
    ['a person who signed in there long ago', (claims) => ({ ...claims, auth_time: now() - 13 * 3600 })],
    ['no word of when they signed in', ({ auth_time: _gone, ...claims }) => claims],
    ['no nonce', ({ nonce: _gone, ...claims }) => claims],
  ])('%s', async (_what, tamper) => {
    provider.tamper = tamper;
    expect(await come(kim)).toMatchObject(refused);
  });

  it.each([
    ['none', undefined],
    ['empty', ''],
    ['blank', '  '],
    ['no text', 42],
    ['too long', 'x'.repeat(256)],
    ['one that no database keeps', 'kim\u0000'],
  ])('a subject that is %s, in a token that says all the rest', async (_what, sub) => {
    // nothing is asked of the user info, whose subject would have to be the same
    provider.tamper = (claims) => ({ ...claims, sub, email: 'nameless@example.com', groups: ['sre'] });
    expect(await come(kim)).toMatchObject(refused);
    expect(await database.store.prisma.operator.count({ where: { email: 'nameless@example.com' } })).toBe(0);
  });

  it('an address or a group that no database keeps is none', async () => {
    provider.tamper = (claims) => ({ ...claims, sub: 'id-nul', email: 'nul\u0000@example.com', groups: ['sre'] });
    expect(await come(kim)).toMatchObject({ kind: 'problem', problem: 'no-email' });
    provider.tamper = (claims) => ({ ...claims, groups: ['sre', 'a\u0000b'] });
    expect(await come(kim)).toMatchObject({ kind: 'signed-in' });
  });

  it.each(['another key', 'HS256', 'none'] as const)('a token that is signed by: %s', async (forge) => {
    provider.forge = forge;
    expect(await come(kim)).toMatchObject(refused);
  });

  it('a state that was used, that another browser began, or that none did', async () => {
    const { search, state } = await come(kim);
    const expired = { kind: 'problem', problem: 'expired' };
    expect(await back(search, [state])).toMatchObject(expired);
    provider.person = kim;
    const { url, state: own } = await beginOidc(database.store, config, SIGN_IN, browser);
    const mine = await followProvider(url, REDIRECT);
    expect(await back(mine, [])).toMatchObject(expired);
    expect(await back(mine, ['x'.repeat(43)])).toMatchObject(expired);
    expect(await back('?code=x&state=y', ['y'])).toMatchObject(expired);
    // of two at the same time, one comes in
    const both = await Promise.all([back(mine, [own]), back(mine, [own])]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['problem', 'signed-in']);
    // a code that was used, in a request of its own
    const code = new URLSearchParams(mine).get('code') ?? '';
    const again = await come(kim, {
      meanwhile: async (_search, fresh) => {
        const replayed = new URLSearchParams({
          ...Object.fromEntries(new URLSearchParams(_search)),
          code,
          state: fresh,
        });
        expect(await back(`?${replayed.toString()}`, [fresh])).toMatchObject(refused);
      },
    });
    expect(again).toMatchObject(expired);
  });

  it('a provider that is gone', async () => {
    const gone = await startOpenIdProvider(REDIRECT);
    const by = { ...config, issuer: gone.issuer };
    gone.person = kim;
    const { url, state } = await beginOidc(database.store, by, SIGN_IN, browser);
    const search = await followProvider(url, REDIRECT);
    await gone.close();
    expect(await back(search, [state], by)).toMatchObject({ problem: 'unreachable' });
    await expect(beginOidc(database.store, { ...by }, SIGN_IN, browser)).rejects.toThrow();
  });

  it('a provider that names another issuer than the one that is set', async () => {
    const by = { ...config, issuer: provider.issuer.replace('127.0.0.1', 'localhost') };
    await expect(beginOidc(database.store, by, SIGN_IN, browser)).rejects.toThrow();
  });
});

describe('a confirmation', () => {
  const lea = person('lea', 'sre');
  /** Moves the time at which the person gave a password to the provider. */
  const signedInAgo = (seconds: number) => (claims: Record<string, unknown>) => ({
    ...claims,
    auth_time: Math.floor(Date.now() / 1000) - seconds,
  });

  it('asks the person again at the provider, who else would come in without a question', async () => {
    const jar = new Map<string, string>();
    await come(lea, { jar });
    const asked = provider.signIns();
    await come(lea, { jar });
    expect(provider.signIns()).toBe(asked);
    const confirmed = await come(lea, { jar, purpose: 'confirm' });
    expect(provider.signIns()).toBe(asked + 1);
    expect(await whoIs(confirmed)).toMatchObject({ confirmed: true });
  });

  it('counts from when the provider asked, not from when the session began here', async () => {
    provider.tamper = signedInAgo(3600);
    expect(await whoIs(await come(lea))).toMatchObject({ confirmed: false });
    // who did not ask again is not believed
    expect(await come(lea, { purpose: 'confirm' })).toMatchObject({ problem: 'unverified' });
  });
});

it('signs out at the provider too, where it offers that', async () => {
  const address = new URL((await signOutAddress(config, 'http://127.0.0.1:3999/sign-in')) ?? '');
  expect(`${address.origin}${address.pathname}`).toBe(`${provider.issuer}/session/end`);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: 'redrive',
    post_logout_redirect_uri: 'http://127.0.0.1:3999/sign-in',
  });
  expect((await fetch(address, { redirect: 'manual' })).status).toBeLessThan(400);
});
