/** The database is the clock. Production passes null and SQL reads its own time; tests pass a time of their own. */
export interface Clock {
  nowOrNull(): Date | null;
}

export const databaseClock: Clock = { nowOrNull: () => null };
