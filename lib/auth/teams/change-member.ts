import type { TeamRole } from '../../model/access/team';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { type Changer, requireMayChange } from './changer';
import { requireMember } from './find-member';
import { changingTeams, type ConsoleStore } from './known-team';

interface ChangeMemberInput {
  readonly teamId: number;
  readonly memberId: number;
  readonly role: TeamRole;
}

/** Another role in the team, from the next request on. @throws BrokerError not-found, forbidden */
export async function changeMember(
  store: ConsoleStore,
  by: Changer,
  { teamId, memberId, role }: ChangeMemberInput,
): Promise<void> {
  await changingTeams(store, async (db) => {
    const check = await requireMayChange(db, by, teamId);
    const { team, kind, name, role: had, operatorId } = await requireMember(db, teamId, memberId);
    check({ kind, operatorId });
    if (had === role) return;
    await db.teamMember.update({ where: { memberId }, data: { role } });
    await appendAudit(db, {
      ...{ actor: by.actor, action: 'team.change-member', target: team },
      // the name on one side alone: a list of changes leaves out what stays the same
      ...{ before: { role: had }, after: { who: name, kind, role } },
    });
  });
}
