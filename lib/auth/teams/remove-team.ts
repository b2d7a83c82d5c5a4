import type { Actor } from '../../model/audit/actor';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { changingTeams, type ConsoleStore, requireTeam } from './known-team';

/** Its members lose what it gave them with their next request. @throws BrokerError not-found */
export async function removeTeam(store: ConsoleStore, actor: Actor, teamId: number): Promise<void> {
  await changingTeams(store, async (db) => {
    const { name, prefixes } = await requireTeam(db, teamId);
    const members = await db.teamMember.count({ where: { teamId } });
    await db.team.delete({ where: { teamId } });
    await appendAudit(db, { actor, action: 'team.delete', target: name, before: { prefixes }, counts: { members } });
  });
}
