/** What a member of a team may do with the groups and topics that the team is about, the least first. */
export const TEAM_ROLES = ['viewer', 'operator', 'owner'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** A right for everything whose name begins with the prefix. */
export interface Grant {
  readonly prefix: string;
  readonly role: TeamRole;
  /** The team that gives it. Absent: it was narrowed to what is read, and says nothing of a team itself. */
  readonly teamId?: number;
}

/** Who is a member: a person, a token, or every person with a group at the OpenID provider. */
export const MEMBER_KINDS = ['person', 'token', 'oidc-group'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

/** Null: everything; otherwise the groups and topics whose names begin with one of these. */
export type Scope = readonly string[] | null;

/**
 * Whether a name begins with one of the prefixes: letter for letter, so neither case nor a wildcard counts. The database
 * says the same with `name ^@ ANY (prefixes)`.
 */
export function isCovered(scope: Scope, name: string): boolean {
  return scope === null || scope.some((prefix) => name.startsWith(prefix));
}

export const TEAM_LIMITS = { nameChars: 80, prefixes: 50, prefixChars: 64, oidcGroupChars: 500 } as const;
