import { describe, expect, it } from 'vitest';
import {
  authorize,
  can,
  permissions,
  permissionsOf,
  reasonAgainst,
  requireConfirmed,
  tokenRights,
  type Permission,
  type Principal,
  type Rights,
} from './permission';

const principal = (role: Rights): Principal => ({
  kind: 'operator',
  name: 'a@b',
  role,
  grants: [],
  address: '127.0.0.1',
  operatorId: 1,
  sessionId: 1,
  confirmed: true,
});

const LETTERS: Readonly<Record<Rights, string>> = {
  member: 't',
  viewer: 'v',
  operator: 'o',
  admin: 'a',
  metrics: 'm',
  failures: 'f',
  'dead-letters': 'd',
  groups: 'g',
};

/** The table as it is meant, in letters of LETTERS; a new permission fails here until it is decided. */
const table: Readonly<Record<Permission, string>> = {
  'group:read': 'voadg',
  'topic:read': 'voag',
  'message:read': 'voad',
  'dead-letter:read': 'voad',
  'redrive:read': 'voad',
  'settings:read': 'voa',
  'limit:read': 'voa',
  'limit:write': 'oa',
  'group:write': 'oag',
  'topic:write': 'oag',
  'message:read-body': 'oa',
  'message:unmask': 'oa',
  'message:send': 'oa',
  'transaction:resolve': 'oa',
  'message:recall': 'oa',
  'dead-letter:redrive': 'oad',
  'redrive:control': 'oad',
  'approval:decide': 'oa',
  'audit:read': 'oa',
  'demo:run': 'oa',
  'dead-letter:discard': 'oa',
  'dead-letter:export': 'oa',
  'dead-letter:keep': 'oa',
  'retry:change': 'oa',
  'settings:write': 'a',
  'account:use': 'tvoa',
  'live:hear': 'tvoadg',
  'account:secure': 'tvoa',
  'team:read': 'a',
  'team:members': 'a',
  'team:manage': 'a',
  'user:manage': 'a',
  'access-key:manage': 'a',
  'token:manage': 'a',
  'failure:report': 'oaf',
  'metrics:read': 'voam',
  'alarm:read': 'voa',
  'alarm:acknowledge': 'oa',
  'alarm:silence': 'oa',
  'alarm:write': 'oa',
  'alarm-channel:manage': 'a',
  'cluster:manage': 'a',
};

describe('authorize', () => {
  it.each(permissions.flatMap((permission) => tokenRights.map((role) => [permission, role] as const)))(
    '%s for %s',
    (permission, role) => {
      const allowed = table[permission].includes(LETTERS[role]);
      expect(can(principal(role), permission)).toBe(allowed);
      if (allowed) expect(() => authorize(principal(role), permission)).not.toThrow();
      else
        expect(() => authorize(principal(role), permission)).toThrow(
          expect.objectContaining({ code: 'forbidden', limit: permission, value: role }),
        );
    },
  );

  it('refuses a request without an account as unauthorized', () => {
    expect(() => authorize(null, 'group:read')).toThrow(expect.objectContaining({ code: 'unauthorized' }));
  });

  it('gives the failures right exactly one permission', () => {
    expect(permissionsOf({ role: 'failures' })).toEqual(['failure:report']);
  });

  it('asks a person to confirm before the changes that open doors, and before what cannot be undone', () => {
    const stale = { ...principal('admin'), confirmed: false };
    const asked = permissions.filter((permission) => {
      expect(() => requireConfirmed(principal('admin'), permission)).not.toThrow();
      try {
        requireConfirmed(stale, permission);
        return false;
      } catch (error) {
        expect(error).toMatchObject({ code: 'unconfirmed', limit: permission });
        return true;
      }
    });
    expect(asked).toEqual([
      'dead-letter:discard',
      'settings:write',
      'account:secure',
      'team:members',
      'team:manage',
      'user:manage',
      'token:manage',
      'access-key:manage',
      'alarm-channel:manage',
      'cluster:manage',
    ]);
  });

  it('explains itself beside a button', () => {
    expect(reasonAgainst({ role: 'viewer' }, 'group:write')).toBe('needs group:write; you are signed in as viewer');
    expect(reasonAgainst({ role: 'admin' }, 'group:write')).toBeNull();
  });
});
