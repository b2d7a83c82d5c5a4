import type { Actor } from '../../model/audit/actor';
import { type Told, told } from '../../model/language/t';
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

const NO_TOKENS = told('Only a token with admin rights can change members of teams.');

/**
 * Why a person who owns the team, or may change every team, may not change this member; null: they may. People who own
 * a team change its people, and give what the team has, but nothing to themselves.
 */
export function whyNotChange({ kind, role, operatorId }: Changer['principal'], whom: Whom): Told | null {
  if (canEverywhere({ role }, 'team:members')) return null;
  // it cannot confirm who it is
  if (kind === 'token') return NO_TOKENS;
  if (whom.kind !== 'person')
    return told(
      'Owners can change the people of a team. Only administrators can change tokens and groups of the provider.',
    );
  if (whom.operatorId === operatorId)
    return told('You cannot change your own membership. Ask another owner or an administrator.');
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
    if (!owns) throw refused(told('Only owners of the team and administrators can change its members.'));
  }
  return (whom) => {
    const why = whyNotChange(principal, whom);
    if (why !== null) throw refused(why);
  };
}

function refused(message: Told): BrokerError {
  return new BrokerError('forbidden', message, { limit: 'team:members' });
}
