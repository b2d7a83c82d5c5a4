import type { AccessRule, AccessUser } from './access-rule';

/** What one broker has of a user. */
export interface AccessHeld {
  /** Null: the broker does not have it. */
  readonly user: AccessUser | null;
  readonly rules: readonly AccessRule[];
}

type RuleKey = Pick<AccessRule, 'policy' | 'resource'>;

/** A change of one user, or of one of its rules, on every broker. */
export type AccessChange =
  | {
      readonly kind: 'put-user';
      readonly isSuper: boolean;
      readonly isEnabled: boolean;
      readonly setsPassword: boolean;
    }
  | { readonly kind: 'delete-user' }
  | ({ readonly kind: 'put-rule' } & Omit<AccessRule, 'user'>)
  | ({ readonly kind: 'delete-rule' } & RuleKey)
  /** The user, its password and its rules as one broker has them. */
  | { readonly kind: 'make-equal'; readonly like: string };

/** What one call to a broker does. */
export type AccessStep =
  | { readonly does: 'create-user' | 'update-user'; readonly user: AccessUser }
  | { readonly does: 'delete-user' }
  | { readonly does: 'create-rule' | 'update-rule' | 'delete-rule'; readonly rule: AccessRule };

const isKeyOf =
  (key: RuleKey) =>
  ({ policy, resource }: RuleKey): boolean =>
    policy === key.policy && resource === key.resource;

/** A broker keeps one rule for each policy and resource of a user. Pure. @param like the broker that others follow */
export function heldAfter(name: string, held: AccessHeld, change: AccessChange, like: AccessHeld | null): AccessHeld {
  const { user, rules } = held;
  switch (change.kind) {
    case 'put-user':
      return { user: { name, isSuper: change.isSuper, isEnabled: change.isEnabled }, rules };
    case 'delete-user':
      return { user: null, rules: [] };
    case 'put-rule': {
      const { kind: _kind, ...fields } = change;
      const rule: AccessRule = { user: name, ...fields };
      const place = rules.findIndex(isKeyOf(rule));
      return { user, rules: place === -1 ? [...rules, rule] : rules.with(place, rule) };
    }
    case 'delete-rule':
      return { user, rules: rules.filter((rule) => !isKeyOf(change)(rule)) };
    case 'make-equal':
      return like ?? held;
  }
}

/** Pure. @param setsPassword the user gets one, whether or not anything else of it changes */
export function stepsBetween(before: AccessHeld, after: AccessHeld, setsPassword: boolean): readonly AccessStep[] {
  // Its rules go with it.
  if (after.user === null) return before.user === null ? [] : [{ does: 'delete-user' }];
  const steps: AccessStep[] = [];
  if (before.user === null) steps.push({ does: 'create-user', user: after.user });
  else if (setsPassword || textOfUser(before.user) !== textOfUser(after.user))
    steps.push({ does: 'update-user', user: after.user });
  for (const rule of after.rules) {
    const had = before.rules.find(isKeyOf(rule));
    if (had === undefined) steps.push({ does: 'create-rule', rule });
    else if (textOfRule(had) !== textOfRule(rule)) steps.push({ does: 'update-rule', rule });
  }
  for (const rule of before.rules) if (!after.rules.some(isKeyOf(rule))) steps.push({ does: 'delete-rule', rule });
  return steps;
}

/** Whatever the order of rules, actions and addresses. Pure. */
export function textOfHeld({ user, rules }: AccessHeld): string {
  return JSON.stringify([user === null ? null : textOfUser(user), rules.map(textOfRule).toSorted()]);
}

function textOfUser({ name, isSuper, isEnabled }: AccessUser): string {
  return JSON.stringify([name, isSuper, isEnabled]);
}

function textOfRule({ user, policy, resource, actions, sourceIps, isDeny }: AccessRule): string {
  return JSON.stringify([user, policy, resource, actions.toSorted(), sourceIps.toSorted(), isDeny]);
}

export type Narrowed = 'deleted' | 'disabled' | 'super' | 'password' | 'rules';

/** What a user loses by a change; null: nothing. A super user needs no rules. Pure. */
export function narrowedBy(before: AccessHeld, after: AccessHeld, setsPassword: boolean): Narrowed | null {
  const [had, has] = [before.user, after.user];
  if (had === null) return null;
  if (has === null) return 'deleted';
  if (had.isEnabled && !has.isEnabled) return 'disabled';
  if (had.isSuper && !has.isSuper) return 'super';
  if (setsPassword) return 'password';
  if (had.isSuper) return null;
  const keeps = before.rules
    .filter(({ isDeny }) => !isDeny)
    .every((rule) => after.rules.some((other) => textOfRule(other) === textOfRule(rule)));
  const isDenied = after.rules.some(
    (rule) => rule.isDeny && !before.rules.some((other) => textOfRule(other) === textOfRule(rule)),
  );
  return keeps && !isDenied ? null : 'rules';
}

export const ACCESS_ACTIONS = ['All', 'Pub', 'Sub', 'Create', 'Update', 'Delete', 'Get', 'List'] as const;
/** What most rules begin as. */
export const NEW_RULE: Pick<AccessRule, 'resource' | 'actions'> = { resource: 'Topic:', actions: ['Pub'] };
const RESOURCE = /^(?:\*|(?:Cluster|Namespace|Topic|Group):(?:\*|[%|\w-]{1,255}\*?))$/;

/** "Topic:orders", "Topic:ord*", "Group:*" or "*". */
export function isResource(text: string): boolean {
  return RESOURCE.test(text);
}
