import type { MemberKind } from '@/lib/model/access/team';

export const KIND_WORDS: Readonly<Record<MemberKind, string>> = {
  person: 'person',
  token: 'API token',
  'oidc-group': 'group of the OpenID provider',
};
