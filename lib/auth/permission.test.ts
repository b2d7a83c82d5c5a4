import { describe, expect, it } from 'vitest';
import {
  authorize,
  can,
  permissions,
  permissionsOf,
  reasonAgainst,
  tokenRights,
  type Permission,
  type Principal,
  type Rights,
} from './permission';

const principal = (role: Rights): Principal => ({
  kind: 'operator',
  name: 'a@b',
  role,
  address: '127.0.0.1',
  operatorId: 1,
  sessionId: 1,
});

/**
 * The table as it is meant; a new permission fails here until it is decided. v viewer, o operator, a admin, f failures.
 */
const table: Readonly<Record<Permission, string>> = {
  'group:read': 'voa',
  'topic:read': 'voa',
  'message:read': 'voa',
  'dead-letter:read': 'voa',
  'redrive:read': 'voa',
  'settings:read': 'voa',
  'limit:read': 'voa',
  'limit:write': 'oa',
  'group:write': 'oa',
  'topic:write': 'oa',
  'message:read-body': 'oa',
  'message:send': 'oa',
  'transaction:resolve': 'oa',
  'message:recall': 'oa',
  'dead-letter:redrive': 'oa',
  'redrive:control': 'oa',
  'audit:read': 'oa',
  'demo:run': 'oa',
  'dead-letter:discard': 'oa',
  'dead-letter:export': 'oa',
  'dead-letter:keep': 'oa',
  'retry:change': 'oa',
  'settings:write': 'a',
  'user:manage': 'a',
  'access-key:manage': 'a',
  'token:manage': 'a',
  'failure:report': 'oaf',
  'alarm:read': 'voa',
  'alarm:acknowledge': 'oa',
  'alarm:silence': 'oa',
  'alarm:write': 'oa',
  'alarm-channel:manage': 'a',
};

describe('authorize', () => {
  it.each(permissions.flatMap((permission) => tokenRights.map((role) => [permission, role] as const)))(
    '%s for %s',
    (permission, role) => {
      const allowed = table[permission].includes(role.charAt(0));
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

  it('explains itself beside a button', () => {
    expect(reasonAgainst({ role: 'viewer' }, 'group:write')).toBe('needs group:write; you are signed in as viewer');
    expect(reasonAgainst({ role: 'admin' }, 'group:write')).toBeNull();
  });
});
