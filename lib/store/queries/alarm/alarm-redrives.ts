import type { RedriveState } from '../../../model/redrive/redrive';
import type { EngineKind } from '../../../model/workspace';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { HistoryRange } from '../history/history-read';
import { SETTLING_MS } from '../signal/signal-numbers';

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

/**
 * Re-drives of a group that are not attached to an alarm so far, and whose verdicts are its end: those since it fired,
 * and re-drives that were under way then.
 * @param fingerprint only re-drives that sent dead letters of this cause, or what died again of another one after that;
 *   null: any
 */
export async function redrivesToAttach(
  db: Queryable,
  incidentId: number,
  group: string,
  firedAt: Date,
  fingerprint: string | null,
): Promise<number[]> {
  const { rows } = await db.query<{ redriveId: number }>(
    sql(
      `SELECT r.redrive_id AS "redriveId" FROM redrive r JOIN consumer_group g USING (group_id)
        WHERE g.name = $group AND (r.frozen_at >= $firedAt OR coalesce(r.finished_at >= $firedAt, true)
            OR r.redrive_id IN (SELECT y.redrive_id FROM retry y WHERE y.group_id = r.group_id
              AND y.redrive_id IS NOT NULL))
          AND NOT EXISTS (SELECT FROM alarm_redrive a WHERE a.incident_id = $incidentId
            AND a.redrive_id = r.redrive_id)
          AND ($fingerprint::text IS NULL
            OR EXISTS (SELECT FROM redrive_item i WHERE i.redrive_id = r.redrive_id AND i.fingerprint = $fingerprint)
            OR EXISTS (SELECT FROM alarm_redrive a JOIN redrive_item o USING (redrive_id)
              JOIN redrive_item i USING (group_id, queue_id, off)
              WHERE a.incident_id = $incidentId AND o.fingerprint = $fingerprint AND o.state = 'moved'
                AND i.redrive_id = r.redrive_id AND i.generation > o.generation))
        ORDER BY r.redrive_id`,
      { incidentId, group, firedAt, fingerprint },
    ),
  );
  return rows.map(({ redriveId }) => redriveId);
}

export interface AttachedRedrive {
  readonly redriveId: number;
  /** As of the last evaluation. */
  readonly diedAgain: number;
}

export async function attachedRedrives(db: Queryable, incidentId: number): Promise<AttachedRedrive[]> {
  const { rows } = await db.query<AttachedRedrive>(
    `SELECT redrive_id AS "redriveId", died_again AS "diedAgain" FROM alarm_redrive WHERE incident_id = $1
      ORDER BY redrive_id`,
    [incidentId],
  );
  return rows;
}

/** A re-drive of an alarm, as the page of the alarm shows it. */
export interface ShownRedrive {
  readonly redriveId: number;
  readonly state: RedriveState;
  readonly selected: number;
  readonly reason: string;
  readonly createdBy: string;
  readonly frozenAt: Date;
  readonly finishedAt: Date | null;
  readonly diedAgain: number;
  /** Sent, and neither consumed nor dead again. */
  readonly underWay: number;
}

/** Newest first. */
export async function redrivesShown(db: Queryable, incidentId: number, limit: number): Promise<ShownRedrive[]> {
  const { rows } = await db.query<ShownRedrive>(
    sql(
      `SELECT r.redrive_id AS "redriveId", r.state, r.selected, r.reason, r.created_by AS "createdBy",
              r.frozen_at AS "frozenAt", r.finished_at AS "finishedAt", a.died_again AS "diedAgain",
              (SELECT count(*)::int FROM retry y WHERE y.group_id = r.group_id AND y.redrive_id = r.redrive_id)
                + (SELECT count(*)::int FROM cluster_redrive_item c WHERE c.redrive_id = r.redrive_id
                    AND c.state IN ('sending', 'sent', 'delivered', 'retrying')) AS "underWay"
         FROM alarm_redrive a JOIN redrive r USING (redrive_id) WHERE a.incident_id = $incidentId
        ORDER BY r.redrive_id DESC LIMIT $limit`,
      { incidentId, limit },
    ),
  );
  return rows;
}

/** How many messages of each re-drive died again; what was recalled did not. None: it is not among the keys. */
export async function diedAgainOf(
  db: Queryable,
  redriveIds: readonly number[],
  engine: EngineKind = 'embedded',
): Promise<Map<number, number>> {
  const { rows } = await db.query<{ redriveId: number | null; n: number }>(
    engine === 'cluster'
      ? `SELECT c.redrive_id AS "redriveId", count(*)::int AS n FROM cluster_redrive_item c
      WHERE c.redrive_id = ANY ($1) AND c.state = 'died' GROUP BY c.redrive_id`
      : `SELECT e.redrive_id AS "redriveId", count(*)::int AS n FROM delivery_event e
      WHERE e.redrive_id = ANY ($1) AND e.state = 'DLQ' AND e.cause <> 'recalled' GROUP BY e.redrive_id`,
    [redriveIds],
  );
  return new Map(rows.map(({ redriveId, n }) => [redriveId ?? 0, n]));
}

/** Those of its window that died in re-drives of an alarm. */
export async function diedAgainSince(
  db: Queryable,
  redriveIds: readonly number[],
  since: Date,
  engine: EngineKind = 'embedded',
): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    sql(
      engine === 'cluster'
        ? `SELECT count(*)::int AS n FROM cluster_redrive_item c WHERE c.redrive_id = ANY ($redriveIds)
          AND c.state = 'died' AND c.decided_at > $since`
        : `SELECT count(*)::int AS n FROM delivery_event e WHERE e.redrive_id = ANY ($redriveIds) AND e.state = 'DLQ'
          AND e.cause <> 'recalled' AND e.at > $since`,
      { redriveIds, since },
    ),
  );
  return rows[0]?.n ?? 0;
}

export async function alarmRedriveSee(
  db: Queryable,
  incidentId: number,
  redriveId: number,
  diedAgain: number,
): Promise<void> {
  await db.query(
    sql(
      `UPDATE alarm_redrive SET died_again = $diedAgain WHERE incident_id = $incidentId AND redrive_id = $redriveId`,
      { incidentId, redriveId, diedAgain },
    ),
  );
}
