import { BrokerError } from '../errors';
import { told } from '../language/t';

/** Kept apart from lib/auth, which pages may not load. */
export const ROLES_WITH_POLICY = ['member', 'viewer', 'operator', 'admin'] as const;
type RoleWithPolicy = (typeof ROLES_WITH_POLICY)[number];

/** What signing in takes beyond a password. */
export interface SignInPolicy {
  /** People with these roles need a second factor; who has none sets one up at the next sign-in. */
  readonly secondFactorFor: readonly RoleWithPolicy[];
}

export const DEFAULT_SIGN_IN_POLICY: SignInPolicy = { secondFactorFor: [] };

/** Of each role, whether it needs a second factor. */
export type RequiredFor = Readonly<Record<RoleWithPolicy, boolean>>;

export function requiredFor({ secondFactorFor }: SignInPolicy): RequiredFor {
  return byRole((role) => secondFactorFor.includes(role));
}

/** In the order of the roles. */
export function policyOf(required: RequiredFor): SignInPolicy {
  return { secondFactorFor: ROLES_WITH_POLICY.filter((role) => required[role]) };
}

export function byRole<T>(of: (role: RoleWithPolicy) => T): Record<RoleWithPolicy, T> {
  return Object.fromEntries(ROLES_WITH_POLICY.map((role) => [role, of(role)])) as Record<RoleWithPolicy, T>;
}

/** @throws BrokerError bad-request */
export function checkSignInPolicy({ secondFactorFor }: SignInPolicy): void {
  if (new Set(secondFactorFor).size === secondFactorFor.length) return;
  throw new BrokerError('bad-request', told('secondFactorFor names a role twice.'), {
    field: 'secondFactorFor',
    limit: 'each role once',
    value: secondFactorFor.join(', '),
  });
}
