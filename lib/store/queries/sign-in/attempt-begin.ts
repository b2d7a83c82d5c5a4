import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

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
  /** Only a device or block that has signed in before has a share of its own. */
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
): Promise<number | null> {
  await db.query('SELECT 1 FROM pg_advisory_xact_lock(hashtextextended($1, 5))', [account]);
  await db.query('SELECT 1 FROM pg_advisory_xact_lock(hashtextextended($1, 6))', [share.name]);
  const { rows } = await db.query<{ attempt_id: number }>(
    sql(
      `WITH familiar AS (
       SELECT DISTINCT address FROM sign_in_attempt
       WHERE account = $account AND succeeded AND at > clock_timestamp() - interval '30 days'
     ), guess AS (
       SELECT address FROM sign_in_attempt
       WHERE account = $account AND NOT succeeded AND at > clock_timestamp() - make_interval(mins => $accountMinutes)
     ), used AS (
       SELECT
         (SELECT count(*) FROM guess WHERE address = $name) AS by_share,
         (SELECT count(*) FROM guess
          WHERE address !~ '^(device|session) ' AND address NOT IN (SELECT address FROM familiar)) AS by_strangers,
         (SELECT count(*) FROM sign_in_attempt a
          WHERE a.address = $name AND NOT a.succeeded
            AND a.at > clock_timestamp() - make_interval(mins => $blockMinutes)) AS by_block
     )
     INSERT INTO sign_in_attempt (account, address)
     SELECT $account, $name FROM used
     WHERE by_share < $perShare AND by_block < $perBlock AND ($known OR $name IN (SELECT address FROM familiar)
       OR by_strangers < $perAccount)
     RETURNING attempt_id`,
      {
        account,
        name: share.name,
        perShare: limits.perShare,
        accountMinutes: limits.accountMinutes,
        perBlock: limits.perBlock,
        blockMinutes: limits.blockMinutes,
        perAccount: limits.perAccount,
        known: share.known,
      },
    ),
  );
  return rows[0]?.attempt_id ?? null;
}

export async function markAttemptSucceeded(db: Queryable, attemptId: number): Promise<void> {
  await db.query('UPDATE sign_in_attempt SET succeeded = true WHERE attempt_id = $1', [attemptId]);
  await db.query(
    `DELETE FROM sign_in_attempt WHERE at < clock_timestamp() - CASE WHEN succeeded THEN interval '30 days'
      ELSE interval '1 day' END`,
  );
}
