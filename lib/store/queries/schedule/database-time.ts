import type { Queryable } from '../../queryable';

const REMEASURE_MS = 60_000;

const measured = new WeakMap<Queryable, { readonly at: Date; readonly readAtMs: number }>();

export async function databaseTime(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  if (rows[0] === undefined) throw new Error('the database did not tell the time');
  measured.set(db, { at: rows[0].now, readAtMs: performance.now() });
  return rows[0].now;
}

/** About the database's time, without asking it each time: asked once a minute, and counted on from there. */
export async function aboutDatabaseTime(db: Queryable): Promise<Date> {
  const known = measured.get(db);
  if (known === undefined || performance.now() - known.readAtMs > REMEASURE_MS) return await databaseTime(db);
  return new Date(known.at.getTime() + performance.now() - known.readAtMs);
}
