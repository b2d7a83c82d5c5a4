import { ROLES_WITH_POLICY, type SignInPolicy } from '@/lib/model/sign-in-policy';

/** The input of the form is the setting itself: nothing is typed. */
type SignInDraft = SignInPolicy;

export const draftOf = (policy: SignInPolicy): SignInDraft => policy;

export const readDraft = (draft: SignInDraft) => ({ settings: draft, problems: {} });

type PolicyRole = (typeof ROLES_WITH_POLICY)[number];

export function withRole({ secondFactorFor }: SignInPolicy, role: PolicyRole, required: boolean): SignInPolicy {
  return {
    secondFactorFor: ROLES_WITH_POLICY.filter((each) => (each === role ? required : secondFactorFor.includes(each))),
  };
}

/** In the form of changes of every setting with versions. */
export function changesBetween(before: SignInPolicy, after: SignInPolicy) {
  return ROLES_WITH_POLICY.filter((role) => isFor(before, role) !== isFor(after, role)).map((role) => ({
    field: role,
    label: `second factor for ${role}`,
    before: isFor(before, role) ? 'required' : 'optional',
    after: isFor(after, role) ? 'required' : 'optional',
  }));
}

export function rebase(base: SignInPolicy, edited: SignInPolicy, current: SignInPolicy): SignInPolicy {
  return ROLES_WITH_POLICY.filter((role) => isFor(base, role) !== isFor(edited, role)).reduce(
    (policy, role) => withRole(policy, role, isFor(edited, role)),
    current,
  );
}

function isFor({ secondFactorFor }: SignInPolicy, role: PolicyRole): boolean {
  return secondFactorFor.includes(role);
}
