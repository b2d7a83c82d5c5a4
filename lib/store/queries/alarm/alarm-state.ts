import type { AlarmState } from '../../../model/alarm/machine';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface Silence {
  readonly until: Date;
  readonly by: string;
  readonly reason: string;
}

export interface StoredState {
  readonly ruleId: number;
  readonly subject: string;
  readonly state: AlarmState;
  readonly holdsSinceMs: number | null;
  readonly countsFrom: Date | null;
  readonly silence: Silence | null;
}

interface Row {
  ruleId: number;
  subject: string;
  phase: AlarmState['phase'];
  since: Date;
  firedAt: Date | null;
  toldAt: Date | null;
  unknownSince: Date | null;
  becauseUnknown: boolean;
  holdsSince: Date | null;
  countsFrom: Date | null;
  until: Date | null;
  by: string | null;
  reason: string | null;
}

/**
 * Makes this process the one that evaluates the rules, until its transaction ends; null: another one does, or just did.
 * A clock that was set back stops no process.
 */
export async function passClaim(db: Queryable, now: Date | null, everyMs: number): Promise<Date | null> {
  const { rows } = await db.query<{ now: Date | null }>(
    sql(
      `WITH due AS MATERIALIZED (
       SELECT only_one FROM alarm_pass
        WHERE evaluated_at IS NULL OR evaluated_at <= coalesce($now, clock_timestamp()) - $everyMs * interval '1 ms'
           OR evaluated_at > coalesce($now, clock_timestamp()) + $everyMs * interval '1 ms' FOR UPDATE SKIP LOCKED)
     UPDATE alarm_pass p SET evaluated_at = date_trunc('milliseconds', coalesce($now, clock_timestamp())) FROM due
       WHERE p.only_one = due.only_one
     RETURNING p.evaluated_at AS now`,
      { now, everyMs },
    ),
  );
  return rows[0]?.now ?? null;
}

/** When the rules were last evaluated. */
export async function passAt(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>('SELECT evaluated_at AS at FROM alarm_pass');
  return rows[0]?.at ?? null;
}

export async function stateList(db: Queryable): Promise<StoredState[]> {
  const { rows } = await db.query<Row>(
    `SELECT rule_id AS "ruleId", subject, phase, since, fired_at AS "firedAt", told_at AS "toldAt",
      unknown_since AS "unknownSince",
            because_unknown AS "becauseUnknown", holds_since AS "holdsSince", counts_from AS "countsFrom",
              silenced_until AS until, silenced_by AS by,
            silence_reason AS reason
       FROM alarm_state`,
  );
  return rows.map(toState);
}

export async function stateWrite(db: Queryable, states: readonly StoredState[]): Promise<void> {
  if (states.length === 0) return;
  const time = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  await db.query(
    sql(
      `INSERT INTO alarm_state (rule_id, subject, phase, since, fired_at, told_at, unknown_since, because_unknown,
        holds_since, counts_from)
     SELECT * FROM unnest($ruleIds::int[], $subjects::text[], $phases::text[], $sinceMs::timestamptz[],
       $firedAtMs::timestamptz[], $toldAtMs::timestamptz[], $unknownSinceMs::timestamptz[], $becauseUnknowns::boolean[],
                          $holdsSinceMs::timestamptz[], $countsFroms::timestamptz[])
     ON CONFLICT (rule_id, subject) DO UPDATE
       SET phase = excluded.phase, since = excluded.since, fired_at = excluded.fired_at, told_at = excluded.told_at,
         unknown_since = excluded.unknown_since,
           because_unknown = excluded.because_unknown, holds_since = excluded.holds_since,
             counts_from = excluded.counts_from`,
      {
        ruleIds: states.map(({ ruleId }) => ruleId),
        subjects: states.map(({ subject }) => subject),
        phases: states.map(({ state }) => state.phase),
        sinceMs: states.map(({ state }) => time(state.sinceMs)),
        firedAtMs: states.map(({ state }) => time(state.firedAtMs)),
        toldAtMs: states.map(({ state }) => time(state.toldAtMs)),
        unknownSinceMs: states.map(({ state }) => time(state.unknownSinceMs)),
        becauseUnknowns: states.map(({ state }) => state.becauseUnknown),
        holdsSinceMs: states.map(({ holdsSinceMs }) => time(holdsSinceMs)),
        countsFroms: states.map(({ countsFrom }) => countsFrom),
      },
    ),
  );
}

export async function stateSilence(db: Queryable, ruleId: number, subject: string, silence: Silence): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `UPDATE alarm_state SET silenced_until = $until, silenced_by = $by, silence_reason = $reason
        WHERE rule_id = $ruleId AND subject = $subject`,
      { ruleId, subject, until: silence.until, by: silence.by, reason: silence.reason },
    ),
  );
  return rowCount === 1;
}

/** @returns false: it is not silenced */
export async function stateUnsilence(db: Queryable, now: Date, ruleId: number, subject: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `UPDATE alarm_state SET silenced_until = NULL, silenced_by = NULL, silence_reason = NULL
      WHERE rule_id = $ruleId AND subject = $subject AND silenced_until > $now`,
      { ruleId, subject, now },
    ),
  );
  return rowCount === 1;
}

function toState({ ruleId, subject, until, by, reason, ...row }: Row): StoredState {
  return {
    ruleId,
    subject,
    state: {
      phase: row.phase,
      sinceMs: row.since.getTime(),
      firedAtMs: row.firedAt?.getTime() ?? null,
      toldAtMs: row.toldAt?.getTime() ?? null,
      unknownSinceMs: row.unknownSince?.getTime() ?? null,
      becauseUnknown: row.becauseUnknown,
    },
    holdsSinceMs: row.holdsSince?.getTime() ?? null,
    countsFrom: row.countsFrom,
    silence: until === null ? null : { until, by: by ?? '', reason: reason ?? '' },
  };
}
