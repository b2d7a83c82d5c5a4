import { BrokerError } from '../model/errors';

export const roles = ['viewer', 'operator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What an API token may hold: a role, or only reporting failures. */
export const tokenRights = [...roles, 'failures'] as const;
export type Rights = (typeof tokenRights)[number];

export const permissions = [
  'group:read',
  'group:write',
  'topic:read',
  'topic:write',
  'message:read',
  'message:read-body',
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
  'limit:read',
  'limit:write',
  'audit:read',
  'demo:run',
  'settings:read',
  'settings:write',
  'user:manage',
  'token:manage',
  'access-key:manage',
  'failure:report',
  'alarm:read',
  'alarm:acknowledge',
  'alarm:silence',
  'alarm:write',
  'alarm-channel:manage',
] as const;
export type Permission = (typeof permissions)[number];

const viewer: readonly Permission[] = [
  'group:read',
  'topic:read',
  'message:read',
  'dead-letter:read',
  'redrive:read',
  'limit:read',
  'settings:read',
  'alarm:read',
];
const operator: readonly Permission[] = [
  ...viewer,
  'message:read-body',
  'message:send',
  'transaction:resolve',
  'message:recall',
  'dead-letter:redrive',
  'dead-letter:discard',
  'dead-letter:export',
  'dead-letter:keep',
  'retry:change',
  'redrive:control',
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
  viewer: new Set(viewer),
  operator: new Set(operator),
  admin: new Set(permissions),
  failures: new Set<Permission>(['failure:report']),
};

export interface Principal {
  readonly kind: 'operator' | 'token';
  /** E-mail address or token name: what the audit log shows. */
  readonly name: string;
  readonly role: Rights;
  readonly address: string;
  /** Set for operators. */
  readonly operatorId: number | null;
  readonly sessionId: number | null;
}

export function can(principal: Pick<Principal, 'role'>, permission: Permission): boolean {
  return granted[principal.role].has(permission);
}

export function permissionsOf(principal: Pick<Principal, 'role'>): Permission[] {
  return permissions.filter((permission) => can(principal, permission));
}

/** Every action, page, route handler and RPC calls this. Refuses with a code that each transport maps. */
export function authorize(principal: Principal | null, permission: Permission): asserts principal is Principal {
  if (principal === null) throw new BrokerError('unauthorized', 'Sign in first, or send a bearer token.');
  if (!can(principal, permission)) {
    throw new BrokerError('forbidden', `This needs ${permission}; the role ${principal.role} does not have it.`, {
      limit: permission,
      value: principal.role,
    });
  }
}

/** For a disabled button: null when allowed, else the sentence beside it. */
export function reasonAgainst(principal: Pick<Principal, 'role'>, permission: Permission): string | null {
  return can(principal, permission) ? null : `needs ${permission}; you are signed in as ${principal.role}`;
}
