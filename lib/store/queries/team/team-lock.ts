import type { MetadataTransaction } from '../../metadata';

/** Changes of teams come one after the other: they are rare, and each decides by what is there. */
export async function lockTeams(db: MetadataTransaction): Promise<void> {
  await db.query(`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('teams', 7))`);
}
