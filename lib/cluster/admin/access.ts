import { createHmac, randomBytes } from 'node:crypto';

import type { AccessRule, AccessUser } from '../../model/cluster/access-rule';
import type { AdminCall } from './call';
import { jsonOf, listOf, optional, recordOf, textOf } from './decode';

/** Of this process alone, so that a mark says nothing anywhere else. */
const MARK_KEY = randomBytes(32);

/** Alike for the same password: whether two brokers have the same one is seen without keeping it. */
export function markOf(password: string): string {
  return createHmac('sha256', MARK_KEY).update(password).digest('base64');
}

export interface UserAtBroker extends AccessUser {
  readonly mark: string;
}

/** 3005: the users of ACL 2 at a broker. Their passwords are in the answer, and go no further than this decoder. */
export const listUsers: AdminCall<void, readonly UserAtBroker[]> = {
  code: 3005,
  name: 'AUTH_LIST_USER',
  kind: 'read',
  ask: () => ({ fields: {} }),
  read: ({ body }) =>
    listIn(body, 'the users').map((item) => {
      const user = recordOf(item, 'a user');
      return {
        name: textOf(user.username, 'username'),
        isSuper: user.userType === 'Super',
        isEnabled: user.userStatus !== 'disable',
        mark: markOf(optional(textOf, user.password, 'password') ?? ''),
      };
    }),
};

/** 3010: the rules of ACL 2 at a broker, of all users. */
export const listRules: AdminCall<void, readonly AccessRule[]> = {
  code: 3010,
  name: 'AUTH_LIST_ACL',
  kind: 'read',
  ask: () => ({ fields: {} }),
  read: ({ body }) =>
    listIn(body, 'the rules').flatMap((item) => {
      const acl = recordOf(item, 'the rules of a user');
      const user = textOf(acl.subject, 'subject').replace(/^User:/, '');
      return (optional(listOf, acl.policies, 'policies') ?? []).flatMap((given) => {
        const policy = recordOf(given, 'a policy');
        return (optional(listOf, policy.entries, 'entries') ?? []).map((entry) => {
          const rule = recordOf(entry, 'a rule');
          return {
            user,
            policy: policy.policyType === 'Default' ? ('default' as const) : ('custom' as const),
            resource: textOf(rule.resource, 'resource'),
            actions: textsOf(rule.actions, 'actions'),
            sourceIps: textsOf(rule.sourceIps, 'sourceIps'),
            isDeny: textOf(rule.decision, 'decision').toLowerCase() === 'deny',
          };
        });
      });
    }),
};

/** No body at all is an empty list. */
function listIn(body: Buffer, what: string): ReturnType<typeof listOf> {
  return body.length === 0 ? [] : listOf(jsonOf(body), what);
}

function textsOf(value: Parameters<typeof listOf>[0], what: string): readonly string[] {
  return (optional(listOf, value, what) ?? []).map((item) => textOf(item, what));
}
