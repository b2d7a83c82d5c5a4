import type { Role } from '../permission';
import { roles } from '../permission';

/** An OpenID provider that people may sign in with. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How the secret is sent: in a header, or in the body. */
  readonly clientAuth: 'basic' | 'post';
  /** As people of the company call it: "Sign in with Example". */
  readonly name: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  /** Null: roles are given in the console, and a new person is a viewer. */
  readonly roles: readonly RoleRule[] | null;
  /** A person without an account gets one. */
  readonly createsAccounts: boolean;
  /** Where the provider sends people back to. */
  readonly redirectUri: string;
}

/** Who is in the group has at least the role; "*" is every person. */
interface RoleRule {
  readonly role: Role;
  readonly group: string;
}

/** "admin:platform,operator:sre,viewer:*"; null: not of this form. */
export function parseRoleRules(text: string): readonly RoleRule[] | null {
  const rules = text.split(',').map((part): RoleRule | null => {
    const [, name, group = ''] = /^([^:]*):(.*)$/.exec(part.trim()) ?? [];
    const role = roles.find((each) => each === name);
    return role === undefined || group.trim() === '' ? null : { role, group: group.trim() };
  });
  return rules.some((rule) => rule === null) ? null : rules.filter((rule) => rule !== null);
}

/** The highest role of these groups; null: they give none. */
export function roleOfGroups(rules: readonly RoleRule[], groups: readonly string[]): Role | null {
  const held = rules.filter(({ group }) => group === '*' || groups.includes(group)).map(({ role }) => role);
  return roles.toReversed().find((role) => held.includes(role)) ?? null;
}

/** A claim by its name, or by the path of a nested one ("realm_access.roles"). One group may come as plain text. */
export function groupsIn(claims: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = name in claims ? claims[name] : name.split('.').reduce(enter, claims);
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((group) => typeof group === 'string') : [];
}

function enter(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
