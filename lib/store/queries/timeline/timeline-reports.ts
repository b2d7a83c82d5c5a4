import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface TimelineReportRow {
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  readonly generation: number;
  readonly attempt: number;
  readonly errorType: string;
  readonly message: string;
  readonly stack: string | null;
  readonly reportedAt: Date;
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
      `SELECT f.group_id AS "groupId", f.queue_id AS "queueId", f.off, f.generation, f.attempt::int AS attempt,
        f.error_type AS "errorType", f.message, f.stack,
            f.reported_at AS "reportedAt"
       FROM unnest($groupIds::int[], $queueIds::int[], $offs::bigint[]) w (group_id, queue_id, off)
       JOIN failure_report f ON f.group_id = w.group_id AND f.queue_id = w.queue_id AND f.off = w.off
      ORDER BY f.generation DESC, f.attempt DESC LIMIT ${MOST}`,
      { groupIds, queueIds, offs },
    ),
  );
  return rows;
}
