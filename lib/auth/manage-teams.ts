import type { Actor } from '../model/actor';
import { BrokerError } from '../model/errors';
import { NAME_PATTERN } from '../model/limits';
import { TEAM_LIMITS, type TeamRole } from '../model/team';
import type { Store } from '../store/client';
import { type MetadataTransaction, withMetadata } from '../store/metadata';
import { appendAudit } from '../store/queries/audit/audit-append';
import { normalizeEmail } from './email';

type ConsoleStore = Pick<Store, 'prisma'>;

/** Who is a member: a person, a token, or every person with a group at the OpenID provider. */
export type MemberKind = 'person' | 'token' | 'oidc-group';

export interface TeamInput {
  readonly name: string;
  readonly prefixes: readonly string[];
}

/** @throws BrokerError bad-request, already-exists */
export async function makeTeam(
  store: ConsoleStore,
  actor: Actor,
  input: TeamInput,
): Promise<{ readonly teamId: number }> {
  const { name, prefixes } = checkTeam(input);
  return withMetadata(store.prisma, async (db) => {
    const [made] = await db.team.createManyAndReturn({
      data: [{ name, prefixes, createdBy: actor.name }],
      skipDuplicates: true,
      select: { teamId: true },
    });
    if (made === undefined) throw taken(name);
    await appendAudit(db, { actor, action: 'team.create', target: name, after: { prefixes } });
    return made;
  });
}

/** @param input as it was seen: another change in between is not lost @throws BrokerError conflict, not-found */
export async function changeTeam(
  store: ConsoleStore,
  actor: Actor,
  input: TeamInput & { readonly teamId: number; readonly version: number },
): Promise<void> {
  const { name, prefixes } = checkTeam(input);
  const { teamId, version } = input;
  await withMetadata(store.prisma, async (db) => {
    const before = await requireTeam(db, teamId);
    if ((await db.team.count({ where: { name, teamId: { not: teamId } } })) > 0) throw taken(name);
    const { count } = await db.team.updateMany({
      where: { teamId, version },
      data: { name, prefixes, version: version + 1 },
    });
    if (count === 0)
      throw new BrokerError('conflict', 'Another operator has changed this team. Reload the page.', {
        ...{ field: 'version', limit: before.version, value: version },
      });
    const change = { before: { name: before.name, prefixes: before.prefixes }, after: { name, prefixes } };
    await appendAudit(db, { actor, action: 'team.update', target: name, ...change });
  });
}

/** Its members lose what it gave them with their next request. */
export async function removeTeam(store: ConsoleStore, actor: Actor, teamId: number): Promise<void> {
  await withMetadata(store.prisma, async (db) => {
    const { name, prefixes } = await requireTeam(db, teamId);
    await db.team.deleteMany({ where: { teamId } });
    await appendAudit(db, { actor, action: 'team.delete', target: name, before: { prefixes } });
  });
}

export interface MemberInput {
  readonly teamId: number;
  readonly kind: MemberKind;
  /** E-mail address, name of the token, or name of the group at the provider. */
  readonly name: string;
  readonly role: TeamRole;
}

/** Adds a member, or gives one another role. @throws BrokerError not-found, bad-request */
export async function setMember(store: ConsoleStore, actor: Actor, input: MemberInput): Promise<void> {
  const { teamId, kind, role } = input;
  const name = input.name.trim();
  await withMetadata(store.prisma, async (db) => {
    const team = await requireTeam(db, teamId);
    const who = await findMember(db, kind, name);
    const had = await db.teamMember.findFirst({ where: { teamId, ...who } });
    if (had?.role === role) return;
    if (had === null) await db.teamMember.create({ data: { teamId, role, ...who } });
    else await db.teamMember.updateMany({ where: { memberId: had.memberId }, data: { role } });
    await appendAudit(db, {
      ...{ actor, action: 'team.set-member', target: team.name },
      ...(had === null ? {} : { before: { kind, name, role: had.role } }),
      after: { kind, name, role },
    });
  });
}

