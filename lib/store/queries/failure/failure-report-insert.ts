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
  const { rows: inserted } = await db.query<Omit<FailureReportRow, 'errorType' | 'message' | 'stack'>>({
    name: 'failure_report_insert',
    text: `INSERT INTO failure_report (group_id, queue_id, off, generation, attempt, error_type, message, stack, reported_at)
           SELECT i.group_id, i.queue_id, i.off, i.generation, i.attempt, i.error_type, i.message, i.stack, coalesce($1, clock_timestamp())
             FROM unnest($2::int[], $3::int[], $4::bigint[], $5::int[], $6::smallint[], $7::text[], $8::text[], $9::text[])
                  i (group_id, queue_id, off, generation, attempt, error_type, message, stack)
            ORDER BY i.group_id, i.queue_id, i.off, i.generation, i.attempt
           ON CONFLICT DO NOTHING
           RETURNING group_id AS "groupId", queue_id AS "queueId", off, generation, attempt::int AS attempt`,
    values: [
      now,
      given.map(({ groupId }) => groupId),
      given.map(({ queueId }) => queueId),
      given.map(({ off }) => off),
      given.map(({ generation }) => generation),
      given.map(({ attempt }) => attempt),
      given.map(({ errorType }) => errorType),
      given.map(({ message }) => message),
      given.map(({ stack }) => stack),
    ],
  });
  const stored = new Set(inserted.map(keyOf));
  // Each key is taken once: by the first row that has it.
  return rows.map((row) => stored.delete(keyOf(row)));
}

function keyOf(row: Pick<FailureReportRow, 'groupId' | 'queueId' | 'off' | 'generation' | 'attempt'>): string {
  return `${row.groupId} ${row.queueId} ${row.off} ${row.generation} ${row.attempt}`;
}
