import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { checkTeam, type TeamInput } from './check-team';
import { changingTeams, type ConsoleStore, requireFreeName, requireTeam } from './known-team';

interface ChangeTeamInput extends TeamInput {
  readonly teamId: number;
  /** As it was seen: another change in between is not lost. Left out: whatever it is. */
  readonly version?: number | undefined;
}

/** Its members have what the new prefixes give from their next request on. @throws BrokerError conflict, not-found */
export async function changeTeam(store: ConsoleStore, actor: Actor, input: ChangeTeamInput): Promise<void> {
  const { name, prefixes } = checkTeam(input);
  const { teamId, version } = input;
  await changingTeams(store, async (db) => {
    const before = await requireTeam(db, teamId);
    if (version !== undefined && version !== before.version)
      throw new BrokerError('conflict', told('Another operator has changed this team. Reload the page.'), {
        ...{ field: 'version', limit: before.version, value: version },
      });
    const change = { before: { name: before.name, prefixes: before.prefixes }, after: { name, prefixes } };
    if (isDeepStrictEqual(change.before, change.after)) return;
    await requireFreeName(db, name, teamId);
    await db.team.update({ where: { teamId }, data: { name, prefixes, version: before.version + 1 } });
    await appendAudit(db, { actor, action: 'team.update', target: name, ...change });
  });
}
