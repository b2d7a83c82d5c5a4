import type { Queryable } from '../../queryable';

export interface GroupLevels {
  readonly groupId: number;
  readonly ready: number | null;
  readonly inFlight: number;
  readonly waiting: number;
  readonly dead: number;
  /** Dead letters, and what a re-drive has sent that is not consumed yet. */
  readonly unhandled: number;
  readonly blockedKeys: number;
  readonly oldestReadyAt: Date | null;
  /** Stored for it since it subscribed; null: it has not. */
  readonly arrived: number | null;
  /** Null: unknown. */
  readonly deathsDue: number | null;
  readonly expiring: number | null;
  readonly consumers: number | null;
}

/** False: another process reads the levels of this step. */
export async function historyClaimLevels(db: Queryable, now: Date | null): Promise<boolean> {
  const { rows } = await db.query<{ claimed: boolean }>('SELECT history_claim_levels($1) AS claimed', [now]);
  return rows[0]?.claimed ?? false;
}

export async function historySetLevels(db: Queryable, now: Date | null, levels: readonly GroupLevels[]): Promise<void> {
  await db.query('SELECT history_set_levels($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)', [
    now,
    levels.map(({ groupId }) => groupId),
    levels.map(({ ready }) => ready),
    levels.map(({ inFlight }) => inFlight),
    levels.map(({ waiting }) => waiting),
    levels.map(({ dead }) => dead),
    levels.map(({ blockedKeys }) => blockedKeys),
    levels.map(({ oldestReadyAt }) => oldestReadyAt),
    levels.map(({ arrived }) => arrived),
    levels.map(({ deathsDue }) => deathsDue),
    levels.map(({ expiring }) => expiring),
    levels.map(({ consumers }) => consumers),
    levels.map(({ unhandled }) => unhandled),
  ]);
}

/** What the alarm on the broker's health sees now, whole seconds; null: it could not tell. */
export async function historyNoteHealth(db: Queryable, now: Date | null, unwellSeconds: number | null): Promise<void> {
  await db.query('SELECT history_note_health($1, $2)', [now, unwellSeconds]);
}

/** Makes the minutes that are over; drops what is past its age. @returns rows made */
export async function historyRollUp(db: Queryable, now: Date | null): Promise<number> {
  const { rows } = await db.query<{ made: number }>('SELECT history_roll_up($1) AS made', [now]);
  return rows[0]?.made ?? 0;
}
