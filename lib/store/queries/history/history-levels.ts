import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface GroupLevels {
  readonly groupId: number;
  readonly ready: number | null;
  readonly inFlight: number;
  readonly waiting: number;
  readonly dead: number;
  /** Dead letters that are not accepted, and what a re-drive has sent that is not consumed yet. */
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
  await db.query(
    sql(
      `SELECT history_set_levels(p_now => $now, p_group => $groupIds, p_ready => $readies, p_in_flight => $inFlights,
        p_waiting => $waitings, p_dead => $deads, p_blocked => $blockedKeys, p_oldest => $oldestReadyAts,
        p_arrived => $arriveds, p_deaths_due => $deathsDues, p_expiring => $expirings, p_consumers => $consumers,
        p_unhandled => $unhandleds)`,
      {
        now,
        groupIds: levels.map(({ groupId }) => groupId),
        readies: levels.map(({ ready }) => ready),
        inFlights: levels.map(({ inFlight }) => inFlight),
        waitings: levels.map(({ waiting }) => waiting),
        deads: levels.map(({ dead }) => dead),
        blockedKeys: levels.map(({ blockedKeys }) => blockedKeys),
        oldestReadyAts: levels.map(({ oldestReadyAt }) => oldestReadyAt),
        arriveds: levels.map(({ arrived }) => arrived),
        deathsDues: levels.map(({ deathsDue }) => deathsDue),
        expirings: levels.map(({ expiring }) => expiring),
        consumers: levels.map(({ consumers }) => consumers),
        unhandleds: levels.map(({ unhandled }) => unhandled),
      },
    ),
  );
}

/** What the alarm on the broker's health sees now, whole seconds; null: it could not tell. */
export async function historyNoteHealth(db: Queryable, now: Date | null, unwellSeconds: number | null): Promise<void> {
  await db.query(
    sql('SELECT history_note_health(p_now => $now, p_unwell_s => $unwellSeconds)', { now, unwellSeconds }),
  );
}

/** Makes the minutes that are over; drops what is past its age. @returns rows made */
export async function historyRollUp(db: Queryable, now: Date | null): Promise<number> {
  const { rows } = await db.query<{ made: number }>('SELECT history_roll_up($1) AS made', [now]);
  return rows[0]?.made ?? 0;
}
