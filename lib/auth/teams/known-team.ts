import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { Store } from '../../store/client';
import { type MetadataTransaction, withMetadata } from '../../store/metadata';
import { lockTeams } from '../../store/queries/team/team-lock';

/** What changes of teams need of the store. */
export type ConsoleStore = Pick<Store, 'prisma'>;

/** One change of one team or of its members, and no other one at the same time. */
export function changingTeams<T>(store: ConsoleStore, work: (db: MetadataTransaction) => Promise<T>): Promise<T> {
  return withMetadata(store.prisma, async (db) => {
    await lockTeams(db);
    return work(db);
  });
}

/** @throws BrokerError not-found */
export async function requireTeam(db: MetadataTransaction, teamId: number) {
  const team = await db.team.findUnique({ where: { teamId } });
  if (team === null) throw teamNotFound(teamId);
  return team;
}

export function teamNotFound(teamId: number): BrokerError {
  return new BrokerError('not-found', told('This team does not exist.'), { field: 'teamId', value: teamId });
}

/** Two teams whose names differ by case alone are taken for one. @throws BrokerError already-exists */
export async function requireFreeName(db: MetadataTransaction, name: string, teamId: number | null): Promise<void> {
  const named = await db.team.findFirst({
    where: { name: { equals: escapeLike(name), mode: 'insensitive' }, ...(teamId === null ? {} : { NOT: { teamId } }) },
    select: { name: true },
  });
  if (named === null) return;
  throw new BrokerError('already-exists', told('A team named {named} already exists.', { named: named.name }), {
    field: 'name',
    value: name,
  });
}

/** Prisma compares without case by ILIKE, for which these mean something. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
