import type { Language } from '../model/language/languages';
import { BrokerError } from '../model/errors';
import { t, told } from '../model/language/t';
import { type Grant, isCovered, type Scope, type TeamRole } from '../model/access/team';

/** The least first. A member has no rights but those of teams. */
export const roles = ['member', 'viewer', 'operator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What an API token may hold: a role, or one narrow purpose. */
export const tokenRights = [...roles, 'metrics', 'failures', 'dead-letters', 'groups'] as const;
export type Rights = (typeof tokenRights)[number];

export const permissions = [
  'group:read',
  'group:write',
  'topic:read',
  'topic:write',
  'message:read',
  'message:read-body',
  /** What masking rules hide, where the rule lets the role: once, with a reason. */
  'message:unmask',
  'message:send',
  'transaction:resolve',
  'message:recall',
  'dead-letter:read',
  'dead-letter:redrive',
  'dead-letter:discard',
  'dead-letter:export',
  /** Hold, extend, accept, and back. */
  'dead-letter:keep',
  /** Retry now, send to the dead letters, hold and release what waits or is blocked. */
  'retry:change',
  'redrive:read',
  'redrive:control',
  /** Approve or refuse what another person asked for, where one may do it too. */
  'approval:decide',
  'limit:read',
  'limit:write',
  'audit:read',
  'demo:run',
  'settings:read',
  'settings:write',
  /** One's own password, sessions and saved views. */
  'account:use',
  /** Hear at once that something changed, of what one may see: of nothing, without a team. */
  'live:hear',
  /** One's own passkeys, authenticator app, recovery codes and single sign-on. */
  'account:secure',
  /** See which teams there are: all, or the teams that one is in. */
  'team:read',
  /** Say who is in a team: in any, or in one that one owns. */
  'team:members',
  /** Make teams, and say what they are about. */
  'team:manage',
  'user:manage',
  'token:manage',
  'access-key:manage',
  'failure:report',
  'metrics:read',
  'alarm:read',
  'alarm:acknowledge',
  'alarm:silence',
  'alarm:write',
  'alarm-channel:manage',
  /** Attach, change, test and detach clusters, and allow changes in them. */
  'cluster:manage',
] as const;
export type Permission = (typeof permissions)[number];

const member: readonly Permission[] = ['account:use', 'account:secure', 'live:hear'];
const viewer: readonly Permission[] = [
  ...member,
  'group:read',
  'topic:read',
  'message:read',
  'dead-letter:read',
  'redrive:read',
  'limit:read',
  'settings:read',
  'alarm:read',
  'metrics:read',
];
const operator: readonly Permission[] = [
  ...viewer,
  'message:read-body',
  'message:unmask',
  'message:send',
  'transaction:resolve',
  'message:recall',
  'dead-letter:redrive',
  'dead-letter:discard',
  'dead-letter:export',
  'dead-letter:keep',
  'retry:change',
  'redrive:control',
  'approval:decide',
  'group:write',
  'topic:write',
  'limit:write',
  'audit:read',
  'demo:run',
  'failure:report',
  'alarm:acknowledge',
  'alarm:silence',
  'alarm:write',
];

/** The whole table of rights. A permission that is in no list is granted to no role. */
const granted: Readonly<Record<Rights, ReadonlySet<Permission>>> = {
  member: new Set(member),
  viewer: new Set(viewer),
  operator: new Set(operator),
  admin: new Set(permissions),
  /** Scrape the metrics. */
  metrics: new Set<Permission>(['metrics:read']),
  failures: new Set<Permission>(['failure:report']),
  /** Look through dead letters and re-drive them; nothing is discarded. */
  'dead-letters': new Set<Permission>([
    'live:hear',
    'group:read',
    'message:read',
    'dead-letter:read',
    'dead-letter:redrive',
    'redrive:read',
    'redrive:control',
  ]),
  /** Create and configure groups and topics, for what rolls out an application. */
  groups: new Set<Permission>(['live:hear', 'group:read', 'group:write', 'topic:read', 'topic:write']),
};

const teamViewer: readonly Permission[] = [
  'group:read',
  'topic:read',
  'message:read',
  'dead-letter:read',
  'redrive:read',
  'alarm:read',
  'team:read',
];
const teamOperator: readonly Permission[] = [
  ...teamViewer,
  'message:read-body',
  'message:unmask',
  'message:send',
  'transaction:resolve',
  'message:recall',
  'dead-letter:redrive',
  'dead-letter:export',
  'dead-letter:keep',
  'retry:change',
  'redrive:control',
  'approval:decide',
  'group:write',
  'audit:read',
  'failure:report',
  'alarm:acknowledge',
  'alarm:silence',
];

/** What a team gives, for what its prefixes name: none of it is about the installation as a whole. */
const grantedInTeam: Readonly<Record<TeamRole, ReadonlySet<Permission>>> = {
  viewer: new Set(teamViewer),
  operator: new Set(teamOperator),
  /** Also topics, what cannot be taken back, and the people of the team. */
  owner: new Set<Permission>([...teamOperator, 'dead-letter:discard', 'topic:write', 'team:members']),
};

/** Changes with these need that the person proved a few minutes ago who they are. */
const confirmed: ReadonlySet<Permission> = new Set<Permission>([
  'account:secure',
  'token:manage',
  'user:manage',
  'team:members',
  'team:manage',
  'access-key:manage',
  'alarm-channel:manage',
  'settings:write',
  'cluster:manage',
  'dead-letter:discard',
]);

export interface Principal {
  readonly kind: 'operator' | 'token';
  /** E-mail address or token name: what the audit log shows. */
  readonly name: string;
  readonly role: Rights;
  /** What teams give beside the role. */
  readonly grants: readonly Grant[];
  readonly address: string;
  /** Set for operators. */
  readonly operatorId: number | null;
  readonly sessionId: number | null;
  /** The person of the session proved a few minutes ago who they are. A token does not have to. */
  readonly confirmed: boolean;
  /** That the account is read in; null or absent: that of the browser. */
  readonly language?: Language | null;
}

/** Who asks, as far as rights go. */
export type Holder = Pick<Principal, 'role'> & Partial<Pick<Principal, 'grants'>>;

/** Everywhere, whatever it is about. */
export function canEverywhere({ role }: Pick<Principal, 'role'>, permission: Permission): boolean {
  return granted[role].has(permission);
}

/** Everywhere, or for what a team is about: `scopeOf` says where. */
export function can(principal: Holder, permission: Permission): boolean {
  return canEverywhere(principal, permission) || (principal.grants ?? []).some(gives(permission));
}

/** Where it is allowed. Null: everywhere; otherwise what begins with one of these. */
export function scopeOf(principal: Holder, permission: Permission): Scope {
  if (canEverywhere(principal, permission)) return null;
  const prefixes = (principal.grants ?? []).filter(gives(permission)).map(({ prefix }) => prefix);
  return [...new Set(prefixes)].toSorted();
}

/** In this team itself, not in what its prefixes name. Null: the caller is not in it. */
export function canInTeam({ grants = [] }: Holder, teamId: number, permission: Permission): boolean | null {
  const given = grants.filter((grant) => grant.teamId === teamId);
  return given.length === 0 ? null : given.some(gives(permission));
}

/** Of this name: a right elsewhere is none here. */
export function heldFor<Who extends Holder>(principal: Who, name: string): Who {
  const grants = (principal.grants ?? []).filter(({ prefix }) => isCovered([prefix], name));
  return { ...principal, grants };
}

/** Of whatever `permission` shows: only what is allowed for all of it. */
export function heldForAll<Who extends Holder>(principal: Who, permission: Permission): Who {
  const shown = scopeOf(principal, permission) ?? [];
  const all = permissions.filter((each) => {
    const scope = scopeOf(principal, each);
    return scope === null || shown.every((name) => isCovered(scope, name));
  });
  const roleOf = (['owner', 'operator', 'viewer'] as const).find((role) =>
    [...grantedInTeam[role]].every((each) => all.includes(each)),
  );
  return { ...principal, grants: roleOf === undefined ? [] : shown.map((prefix) => ({ prefix, role: roleOf })) };
}

function gives(permission: Permission): (grant: Grant) => boolean {
  return ({ role }) => grantedInTeam[role].has(permission);
}

export function permissionsOf(principal: Holder): Permission[] {
  return permissions.filter((permission) => can(principal, permission));
}

/** Every action, page, route handler and RPC calls this. Refuses with a code that each transport maps. */
export function authorize(principal: Principal | null, permission: Permission): asserts principal is Principal {
  if (principal === null) throw new BrokerError('unauthorized', told('Sign in first, or send a bearer token.'));
  if (!can(principal, permission)) {
    throw new BrokerError(
      'forbidden',
      told('This needs the permission {permission}, which the role {role} does not have.', {
        permission,
        role: told(principal.role),
      }),
      {
        limit: permission,
        value: principal.role,
      },
    );
  }
}

/** Every change calls this after authorize, with whatever the person signed in with last. A read does not need it. */
export function requireConfirmed(principal: Pick<Principal, 'confirmed'>, permission: Permission): void {
  if (principal.confirmed || !confirmed.has(permission)) return;
  throw new BrokerError('unconfirmed', told('Confirm that it is you by signing in again. Nothing was changed.'), {
    limit: permission,
  });
}

/** For a disabled button: null when allowed, else the sentence beside it. */
export function reasonAgainst(principal: Holder, permission: Permission): string | null {
  return can(principal, permission)
    ? null
    : t('needs {permission}; you are signed in as {role}', { permission, role: t(principal.role) });
}
