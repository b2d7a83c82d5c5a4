import type { TeamMemberView } from '@/lib/console/reads/teams';

export const KIND_WORDS: Readonly<Record<TeamMemberView['kind'], string>> = {
  person: 'person',
  token: 'API token',
  'oidc-group': 'group of the OpenID provider',
};
