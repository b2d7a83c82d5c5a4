import type { ResolvedWhy } from '../../../model/alarm/incident';
import type { Watch } from '../../../model/alarm/watch';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { HistoryRange } from '../history/history-read';
import { SETTLING_MS } from './alarm-numbers';

export interface RedriveSpan {
  readonly from: Date;
  /** Not in it. */
  readonly until: Date;
}

/** When re-drives moved the numbers of a group, the time to settle included. Pauses are not on record: they count. */
export async function redriveSpans(
  db: Queryable,
  groupId: number,
  { from, until }: HistoryRange,
): Promise<RedriveSpan[]> {
  const { rows } = await db.query<RedriveSpan>(
    sql(
      `SELECT r.frozen_at AS "from", coalesce(r.finished_at + interval '${SETTLING_MS} ms', '9999-12-31') AS until
        FROM redrive r
      WHERE r.group_id = $groupId AND r.frozen_at < $until AND (r.finished_at IS NULL
        OR r.finished_at + interval '${SETTLING_MS} ms' > $from)`,
      { groupId, from, until },
    ),
  );
  return rows;
}

interface AlarmRedrive {
  readonly incidentId: number;
  readonly redriveId: number;
  /** Who started it for this alarm; null: the alarm found it. */
  readonly by: string | null;
}

/** False: it was attached before. */
export async function alarmRedriveAttach(
  db: Queryable,
  at: Date,
  { incidentId, redriveId, by }: AlarmRedrive,
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `INSERT INTO alarm_redrive (incident_id, redrive_id, at, by) VALUES ($incidentId, $redriveId, $at, $by)
        ON CONFLICT (incident_id, redrive_id) DO NOTHING`,
      { incidentId, redriveId, at, by },
    ),
  );
  return rowCount === 1;
}

/** An alarm that a re-drive is attached to, as its page names it. */
export interface AlarmOfRedrive {
  readonly incidentId: number;
  readonly watch: Watch;
  readonly subject: string;
  readonly firedAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolvedWhy: ResolvedWhy | null;
  readonly by: string | null;
}

/** The alarms of a re-drive, the one that it was started for first. */
export async function alarmsOfRedrive(db: Queryable, redriveId: number): Promise<AlarmOfRedrive[]> {
  const { rows } = await db.query<AlarmOfRedrive>(
    `SELECT i.incident_id AS "incidentId", i.watch, i.subject, i.fired_at AS "firedAt", i.resolved_at AS "resolvedAt",
            i.resolved_why AS "resolvedWhy", a.by
       FROM alarm_redrive a JOIN alarm_incident i USING (incident_id) WHERE a.redrive_id = $1
      ORDER BY a.by IS NULL, a.at, a.incident_id`,
    [redriveId],
  );
  return rows;
}
