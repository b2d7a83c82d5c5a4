import type { Reason } from '../../../model/language/t';
import { fromKept, kept } from '../../../model/language/retell';
import type {
  AlarmEvent,
  AlarmEventKind,
  AlarmIncident,
  LettersBecame,
  ResolvedWhy,
} from '../../../model/alarm/incident';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

const COLUMNS = `incident_id AS "incidentId", rule_id AS "ruleId", watch, subject, severity, threshold,
  window_ms AS "windowMs", fired_at AS "firedAt",
  because_unknown AS "becauseUnknown", value, peak, told, acknowledged_by AS "acknowledgedBy",
    acknowledged_at AS "acknowledgedAt",
  resolved_at AS "resolvedAt", resolved_why AS "resolvedWhy", redrive_id AS "redriveId", remaining,
  CASE WHEN consumed IS NOT NULL THEN jsonb_build_object('consumed', consumed, 'discarded', coalesce(discarded, 0),
    'discardedBy', coalesce(discarded_by, '{}'), 'accepted', coalesce(accepted, 0),
    'acceptedBy', coalesce(accepted_by, '{}'), 'expired', coalesce(expired, 0),
    'elsewhere', coalesce(elsewhere, 0)) END AS became`;

export async function incidentOpenList(db: Queryable): Promise<AlarmIncident[]> {
  const { rows } = await db.query<AlarmIncident>(
    `SELECT ${COLUMNS} FROM alarm_incident WHERE resolved_at IS NULL ORDER BY fired_at, incident_id`,
  );
  return rows;
}

/** Resolved ones, the newest first. */
export async function incidentResolvedList(db: Queryable, since: Date, limit: number): Promise<AlarmIncident[]> {
  const { rows } = await db.query<AlarmIncident>(
    sql(
      `SELECT ${COLUMNS} FROM alarm_incident WHERE resolved_at IS NOT NULL AND fired_at >= $since
        ORDER BY fired_at DESC, incident_id DESC LIMIT $limit`,
      { since, limit },
    ),
  );
  return rows;
}

interface IncidentsAsk {
  readonly from: Date;
  readonly to: Date;
  /** About this group, with the watches that are about groups; null: about anything. */
  readonly group: string | null;
  readonly watches: readonly string[];
}

const IN_SPAN = `fired_at < $to AND (resolved_at IS NULL OR resolved_at >= $from)
          AND ($group::text IS NULL OR watch = ANY($watches) AND split_part(subject, ' ', 1) = $group)`;

/** Incidents that were open at some time of a span, the newest first. */
export async function incidentsBetween(
  db: Queryable,
  { from, to, group, watches }: IncidentsAsk,
  limit: number,
): Promise<AlarmIncident[]> {
  const { rows } = await db.query<AlarmIncident>(
    sql(
      `SELECT ${COLUMNS} FROM alarm_incident WHERE ${IN_SPAN}
        ORDER BY fired_at DESC, incident_id DESC LIMIT $limit`,
      { from, to, group, watches, limit },
    ),
  );
  return rows;
}

/** How many there are of incidentsBetween, counted up to the limit. */
export async function incidentsBetweenCount(db: Queryable, asked: IncidentsAsk, limit: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    sql(`SELECT count(*)::int AS n FROM (SELECT 1 FROM alarm_incident WHERE ${IN_SPAN} LIMIT $limit) i`, {
      ...asked,
      limit,
    }),
  );
  return rows[0]?.n ?? 0;
}

interface IncidentEventRow extends AlarmEvent {
  readonly incidentId: number;
  /** How many its incident has in the span, with the ones that are not returned. @neverNull a count */
  readonly total: number;
}

/**
 * What people did about these incidents in a span, and new dead letters after their re-drives: the newest of each
 * incident, the oldest of these first.
 */
