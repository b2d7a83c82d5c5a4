import * as client from 'openid-client';
import { systemActor } from '../../model/audit/actor';
import type { Store } from '../../store/client';
import { type MetadataTransaction, withMetadata } from '../../store/metadata';
import { appendAudit, appendAuditOnce } from '../../store/queries/audit/audit-append';
import {
  findOperatorByEmail,
  lockAdmins,
  lockOperator,
  type OperatorRow,
} from '../../store/queries/operator/operator-find';
import { insertOperator, setOperatorRole } from '../../store/queries/operator/operator-write';
import { deleteSessionsOf } from '../../store/queries/session/session-delete';
import { takeStep } from '../../store/queries/sign-in/step';
import { normalizeEmail } from '../email';
import { type Entry, open } from '../enter';
import type { Role } from '../permission';
import { hashSecret } from '../secret-token';
import type { Browser } from '../session';
import { entryOf } from '../sign-in';
import { maxAgeOf, type OidcPurpose } from './begin';
import { groupsIn, type OidcConfig, roleOfGroups } from './config';
import { discover } from './provider';

/** Why a person who came back from the provider is not signed in. Each has its sentence on the sign-in page. */
export type OidcProblem =
  | 'expired'
  | 'cancelled'
  | 'unreachable'
  | 'unverified'
  | 'no-email'
  | 'no-role'
  | 'not-invited'
  | 'taken'
  | 'disabled'
  | 'other-account';

export type OidcOutcome =
  | {
      readonly kind: 'signed-in';
      readonly entry: Entry & { readonly kind: 'signed-in' };
      readonly next: string;
      readonly purpose: OidcPurpose;
    }
  | { readonly kind: 'linked'; readonly next: string }
  /** `error`: for the log. */
  | { readonly kind: 'problem'; readonly problem: OidcProblem; readonly error?: unknown };

interface Returned {
  /** The query that the provider sent the browser back with. */
  readonly search: string;
  /** Of this browser. */
  readonly states: readonly string[];
  /** Of the session of this browser, for connecting an account. */
  readonly operatorId: number | null;
}

interface Person {
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly groups: readonly string[];
  readonly authTime: number | null;
}

/** Takes what the provider says of a person, after all that can be checked of it is. Each state is used once. */
export async function finishOidc(
  store: Pick<Store, 'console' | 'prisma'>,
  config: OidcConfig,
  { search, states, operatorId }: Returned,
  browser: Browser,
): Promise<OidcOutcome> {
  const given = new URLSearchParams(search);
  const state = states.find((each) => each === given.get('state'));
  const step =
    state === undefined ? null : await withMetadata(store.prisma, (db) => takeStep(db, [hashSecret(state)], 'oidc'));
  if (state === undefined || step === null) return refuse(store, browser, 'expired', '');
  const { purpose, next, verifier, nonce } = step.data as unknown as Started;
  if (given.get('error') === 'access_denied') return refuse(store, browser, 'cancelled', '');
  const asked = await ask(config, search, { state, nonce, verifier, maxAge: maxAgeOf(purpose) });
  if ('problem' in asked) return { ...(await refuse(store, browser, asked.problem, '')), error: asked.error };
  const { person } = asked;
  if (purpose === 'link') {
    if (step.operatorId === null || step.operatorId !== operatorId)
      return refuse(store, browser, 'expired', person.email);
    return link(store, config, operatorId, person, browser, next);
  }
  const settled = await withMetadata(store.prisma, async (db) => {
    const found = await settle(db, config, person);
    if ('problem' in found) return found;
    await db.operator.update({
      where: { operatorId: found.operator.operatorId },
      data: { oidcGroups: [...person.groups].slice(0, MOST_GROUPS) },
    });
    const proof = { method: 'single-sign-on', confirmedAt: person.authTime } as const;
    return { entry: await open(db, found.operator, browser, proof) };
  });
  if ('problem' in settled) return refuse(store, browser, settled.problem, person.email);
  return { kind: 'signed-in', entry: settled.entry, next, purpose };
}

/** Of teams: a person with more keeps the first. */
const MOST_GROUPS = 1000;

interface Started {
  readonly purpose: OidcPurpose;
  readonly next: string;
  readonly verifier: string;
  readonly nonce: string;
}

interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly maxAge: number;
}

