import type { Queryable } from '../../queryable';

export async function databaseTime(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  if (rows[0] === undefined) throw new Error('the database did not tell the time');
  return rows[0].now;
}