export async function eventsBetween(
  db: Queryable,
  incidentIds: readonly number[],
  { from, to }: Pick<IncidentsAsk, 'from' | 'to'>,
  limitOfEach: number,
): Promise<IncidentEventRow[]> {
  const { rows } = await db.query<Omit<IncidentEventRow, 'note'> & { readonly note: string | null }>(
    sql(
      `SELECT v.incident_id AS "incidentId", v.at, v.kind, v.actor, v.note, v.value, v.total
         FROM unnest($incidentIds::int[]) i (incident_id)
        CROSS JOIN LATERAL (
          SELECT e.*, (count(*) OVER ())::int AS total FROM alarm_event e
           WHERE e.incident_id = i.incident_id AND e.at >= $from AND e.at < $to
             AND e.kind IN ('acknowledged', 'silenced', 'unsilenced', 'died-again')
           ORDER BY e.at DESC, e.event_id DESC LIMIT $limitOfEach) v
        ORDER BY v.at, v.event_id`,
      { incidentIds, from, to, limitOfEach },
    ),
  );
  return rows;
}

export async function incidentResolvedCount(db: Queryable, since: Date): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM alarm_incident WHERE resolved_at IS NOT NULL AND fired_at >= $1',
    [since],
  );
  return rows[0]?.n ?? 0;
}

export async function incidentRead(db: Queryable, incidentId: number, lock = false): Promise<AlarmIncident | null> {
  const { rows } = await db.query<AlarmIncident>(
    `SELECT ${COLUMNS} FROM alarm_incident WHERE incident_id = $1 ${lock ? 'FOR UPDATE' : ''}`,
    [incidentId],
  );
  return rows[0] ?? null;
}

export type NewIncident = Pick<
  AlarmIncident,
  | 'ruleId'
  | 'watch'
  | 'subject'
  | 'severity'
  | 'threshold'
  | 'windowMs'
  | 'firedAt'
  | 'becauseUnknown'
  | 'value'
  | 'told'
> &
  Partial<Pick<AlarmIncident, 'remaining'>>;

export async function incidentInsert(db: Queryable, given: NewIncident): Promise<AlarmIncident> {
  const { ruleId, watch, subject, severity, threshold, windowMs, firedAt, becauseUnknown, value, told, remaining } =
    given;
  const { rows } = await db.query<AlarmIncident>(
    sql(
      `INSERT INTO alarm_incident (rule_id, watch, subject, severity, threshold, window_ms, fired_at, because_unknown,
        value, peak, told, remaining)
     VALUES ($ruleId, $watch, $subject, $severity, $threshold, $windowMs, $firedAt, $becauseUnknown, $value, $value,
       $told, $remaining) RETURNING ${COLUMNS}`,
      {
        ruleId,
        watch,
        subject,
        severity,
        threshold,
        windowMs,
        firedAt,
        becauseUnknown,
        value,
        told,
        remaining: remaining ?? null,
      },
    ),
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the incident was not written');
  return row;
}

/** The last known numbers of a firing alarm. */
export async function incidentSee(
  db: Queryable,
  incidentId: number,
  value: number | null,
  remaining: number | null,
): Promise<void> {
  await db.query(
    sql(
      `UPDATE alarm_incident SET value = $value, peak = greatest(peak, $value), remaining = $remaining
      WHERE incident_id = $incidentId`,
      { incidentId, value, remaining },
    ),
  );
}

/** Outcomes of its dead letters. What was consumed or lost stays so when its record is past the retention. */
export async function incidentBecame(db: Queryable, incidentId: number, became: LettersBecame): Promise<void> {
  await db.query(
    sql(
      `UPDATE alarm_incident SET consumed = greatest(consumed, $consumed), expired = greatest(expired, $expired),
          elsewhere = greatest(elsewhere, $elsewhere), discarded = $discarded, accepted = $accepted,
          discarded_by = $discardedBy, accepted_by = $acceptedBy
        WHERE incident_id = $incidentId`,
      { incidentId, ...became },
    ),
  );
}

export async function incidentTold(db: Queryable, incidentId: number): Promise<void> {
  await db.query('UPDATE alarm_incident SET told = true WHERE incident_id = $1', [incidentId]);
}

export async function incidentRedrive(db: Queryable, incidentId: number, redriveId: number): Promise<void> {
  await db.query(
    sql('UPDATE alarm_incident SET redrive_id = $redriveId WHERE incident_id = $incidentId', { incidentId, redriveId }),
  );
}

/**
 * Waits until no evaluation of the alarms of a cluster is under way, and keeps others away until the transaction ends:
 * one would wait for the lock of the cluster while it holds those of its alarms.
 */
export async function alarmPassHold(db: Queryable, cluster: string): Promise<void> {
  await db.query(
    `SELECT 1 FROM cluster_alarm_pass p JOIN cluster c ON c.cluster_id = p.cluster_id
      WHERE c.name = $1 FOR UPDATE OF p`,
    [cluster],
  );
}

/** The open alarms of a cluster that is being detached, the oldest first; they go with it. */
export async function incidentsOfDetached(db: Queryable, clusterId: number): Promise<AlarmIncident[]> {
  const { rows } = await db.query<AlarmIncident>(
    `SELECT ${COLUMNS} FROM cluster_alarm_incident WHERE cluster_id = $1 AND resolved_at IS NULL
      ORDER BY fired_at, incident_id FOR UPDATE`,
    [clusterId],
  );
  return rows;
}

/** Null: it is resolved already. */
export async function incidentResolve(
  db: Queryable,
  incidentId: number,
  at: Date,
  why: ResolvedWhy,
): Promise<AlarmIncident | null> {
  const { rows } = await db.query<AlarmIncident>(
    sql(
      `UPDATE alarm_incident SET resolved_at = $at, resolved_why = $why WHERE incident_id = $incidentId
        AND resolved_at IS NULL RETURNING ${COLUMNS}`,
      { incidentId, at, why },
    ),
  );
  return rows[0] ?? null;
}

/** False: it is resolved, or already acknowledged. */
export async function incidentAcknowledge(db: Queryable, incidentId: number, at: Date, by: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `UPDATE alarm_incident SET acknowledged_at = $at, acknowledged_by = $by
      WHERE incident_id = $incidentId AND resolved_at IS NULL AND acknowledged_at IS NULL`,
      { incidentId, at, by },
    ),
  );
  return rowCount === 1;
}

