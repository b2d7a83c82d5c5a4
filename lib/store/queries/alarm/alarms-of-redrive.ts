import type { Queryable } from '../../queryable';

export interface AlarmOfRedrive {
  readonly incidentId: number;
  readonly watch: string;
  readonly firedAt: Date;
  readonly resolvedAt: Date | null;
  /** Who attached it; null: it was attached by itself. */
  readonly by: string | null;
}

/** The alarms whose end is the verdict of a re-drive, newest first. */
export async function alarmsOfRedrive(db: Queryable, redriveId: number): Promise<AlarmOfRedrive[]> {
  const { rows } = await db.query<AlarmOfRedrive>(
    `SELECT i.incident_id AS "incidentId", i.watch, i.fired_at AS "firedAt", i.resolved_at AS "resolvedAt", a.by
       FROM alarm_redrive a JOIN alarm_incident i USING (incident_id)
      WHERE a.redrive_id = $1 ORDER BY i.incident_id DESC LIMIT 5`,
    [redriveId],
  );
  return rows;
}
