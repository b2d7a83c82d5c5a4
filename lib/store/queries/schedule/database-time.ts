import { CountedTime } from '../../counted-time';
import type { Queryable } from '../../queryable';

const REMEASURE_MS = 60_000;

const measured = new WeakMap<Queryable, CountedTime>();
const asked = new WeakMap<Queryable, Promise<Date>>();

export async function databaseTime(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  if (rows[0] === undefined) throw new Error('the database did not tell the time');
  measured.set(db, new CountedTime(rows[0].now));
  return rows[0].now;
}

/** About the database's time, without asking it each time: asked once a minute, and counted on from there. */
export async function aboutDatabaseTime(db: Queryable): Promise<Date> {
  const known = measured.get(db);
  return known === undefined || known.ageMs > REMEASURE_MS ? await askOnce(db) : known.now();
}

/** The same without waiting for the database. Before its first answer, this machine's clock is all there is. */
export function estimateDatabaseTime(db: Queryable): Date {
  const known = measured.get(db);
  if (known === undefined || known.ageMs > REMEASURE_MS) askOnce(db).catch(() => undefined);
  return known === undefined ? new Date() : known.now();
}

/** Once, however many callers ask. */
function askOnce(db: Queryable): Promise<Date> {
  const asking = asked.get(db) ?? databaseTime(db).finally(() => asked.delete(db));
  asked.set(db, asking);
  return asking;
}
