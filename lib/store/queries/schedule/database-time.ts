import type { Queryable } from '../../queryable';

const REMEASURE_MS = 60_000;

interface Measured {
  readonly at: Date;
  readonly readAtMs: number;
}

const measured = new WeakMap<Queryable, Measured>();
const asked = new WeakMap<Queryable, Promise<Date>>();

export async function databaseTime(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  if (rows[0] === undefined) throw new Error('the database did not tell the time');
  measured.set(db, { at: rows[0].now, readAtMs: performance.now() });
  return rows[0].now;
}

/** About the database's time, without asking it each time: asked once a minute, and counted on from there. */
export async function aboutDatabaseTime(db: Queryable): Promise<Date> {
  const known = measured.get(db);
  return known === undefined || isOld(known) ? await askOnce(db) : countedOn(known);
}

/** The same without waiting for the database. Before its first answer, this machine's clock is all there is. */
export function estimateDatabaseTime(db: Queryable): Date {
  const known = measured.get(db);
  if (known === undefined || isOld(known)) askOnce(db).catch(() => undefined);
  return known === undefined ? new Date() : countedOn(known);
}

function isOld({ readAtMs }: Measured): boolean {
  return performance.now() - readAtMs > REMEASURE_MS;
}

/** However many want to know. */
function askOnce(db: Queryable): Promise<Date> {
  const asking = asked.get(db) ?? databaseTime(db).finally(() => asked.delete(db));
  asked.set(db, asking);
  return asking;
}

/** The monotonic clock goes on at the same pace, whatever happens to this machine's wall clock. */
function countedOn({ at, readAtMs }: Measured): Date {
  return new Date(at.getTime() + performance.now() - readAtMs);
}
