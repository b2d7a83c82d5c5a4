import type { AccessRule, AccessUser } from '../../model/cluster/access-rule';
import type { AdminCall, Asked } from './call';
import { jsonOf, recordOf, textOf } from './decode';

interface UserWrite {
  readonly user: AccessUser;
  /** Null: it keeps the one that it has. */
  readonly password: string | null;
}

const TYPES = { true: 'Super', false: 'Normal' } as const;
const write = { kind: 'write', read: () => undefined } as const;

/** 3001: a user of ACL 2 at one broker. */
export const createUser: AdminCall<UserWrite, void> = { ...write, code: 3001, name: 'AUTH_CREATE_USER', ask: askUser };

/** 3002: what is left out stays. */
export const updateUser: AdminCall<UserWrite, void> = { ...write, code: 3002, name: 'AUTH_UPDATE_USER', ask: askUser };

/** 3003: a user and all of its rules. One that is not there is no refusal. */
export const deleteUser: AdminCall<{ readonly name: string }, void> = {
  ...{ ...write, code: 3003, name: 'AUTH_DELETE_USER' },
  ask: ({ name }) => ({ fields: { username: name } }),
};

/** 3004: the password of a user, to give it to another broker. It goes nowhere else. */
export const passwordOf: AdminCall<{ readonly name: string }, string | null> = {
  ...{ code: 3004, name: 'AUTH_GET_USER', kind: 'read' },
  ask: ({ name }) => ({ fields: { username: name } }),
  read: ({ body }) =>
    body.length === 0 ? null : textOf(recordOf(jsonOf(body), 'the user').password, 'password of the user'),
};

/** 3006: a rule of a user, in place of the one for the same policy and resource. */
export const createRule: AdminCall<AccessRule, void> = {
  ...{ ...write, code: 3006, name: 'AUTH_CREATE_ACL', ask: askRule },
};

/** 3007 */
export const updateRule: AdminCall<AccessRule, void> = {
  ...{ ...write, code: 3007, name: 'AUTH_UPDATE_ACL', ask: askRule },
};

/** 3008: one rule. Without a resource a broker would delete all rules of the user. */
export const deleteRule: AdminCall<Pick<AccessRule, 'user' | 'policy' | 'resource'>, void> = {
  ...{ ...write, code: 3008, name: 'AUTH_DELETE_ACL' },
  ask: ({ user, policy, resource }) => {
    if (resource === '') throw new Error('a rule without a resource would be all rules');
    return { fields: { subject: `User:${user}`, policyType: policyOf(policy), resource } };
  },
};

function askUser({ user, password }: UserWrite): Asked {
  const { name: username, isSuper, isEnabled } = user;
  const given = password === null ? {} : { password };
  const body = { username, ...given, userType: TYPES[`${isSuper}`], userStatus: isEnabled ? 'enable' : 'disable' };
  return { fields: { username }, body: Buffer.from(JSON.stringify(body)) };
}

function askRule({ user, policy, resource, actions, sourceIps, isDeny }: AccessRule): Asked {
  const subject = `User:${user}`;
  const entry = { resource, actions, sourceIps, decision: isDeny ? 'Deny' : 'Allow' };
  const policies = [{ policyType: policyOf(policy), entries: [entry] }];
  return { fields: { subject }, body: Buffer.from(JSON.stringify({ subject, policies })) };
}

function policyOf(policy: AccessRule['policy']): string {
  return policy === 'custom' ? 'Custom' : 'Default';
}
