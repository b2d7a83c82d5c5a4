import type { Queryable } from '../../queryable';

export interface FailureReportRow {
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  readonly generation: number;
  readonly attempt: number;
  readonly errorType: string;
  readonly message: string;
  readonly stack: string | null;
}

/** The first report of a delivery stays; @returns whether this was it. */
export async function failureReportInsert(db: Queryable, now: Date | null, row: FailureReportRow): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'failure_report_insert',
    text: `INSERT INTO failure_report (group_id, queue_id, off, generation, attempt, error_type, message, stack, reported_at)
           VALUES ($2, $3, $4, $5, $6, $7, $8, $9, coalesce($1, clock_timestamp())) ON CONFLICT DO NOTHING`,
    values: [
      now,
      row.groupId,
      row.queueId,
      row.off,
      row.generation,
      row.attempt,
      row.errorType,
      row.message,
      row.stack,
    ],
  });
  return rowCount === 1;
}