export async function eventAppend(
  db: Queryable,
  incidentId: number,
  at: Date,
  kind: AlarmEventKind,
  more: { readonly actor?: string; readonly note?: Reason; readonly value?: number | null } = {},
): Promise<void> {
  await db.query(
    sql(
      `INSERT INTO alarm_event (incident_id, at, kind, actor, note, value)
        VALUES ($incidentId, $at, $kind, $actor, $note, $value)`,
      {
        incidentId,
        at,
        kind,
        actor: more.actor ?? null,
        note: more.note === undefined ? null : kept(more.note),
        value: more.value ?? null,
      },
    ),
  );
}

/** Oldest first. */
export async function eventList(db: Queryable, incidentId: number): Promise<AlarmEvent[]> {
  const { rows } = await db.query<Omit<AlarmEvent, 'note'> & { readonly note: string | null }>(
    'SELECT at, kind, actor, note, value FROM alarm_event WHERE incident_id = $1 ORDER BY event_id LIMIT 500',
    [incidentId],
  );
  return rows.map(({ note, ...event }) => ({ ...event, note: note === null ? null : fromKept(note) }));
}

/** Deletes incidents that were resolved long ago. @returns rows deleted */
export async function incidentPrune(db: Queryable, now: Date | null, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `DELETE FROM alarm_incident WHERE incident_id IN (
       SELECT incident_id FROM alarm_incident WHERE resolved_at < coalesce($now, clock_timestamp()) - interval '90 days'
         ORDER BY incident_id LIMIT $limit)`,
      { now, limit },
    ),
  );
  return rowCount ?? 0;
}

/** Deletes old notifications of resolved incidents, of this installation and of clusters. @returns rows deleted */
export async function deliveryPrune(db: Queryable, now: Date | null, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `DELETE FROM alarm_delivery WHERE delivery_id IN (
       SELECT delivery_id FROM alarm_delivery WHERE state <> 'pending'
         AND created_at < coalesce($now, clock_timestamp()) - interval '30 days'
          AND NOT EXISTS (SELECT FROM alarm_incident i WHERE i.incident_id = alarm_delivery.incident_id
            AND i.resolved_at IS NULL)
          AND NOT EXISTS (SELECT FROM cluster_alarm_incident c WHERE c.incident_id = alarm_delivery.incident_id
            AND c.resolved_at IS NULL)
        ORDER BY delivery_id LIMIT $limit)`,
      { now, limit },
    ),
  );
  return rowCount ?? 0;
}