/** Exchanges the code. The library checks signature, issuer, audience, nonce, times and the age of the sign-in. */
async function ask(
  config: OidcConfig,
  search: string,
  { state, nonce, verifier, maxAge }: Checks,
): Promise<{ readonly person: Person } | { readonly problem: OidcProblem; readonly error: unknown }> {
  let configuration: client.Configuration;
  try {
    configuration = await discover(config);
  } catch (error) {
    return { problem: 'unreachable', error };
  }
  try {
    const tokens = await client.authorizationCodeGrant(configuration, new URL(`${config.redirectUri}${search}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      maxAge,
    });
    const claims = tokens.claims();
    if (claims === undefined) return { problem: 'unverified', error: new Error('no ID token') };
    if (!isSubject(claims.sub)) return { problem: 'unverified', error: new Error('the ID token names no person: sub') };
    const mayLack = claims['email'] === undefined || groupsIn(claims, config.groupsClaim).length === 0;
    const hasMore = mayLack && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
    return { person: personIn({ ...more, ...claims }, claims.sub, config) };
  } catch (error) {
    return { problem: isNoAnswer(error) ? 'unreachable' : 'unverified', error };
  }
}

const MOST_GROUP_CHARS = 1000;

/**
 * The library takes an empty one, which would be the same person in every token that has none. Source: OpenID Connect
 * Core, section 2: at most 255 ASCII characters. Those of other letters that providers use are let in.
 */
function isSubject(subject: unknown): subject is string {
  return isText(subject, 255) && subject.trim() !== '';
}

/** What the database can keep. */
function isText(value: unknown, most: number): value is string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
  return typeof value === 'string' && value.length <= most && !/[\u0000-\u001f\u007f]/.test(value);
}

function personIn(claims: Readonly<Record<string, unknown>>, subject: string, { groupsClaim }: OidcConfig): Person {
  const { email, email_verified: verified, auth_time: authTime } = claims;
  return {
    subject,
    // an address that the provider itself doubts is none
    email: typeof email === 'string' && verified !== false ? normalizeEmail(email) : '',
    emailVerified: verified === true,
    groups: groupsIn(claims, groupsClaim).filter((group) => isText(group, MOST_GROUP_CHARS)),
    authTime: typeof authTime === 'number' ? authTime : null,
  };
}

/** The account of the person, made, taken over or changed as the rules say. */
async function settle(
  db: MetadataTransaction,
  config: OidcConfig,
  person: Person,
): Promise<{ readonly operator: OperatorRow } | { readonly problem: OidcProblem }> {
  await lockAdmins(db);
  const role = config.roles === null ? undefined : roleOfGroups(config.roles, person.groups);
  const operatorId = await findIdentity(db, config, person);
  const known = operatorId === null ? null : await lockOperator(db, operatorId);
  if (known !== null) {
    if (known.disabled) return { problem: 'disabled' };
    if (role !== null) return { operator: await withRole(db, known, role ?? known.role) };
    const sessionsEnded = await deleteSessionsOf(db, known.operatorId);
    if (sessionsEnded > 0)
      await appendAudit(db, { actor, action: 'session.end-all', target: known.email, counts: { sessionsEnded } });
    return { problem: 'no-role' };
  }
  if (role === null) return { problem: 'no-role' };
  if (!/^[^@\s]+@[^@\s]+$/.test(person.email)) return { problem: 'no-email' };
  const namesake = await findOperatorByEmail(db, person.email);
  if (namesake !== null) {
    if (namesake.disabled) return { problem: 'disabled' };
    if (!person.emailVerified || !(await isOnlyInvited(db, namesake))) return { problem: 'taken' };
    await addIdentity(db, config, person, namesake);
    return { operator: await withRole(db, namesake, role ?? namesake.role) };
  }
  if (!config.createsAccounts) return { problem: 'not-invited' };
  const made = await insertOperator(db, person.email, role ?? 'viewer', null);
  const operator = made === null ? null : await lockOperator(db, made);
  if (operator === null) return { problem: 'taken' };
  await appendAudit(db, { actor, action: 'user.add', target: operator.email, after: { role: operator.role } });
  await addIdentity(db, config, person, operator);
  return { operator };
}

const actor = systemActor('single sign-on');

/** An administrator entered the address, and the account was never used: the invitation is for this person. */
async function isOnlyInvited(db: MetadataTransaction, { operatorId, passwordHash }: OperatorRow): Promise<boolean> {
  const used =
    (await db.passkey.count({ where: { operatorId } })) + (await db.oidcIdentity.count({ where: { operatorId } }));
  return passwordHash === null && used === 0;
}

async function withRole(db: MetadataTransaction, operator: OperatorRow, role: Role): Promise<OperatorRow> {
  if (role === operator.role) return operator;
  await setOperatorRole(db, operator.operatorId, role);
  const change = { before: { role: operator.role }, after: { role } };
  await appendAudit(db, { actor, action: 'user.change-role', target: operator.email, ...change });
  return { ...operator, role };
}

async function findIdentity(
  db: MetadataTransaction,
  { issuer }: OidcConfig,
  { subject }: Person,
): Promise<number | null> {
  const found = await db.oidcIdentity.findUnique({ where: { issuer_subject: { issuer, subject } } });
  return found?.operatorId ?? null;
}

async function addIdentity(
  db: MetadataTransaction,
  { issuer }: OidcConfig,
  { subject }: Person,
  { operatorId, email }: OperatorRow,
): Promise<void> {
  await db.oidcIdentity.create({ data: { issuer, subject, operatorId } });
  await appendAudit(db, { actor, action: 'factor.add', target: email, after: { factor: 'single sign-on', issuer } });
}

/** The person is signed in here, and has just signed in there. */
async function link(
  store: Pick<Store, 'console' | 'prisma'>,
  config: OidcConfig,
  operatorId: number,
  person: Person,
  browser: Browser,
  next: string,
): Promise<OidcOutcome> {
  const { issuer } = config;
  const problem = await withMetadata(store.prisma, async (db): Promise<OidcProblem | null> => {
    const operator = await lockOperator(db, operatorId);
    if (operator === null || operator.disabled) return 'disabled';
    const owner = await findIdentity(db, config, person);
    if (owner === operatorId) return null;
    if (owner !== null) return 'other-account';
    await db.oidcIdentity.deleteMany({ where: { operatorId, issuer } });
    await addIdentity(db, config, person, operator);
    return null;
  });
  return problem === null ? { kind: 'linked', next } : refuse(store, browser, problem, person.email);
}

async function refuse(
  store: Pick<Store, 'console'>,
  browser: Browser,
  problem: OidcProblem,
  email: string,
): Promise<OidcOutcome & { readonly kind: 'problem' }> {
  const entry = entryOf(email, browser, 'session.refuse', { method: 'single-sign-on', why: problem });
  // strangers can come back from nowhere without end
  await appendAuditOnce(store.console, entry, 1);
  return { kind: 'problem', problem };
}

/** The provider did not answer, as opposed to an answer that is refused. */
function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || error.name === 'AbortError' || error.message === 'fetch failed') return true;
  return isNoAnswer(error.cause);
}
