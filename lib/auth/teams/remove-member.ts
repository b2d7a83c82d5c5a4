import { appendAudit } from '../../store/queries/audit/audit-append';
import { type Changer, requireMayChange } from './changer';
import { requireMember } from './find-member';
import { changingTeams, type ConsoleStore } from './known-team';

/** What the team gave ends with the next request. @throws BrokerError not-found, forbidden */
export async function removeMember(
  store: ConsoleStore,
  by: Changer,
  { teamId, memberId }: { readonly teamId: number; readonly memberId: number },
): Promise<void> {
  await changingTeams(store, async (db) => {
    const check = await requireMayChange(db, by, teamId);
    const { team, kind, name, role, operatorId } = await requireMember(db, teamId, memberId);
    check({ kind, operatorId });
    await db.teamMember.delete({ where: { memberId } });
    const before = { member: name, kind, role };
    await appendAudit(db, { actor: by.actor, action: 'team.remove-member', target: team, before });
  });
}
