import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { MemberKind, TeamRole } from '../../model/access/team';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { type Changer, requireMayChange } from './changer';
import { findWho } from './find-member';
import { changingTeams, type ConsoleStore, requireTeam } from './known-team';

interface AddMemberInput {
  readonly teamId: number;
  readonly kind: MemberKind;
  /** E-mail address, name of the token, or name of the group at the provider. */
  readonly name: string;
  readonly role: TeamRole;
}

/** @throws BrokerError not-found, bad-request, forbidden, already-exists: with the role that it has */
export async function addMember(
  store: ConsoleStore,
  by: Changer,
  { teamId, kind, name: given, role }: AddMemberInput,
): Promise<{ readonly memberId: number }> {
  const name = kind === 'person' ? given.trim().toLowerCase() : given.trim();
  return changingTeams(store, async (db) => {
    // before names are looked up: who may not change the team learns nothing of accounts
    const check = await requireMayChange(db, by, teamId);
    check({ kind, operatorId: null });
    const team = await requireTeam(db, teamId);
    const who = await findWho(db, kind, name);
    if ('operatorId' in who) check({ kind, operatorId: who.operatorId });
    const had = await db.teamMember.findFirst({ where: { teamId, ...who } });
    if (had !== null)
      throw new BrokerError(
        'already-exists',
        told('{name} is already in {team}, as {role}.', {
          name: name.slice(0, 130),
          team: team.name,
          role: told(had.role),
        }),
        {
          ...{ field: 'name', limit: 'once in a team', value: name.slice(0, 130) },
        },
      );
    const { memberId } = await db.teamMember.create({ data: { teamId, role, ...who } });
    const after = { who: name, kind, role };
    await appendAudit(db, { actor: by.actor, action: 'team.add-member', target: team.name, after });
    return { memberId };
  });
}
