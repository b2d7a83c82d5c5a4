import { BrokerError } from '../../model/errors';
import { type Told, told } from '../../model/language/t';
import { type MemberKind, TEAM_LIMITS } from '../../model/access/team';
import type { MetadataTransaction } from '../../store/metadata';
import { normalizeEmail } from '../email';

/** Columns of a member: who it is. */
type Who = { readonly operatorId: number } | { readonly apiTokenId: number } | { readonly oidcGroup: string };

/** Who may become a member under this name. @throws BrokerError not-found, bad-request, conflict */
export async function findWho(db: MetadataTransaction, kind: MemberKind, given: string): Promise<Who> {
  const name = given.trim();
  if (kind === 'person') return findPerson(db, name);
  return kind === 'token' ? findToken(db, name) : { oidcGroup: checkGroup(name) };
}

async function findPerson(db: MetadataTransaction, name: string): Promise<Who> {
  const found = await db.operator.findUnique({ where: { email: normalizeEmail(name) } });
  if (found === null) throw missing(name, told('There is no account {name}.', { name: shown(name) }));
  if (found.disabledAt !== null)
    throw new BrokerError('conflict', told('{email} is disabled. Enable the account first.', { email: found.email }), {
      ...{ field: 'name', limit: 'an enabled account', value: found.email },
    });
  return { operatorId: found.operatorId };
}

async function findToken(db: MetadataTransaction, name: string): Promise<Who> {
  const found = await db.apiToken.findMany({ where: { name, revokedAt: null }, select: { apiTokenId: true } });
  const [token] = found;
  if (token === undefined) throw missing(name, told('There is no API token {name}.', { name: shown(name) }));
  if (found.length > 1)
    throw new BrokerError(
      'conflict',
      told('{found} tokens are named {name}. Give the token a unique name.', { found: found.length, name }),
      {
        ...{ field: 'name', limit: 'one token', value: found.length },
      },
    );
  return token;
}

/** It may be a group that no account has yet. */
function checkGroup(name: string): string {
  const { oidcGroupChars } = TEAM_LIMITS;
  if (name !== '' && name.length <= oidcGroupChars && !/\p{Cc}/u.test(name)) return name;
  throw new BrokerError(
    'bad-request',
    told('name must have 1 to {oidcGroupChars} visible characters.', { oidcGroupChars }),
    {
      ...{ field: 'name', limit: `1 to ${oidcGroupChars} characters`, value: name.length },
    },
  );
}

function shown(name: string): string {
  return name.slice(0, 130);
}

function missing(name: string, message: Told): BrokerError {
  return new BrokerError('not-found', message, { field: 'name', value: shown(name) });
}

/** A member with the name that lists and the audit log show. @throws BrokerError not-found */
export async function requireMember(db: MetadataTransaction, teamId: number, memberId: number) {
  const member = await db.teamMember.findFirst({
    where: { teamId, memberId },
    include: { team: true, operator: true, apiToken: true },
  });
  if (member === null)
    throw new BrokerError('not-found', told('This member does not exist any more.'), {
      field: 'memberId',
      value: memberId,
    });
  const { operator, apiToken, oidcGroup, operatorId, role, team } = member;
  const kind: MemberKind = operator !== null ? 'person' : apiToken !== null ? 'token' : 'oidc-group';
  return { kind, name: operator?.email ?? apiToken?.name ?? oidcGroup ?? '', operatorId, role, team: team.name };
}
