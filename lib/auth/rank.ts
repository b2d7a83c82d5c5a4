import type { Rank } from '../model/masking/masks';
import { isCovered, type TeamRole } from '../model/access/team';
import type { Holder, Rights } from './permission';

const RANKS: Readonly<Partial<Record<Rights | TeamRole, Rank>>> = { viewer: 1, operator: 2, owner: 2, admin: 3 };

/** What masking rules go by. A right of a team counts for topics of the team alone, not for what its groups consume. */
export function rankIn({ role, grants = [] }: Holder, topic: string): Rank {
  const inTeams = grants.filter(({ prefix }) => isCovered([prefix], topic)).map((grant) => RANKS[grant.role] ?? 0);
  return Math.max(RANKS[role] ?? 0, ...inTeams) as Rank;
}
