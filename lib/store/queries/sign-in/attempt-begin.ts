import type { Queryable } from '../../queryable';

export interface AttemptLimits {
  readonly perAccount: number;
  readonly accountMinutes: number;
  readonly perAddress: number;
  readonly addressMinutes: number;
}

/**
 * Records a guess before it is checked and returns its id, or null when the account or the address has used up its
 * guesses. The row goes in first, under a lock per account: guesses sent at once cannot all see the count of before.
 *
 * An address that has signed in to the account before is counted on its own, so that a stranger's guesses do not lock
 * the owner out.
 */
export async function beginAttempt(
  db: Queryable,
  account: string,
  address: string,
  limits: AttemptLimits,
): Promise<string | null> {
  await db.query(
    'SELECT pg_advisory_xact_lock(hashtextextended($1, 5)), pg_advisory_xact_lock(hashtextextended($2, 6))',
    [account, address],
  );
  const { rows } = await db.query<{ attempt_id: string }>(
    `WITH familiar AS (
       SELECT DISTINCT address FROM sign_in_attempt
       WHERE account = $1 AND succeeded AND at > clock_timestamp() - interval '30 days'
     ), used AS (
       SELECT
         (SELECT count(*) FROM sign_in_attempt a
          WHERE a.account = $1 AND NOT a.succeeded AND a.at > clock_timestamp() - make_interval(mins => $4)
            AND CASE WHEN $2 IN (SELECT address FROM familiar) THEN a.address = $2
                     ELSE a.address NOT IN (SELECT address FROM familiar) END) AS by_account,
         (SELECT count(*) FROM sign_in_attempt a
          WHERE a.address = $2 AND NOT a.succeeded AND a.at > clock_timestamp() - make_interval(mins => $6)) AS by_address
     )
     INSERT INTO sign_in_attempt (account, address)
     SELECT $1, $2 FROM used WHERE by_account < $3 AND by_address < $5
     RETURNING attempt_id::text`,
    [account, address, limits.perAccount, limits.accountMinutes, limits.perAddress, limits.addressMinutes],
  );
  return rows[0]?.attempt_id ?? null;
}

export async function markAttemptSucceeded(db: Queryable, attemptId: string): Promise<void> {
  await db.query('UPDATE sign_in_attempt SET succeeded = true WHERE attempt_id = $1', [attemptId]);
  await db.query(
    `DELETE FROM sign_in_attempt WHERE at < clock_timestamp() - CASE WHEN succeeded THEN interval '30 days' ELSE interval '1 day' END`,
  );
}
