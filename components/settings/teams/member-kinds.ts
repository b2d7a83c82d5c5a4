import { msg } from '@/lib/model/language/t';
import type { MemberKind } from '@/lib/model/access/team';

export const KIND_WORDS: Readonly<Record<MemberKind, string>> = {
  person: msg('person'),
  token: msg('API token'),
  'oidc-group': msg('group of the OpenID provider'),
};
