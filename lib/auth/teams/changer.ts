import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import type { MemberKind } from '../../model/access/team';
import type { MetadataTransaction } from '../../store/metadata';
import { teamGrants } from '../../store/queries/team/team-grants';
import { canEverywhere, canInTeam, type Principal } from '../permission';
import { teamNotFound } from './known-team';

/** Who changes the members of a team. */
export interface Changer {
  readonly actor: Actor;
  readonly principal: Pick<Principal, 'kind' | 'role' | 'operatorId'>;
}

interface Whom {
  readonly kind: MemberKind;
  readonly operatorId: number | null;
}

const NO_TOKENS = 'A token changes members of teams only with the rights admin.';

/**
 * Why a person who owns the team, or may change every team, may not change this member; null: they may. People who own
 * a team change its people, and give what the team has, but nothing to themselves.
 */
export function whyNotChange({ kind, role, operatorId }: Changer['principal'], whom: Whom): string | null {
  if (canEverywhere({ role }, 'team:members')) return null;
  // it cannot confirm who it is
  if (kind === 'token') return NO_TOKENS;
  if (whom.kind !== 'person')
    return 'Owners change the people of a team; tokens and groups of the provider are for administrators.';
  if (whom.operatorId === operatorId)
    return 'You cannot change your own membership; another owner or an administrator can.';
  return null;
}

/**
 * Asked inside the change: who was removed a moment ago changes nothing any more.
 * @returns refuses who is not theirs to change
 * @throws BrokerError not-found, forbidden
 */
export async function requireMayChange(
  db: MetadataTransaction,
  { principal }: Changer,
  teamId: number,
): Promise<(whom: Whom) => void> {
  const { role, operatorId } = principal;
  if (!canEverywhere(principal, 'team:members')) {
    if (operatorId === null) throw refused(NO_TOKENS);
    const owns = canInTeam({ role, grants: await teamGrants(db, { operatorId }) }, teamId, 'team:members');
    if (owns === null) throw teamNotFound(teamId);
    if (!owns) throw refused('Only owners of the team and administrators change its members.');
  }
  return (whom) => {
    const why = whyNotChange(principal, whom);
    if (why !== null) throw refused(why);
  };
}

function refused(message: string): BrokerError {
  return new BrokerError('forbidden', message, { limit: 'team:members' });
}
