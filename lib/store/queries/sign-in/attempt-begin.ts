import type { Queryable } from '../../queryable';

export interface AttemptLimits {
  /** Of one device, session or block of addresses. */
  readonly perShare: number;
  /** Of all blocks together that have never signed in to the account. */
  readonly perAccount: number;
  readonly accountMinutes: number;
  /** Of one block, for all accounts. */
  readonly perBlock: number;
  readonly blockMinutes: number;
}

/** Whose guesses are counted together: "device 12", "session 34" or a block of addresses. */
export interface AttemptShare {
  readonly name: string;
  /** Only who has signed in before has one of its own. */
  readonly known: boolean;
}

/**
 * Records a guess before it is checked and returns its id, or null when the guesses are used up. The row goes in first,
 * under a lock per account: guesses sent at once cannot all see the count of before.
 *
 * A known device, and a block of addresses that has signed in to the account before, have a share of their own:
 * strangers' guesses do not lock the owner out. Among strangers each block has a share, smaller than what all of them
 * have.
 */
export async function beginAttempt(
  db: Queryable,
  account: string,
  share: AttemptShare,
  limits: AttemptLimits,
): Promise<string | null> {
  await db.query(
    'SELECT pg_advisory_xact_lock(hashtextextended($1, 5)), pg_advisory_xact_lock(hashtextextended($2, 6))',
    [account, share.name],
  );
  const { rows } = await db.query<{ attempt_id: string }>(
    `WITH familiar AS (
       SELECT DISTINCT address FROM sign_in_attempt
       WHERE account = $1 AND succeeded AND at > clock_timestamp() - interval '30 days'
     ), guess AS (
       SELECT address FROM sign_in_attempt
       WHERE account = $1 AND NOT succeeded AND at > clock_timestamp() - make_interval(mins => $4)
     ), used AS (
       SELECT
         (SELECT count(*) FROM guess WHERE address = $2) AS by_share,
         (SELECT count(*) FROM guess
          WHERE address !~ '^(device|session) ' AND address NOT IN (SELECT address FROM familiar)) AS by_strangers,
         (SELECT count(*) FROM sign_in_attempt a
          WHERE a.address = $2 AND NOT a.succeeded AND a.at > clock_timestamp() - make_interval(mins => $6)) AS by_block
     )
     INSERT INTO sign_in_attempt (account, address)
     SELECT $1, $2 FROM used
     WHERE by_share < $3 AND by_block < $5 AND ($8 OR $2 IN (SELECT address FROM familiar) OR by_strangers < $7)
     RETURNING attempt_id::text`,
    [
      account,
      share.name,
      limits.perShare,
      limits.accountMinutes,
      limits.perBlock,
      limits.blockMinutes,
      limits.perAccount,
      share.known,
    ],
  );
  return rows[0]?.attempt_id ?? null;
}

export async function markAttemptSucceeded(db: Queryable, attemptId: string): Promise<void> {
  await db.query('UPDATE sign_in_attempt SET succeeded = true WHERE attempt_id = $1', [attemptId]);
  await db.query(
    `DELETE FROM sign_in_attempt WHERE at < clock_timestamp() - CASE WHEN succeeded THEN interval '30 days' ELSE interval '1 day' END`,
  );
}
