import { sqlStateOf } from './database-trouble';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
/** Raised by group_guard(): the policy decision was made with an older version of the group. */
const STALE_GROUP_VERSION = 'RD001';
/** Waited for as long as `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';
const UNIQUE_VIOLATION = '23505';
const MAX_TRIES = 3;

function sqlState(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

export function isStaleGroupVersion(error: unknown): boolean {
  return sqlState(error) === STALE_GROUP_VERSION;
}

/** Another transaction held a lock for too long; nothing of this one happened. Prisma wraps what PostgreSQL said. */
export function isLockTimeout(error: unknown): boolean {
  return (sqlStateOf(error) ?? sqlState(error)) === LOCK_NOT_AVAILABLE;
}

/** A bad value (class 22) or a broken constraint (class 23): the fault of one item, not of the database. */
export function isItemFault(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '');
}

/** Another transaction stored the same key meanwhile; nothing of this one happened. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION;
}

/**
 * PostgreSQL said itself that nothing of the statement happened. With any other error, as that of a connection that
 * broke or of a server that stopped, it may have been committed.
 */
export function isRolledBack(error: unknown): boolean {
  const state = sqlState(error);
  return state !== null && /^[0-9A-Z]{5}$/.test(state) && !/^(08|57P|58|XX)/.test(state);
}

/** Postgres ended a transaction for another one's sake: nothing of it happened. */
export function gaveWay(error: unknown): boolean {
  const state = sqlState(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
}

/** Runs one transaction again when Postgres rolled it back for another one's sake; nothing of it happened. */
export async function retryRolledBack<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= MAX_TRIES || !gaveWay(error)) throw error;
    }
  }
}