/** @throws BrokerError not-found */
export async function removeMember(store: ConsoleStore, actor: Actor, memberId: number): Promise<void> {
  await withMetadata(store.prisma, async (db) => {
    const member = await db.teamMember.findUnique({
      where: { memberId },
      include: { team: true, operator: true, apiToken: true },
    });
    if (member === null) throw new BrokerError('not-found', 'There is no such member any more.');
    await db.teamMember.deleteMany({ where: { memberId } });
    const name = member.operator?.email ?? member.apiToken?.name ?? member.oidcGroup;
    await appendAudit(db, {
      ...{ actor, action: 'team.remove-member', target: member.team.name, before: { name, role: member.role } },
    });
  });
}

/** @throws BrokerError bad-request */
export function checkTeam({ name: given, prefixes }: TeamInput): {
  readonly name: string;
  readonly prefixes: string[];
} {
  const name = given.trim();
  if (name === '' || name.length > TEAM_LIMITS.nameChars)
    throw new BrokerError('bad-request', `name must have 1 to ${TEAM_LIMITS.nameChars} characters.`, {
      ...{ field: 'name', limit: `1 to ${TEAM_LIMITS.nameChars} characters`, value: name.length },
    });
  // an address line or a form may end each with a star
  const wanted = [...new Set(prefixes.map((prefix) => prefix.trim().replace(/\*$/, '')))].toSorted();
  if (wanted.length === 0 || wanted.length > TEAM_LIMITS.prefixes)
    throw new BrokerError('bad-request', `prefixes must be 1 to ${TEAM_LIMITS.prefixes}; there are ${wanted.length}.`, {
      ...{ field: 'prefixes', limit: `1 to ${TEAM_LIMITS.prefixes}`, value: wanted.length },
    });
  for (const prefix of wanted)
    if (!NAME_PATTERN.test(prefix) || prefix.length > TEAM_LIMITS.prefixChars)
      throw new BrokerError(
        'bad-request',
        `A prefix has 1 to ${TEAM_LIMITS.prefixChars} letters, digits, %, |, - or _; ` +
          `“${prefix.slice(0, 60)}” is none.`,
        { field: 'prefixes', limit: NAME_PATTERN.source, value: prefix.slice(0, 60) },
      );
  return { name, prefixes: wanted };
}

async function findMember(
  db: MetadataTransaction,
  kind: MemberKind,
  name: string,
): Promise<{ operatorId: number } | { apiTokenId: number } | { oidcGroup: string }> {
  const missing = (what: string): BrokerError =>
    new BrokerError('not-found', `There is no ${what} ${name.slice(0, 130)}.`, {
      field: 'name',
      value: name.slice(0, 130),
    });
  if (kind === 'oidc-group') {
    if (name === '' || name.length > 500)
      throw new BrokerError('bad-request', 'name must have 1 to 500 characters.', {
        ...{ field: 'name', limit: '1 to 500 characters', value: name.length },
      });
    return { oidcGroup: name };
  }
  if (kind === 'person') {
    const found = await db.operator.findFirst({ where: { email: normalizeEmail(name) } });
    if (found === null) throw missing('account');
    return { operatorId: found.operatorId };
  }
  const found = await db.apiToken.findMany({ where: { name, revokedAt: null } });
  if (found.length > 1)
    throw new BrokerError('conflict', `${found.length} tokens are called ${name}. Give the token a name of its own.`, {
      ...{ field: 'name', limit: 'one token', value: found.length },
    });
  const [token] = found;
  if (token === undefined) throw missing('API token');
  return { apiTokenId: token.apiTokenId };
}

async function requireTeam(db: MetadataTransaction, teamId: number) {
  const team = await db.team.findUnique({ where: { teamId } });
  if (team === null) throw new BrokerError('not-found', 'There is no such team any more.');
  return team;
}

function taken(name: string): BrokerError {
  return new BrokerError('already-exists', `There is a team ${name}.`, { field: 'name', value: name });
}
