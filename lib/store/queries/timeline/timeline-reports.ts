import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { REPORTED_FAILURE, type ReportedFailure } from '../failure/report-columns';

export interface TimelineReportRow extends ReportedFailure {
  readonly reportedAt: Date;
  readonly fingerprint: string;
  readonly appVersion: string | null;
}

const MOST = 1000;

export async function timelineReports(
  db: Queryable,
  groupIds: readonly number[],
  queueIds: readonly number[],
  offs: readonly number[],
): Promise<TimelineReportRow[]> {
  const { rows } = await db.query<TimelineReportRow>(
    sql(
      `SELECT ${REPORTED_FAILURE}, f.reported_at AS "reportedAt", f.fingerprint, f.app_version AS "appVersion"
       FROM unnest($groupIds::int[], $queueIds::int[], $offs::bigint[]) w (group_id, queue_id, off)
       JOIN failure_report f ON f.group_id = w.group_id AND f.queue_id = w.queue_id AND f.off = w.off
      ORDER BY f.generation DESC, f.attempt DESC LIMIT ${MOST}`,
      { groupIds, queueIds, offs },
    ),
  );
  return rows;
}
