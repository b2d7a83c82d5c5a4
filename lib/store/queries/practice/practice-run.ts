import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export type PracticeWish = 'fix' | 'break' | 'stop' | 'throttle' | 'poison';

/** A run begins: whatever was said or asked before was about an earlier one. */
export async function practiceRunBegin(db: Queryable, state: object): Promise<void> {
  await db.query(
    sql(
      `INSERT INTO practice_run AS p (state, changed_at) VALUES ($state, clock_timestamp())
     ON CONFLICT (one) DO UPDATE SET state = excluded.state, wish = NULL, changed_at = excluded.changed_at`,
      { state: JSON.stringify(state) },
    ),
  );
}

/** What the process that holds the lock says of its run. @returns what another process asked of it since */
export async function practiceRunTell(db: Queryable, state: object): Promise<PracticeWish | null> {
  const { rows } = await db.query<{ wish: PracticeWish | null }>(
    sql(
      `UPDATE practice_run p SET state = $state, wish = NULL, changed_at = clock_timestamp()
       FROM (SELECT r.one, r.wish FROM practice_run r FOR UPDATE) o WHERE p.one = o.one RETURNING o.wish`,
      { state: JSON.stringify(state) },
    ),
  );
  return rows[0]?.wish ?? null;
}

/** Asks the process that runs it; it looks twice a second. */
export async function practiceRunWish(db: Queryable, wish: PracticeWish): Promise<void> {
  await db.query('UPDATE practice_run SET wish = $1', [wish]);
}

/** What was asked and not taken up yet; null: nothing. */
export async function practiceRunWished(db: Queryable): Promise<PracticeWish | null> {
  const { rows } = await db.query<{ wish: PracticeWish | null }>('SELECT wish FROM practice_run');
  return rows[0]?.wish ?? null;
}

/** What was last said; null: nothing. */
export async function practiceRunState(db: Queryable): Promise<unknown> {
  const { rows } = await db.query<{ state: unknown }>('SELECT state FROM practice_run');
  return rows[0]?.state ?? null;
}

/** What was said of earlier runs. */
export async function practiceRunForget(db: Queryable): Promise<void> {
  await db.query('DELETE FROM practice_run');
}
