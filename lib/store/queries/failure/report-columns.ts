/** What a client reported about a delivery that failed, and which delivery it was. */
export interface ReportedFailure {
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  readonly generation: number;
  readonly attempt: number;
  readonly errorType: string;
  readonly message: string;
  readonly stack: string | null;
}

/** Of failure_report f. */
export const REPORTED_FAILURE = `f.group_id AS "groupId", f.queue_id AS "queueId", f.off, f.generation,
  f.attempt::int AS attempt, f.error_type AS "errorType", f.message, f.stack`;
