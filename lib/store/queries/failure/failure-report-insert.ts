import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

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

/**
 * The first report of a delivery stays, also within one call; @returns of each row whether this was it. In the order of
 * the key, so that two processes that insert the same ones wait for each other and do not deadlock.
 */
export async function failureReportInsert(
  db: Queryable,
  now: Date | null,
  rows: readonly FailureReportRow[],
): Promise<boolean[]> {
  const distinct = new Map(rows.toReversed().map((row) => [keyOf(row), row]));
  const given = [...distinct.values()];
  const { rows: inserted } = await db.query<Omit<FailureReportRow, 'errorType' | 'message' | 'stack'>>(
    sql(
      `INSERT INTO failure_report (group_id, queue_id, off, generation, attempt, error_type, message, stack,
        reported_at)
           SELECT i.group_id, i.queue_id, i.off, i.generation, i.attempt, i.error_type, i.message, i.stack,
             coalesce($now, clock_timestamp())
             FROM unnest($groupIds::int[], $queueIds::int[], $offs::bigint[], $generations::int[],
               $attempts::smallint[], $errorTypes::text[], $messages::text[], $stacks::text[])
                  i (group_id, queue_id, off, generation, attempt, error_type, message, stack)
            ORDER BY i.group_id, i.queue_id, i.off, i.generation, i.attempt
           ON CONFLICT DO NOTHING
           RETURNING group_id AS "groupId", queue_id AS "queueId", off, generation, attempt::int AS attempt`,
      {
        now,
        groupIds: given.map(({ groupId }) => groupId),
        queueIds: given.map(({ queueId }) => queueId),
        offs: given.map(({ off }) => off),
        generations: given.map(({ generation }) => generation),
        attempts: given.map(({ attempt }) => attempt),
        errorTypes: given.map(({ errorType }) => errorType),
        messages: given.map(({ message }) => message),
        stacks: given.map(({ stack }) => stack),
      },
      'failure_report_insert',
    ),
  );
  const stored = new Set(inserted.map(keyOf));
  // Each key is taken once: by the first row that has it.
  return rows.map((row) => stored.delete(keyOf(row)));
}

function keyOf(row: Pick<FailureReportRow, 'groupId' | 'queueId' | 'off' | 'generation' | 'attempt'>): string {
  return `${row.groupId} ${row.queueId} ${row.off} ${row.generation} ${row.attempt}`;
}
