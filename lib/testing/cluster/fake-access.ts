import type { Command } from '../../cluster/wire/command';
import type { FakeAnswer } from './fake-peer';

interface FakeUser {
  readonly password?: string;
  readonly userType: string;
  readonly userStatus: string;
}

interface FakeEntry {
  readonly resource: string;
  readonly actions: readonly string[];
  readonly sourceIps?: readonly string[];
  readonly decision: string;
}

/** Users and rules of ACL 2, as one broker keeps them. */
export class FakeAccess {
  readonly users = new Map<string, FakeUser>();
  /** By user, policy and resource. */
  readonly rules = new Map<string, Map<string, Map<string, FakeEntry>>>();

  addUser(name: string, password: string, userType = 'Normal'): void {
    this.users.set(name, { password, userType, userStatus: 'enable' });
  }

  addRule(user: string, entry: FakeEntry, policy = 'Custom'): void {
    const policies = this.rules.get(user) ?? new Map<string, Map<string, FakeEntry>>();
    const entries = policies.get(policy) ?? new Map<string, FakeEntry>();
    this.rules.set(user, policies.set(policy, entries.set(entry.resource, { sourceIps: [], ...entry })));
  }
}

/** Null: it is another question, or the broker has no ACL 2. */
export function answerOfAccess(access: FakeAccess | null, asked: Command): FakeAnswer | null {
  return access === null ? null : (answerOfUsers(access, asked) ?? answerOfRules(access, asked));
}

function answerOfUsers({ users, rules }: FakeAccess, { code, fields, body }: Command): FakeAnswer | null {
  const { username = '' } = fields;
  const had = users.get(username);
  switch (code) {
    case 3001:
      if (had !== undefined) return { code: 1, remark: 'The user is existed' };
      users.set(username, userIn(body));
      return {};
    case 3002:
      if (had === undefined) return { code: 1, remark: 'The user is not exist' };
      users.set(username, { ...had, ...userIn(body) });
      return {};
    case 3003:
      users.delete(username);
      rules.delete(username);
      return {};
    case 3004:
      return had === undefined ? {} : { body: JSON.stringify({ username, ...had }) };
    case 3005:
      return { body: JSON.stringify([...users].map(([name, user]) => ({ username: name, ...user }))) };
    default:
      return null;
  }
}

function answerOfRules(access: FakeAccess, { code, fields, body }: Command): FakeAnswer | null {
  const { users, rules } = access;
  const { subject = '', policyType = 'Custom', resource } = fields;
  const user = subject.replace(/^User:/, '');
  switch (code) {
    case 3006:
    case 3007:
      if (!users.has(user)) return { code: 1, remark: `The subject of ${subject} is not exist.` };
      for (const { policyType: policy, entries } of (JSON.parse(body.toString()) as AclBody).policies)
        for (const entry of entries) access.addRule(user, entry, policy);
      return {};
    case 3008:
      if (!rules.has(user)) return { code: 1, remark: 'The acl is not exist.' };
      if (resource === undefined) rules.delete(user);
      else rules.get(user)?.get(policyType)?.delete(resource);
      return {};
    case 3010:
      return { body: JSON.stringify([...rules].map(([name, policies]) => aclOf(name, policies))) };
    default:
      return null;
  }
}

interface AclBody {
  readonly policies: readonly { readonly policyType: string; readonly entries: readonly FakeEntry[] }[];
}

function userIn(body: Buffer): FakeUser {
  const { username: _name, ...user } = JSON.parse(body.toString()) as FakeUser & { readonly username: string };
  return user;
}

function aclOf(user: string, policies: ReadonlyMap<string, ReadonlyMap<string, FakeEntry>>): object {
  return {
    subject: `User:${user}`,
    policies: [...policies].map(([policyType, entries]) => ({ policyType, entries: [...entries.values()] })),
  };
}
