import type { Actor } from '../../model/audit/actor';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { checkTeam, type TeamInput } from './check-team';
import { changingTeams, type ConsoleStore, requireFreeName } from './known-team';

/** @throws BrokerError bad-request, already-exists */
export async function makeTeam(
  store: ConsoleStore,
  actor: Actor,
  input: TeamInput,
): Promise<{ readonly teamId: number }> {
  const { name, prefixes } = checkTeam(input);
  return changingTeams(store, async (db) => {
    await requireFreeName(db, name, null);
    const data = { name, prefixes, createdBy: actor.name };
    const { teamId } = await db.team.create({ data, select: { teamId: true } });
    await appendAudit(db, { actor, action: 'team.create', target: name, after: { prefixes } });
    return { teamId };
  });
}
