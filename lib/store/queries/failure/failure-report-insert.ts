import { FINGERPRINT_VERSION } from '../../../model/dead-letter/fingerprint/fingerprint';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { ReportedFailure } from './report-columns';

export interface FailureReportRow extends ReportedFailure {
  readonly appVersion: string | null;
  readonly fingerprint: string;
  /** What its cause is called, see Fingerprint. */
  readonly causeType: string;
  readonly causeText: string;
  readonly topFrame: string | null;
}

/**
 * The first report of a delivery stays, also within one call; @returns of each row whether this was it. In the order of
 * the key, so that two processes that insert the same ones wait for each other and do not deadlock. A report that comes
 * after the death gives the dead letter its cause; one that comes in the moment of the death is seen by the worker.
 */
export async function failureReportInsert(
  db: Queryable,
  now: Date | null,
  rows: readonly FailureReportRow[],
): Promise<boolean[]> {
  const distinct = new Map(rows.toReversed().map((row) => [keyOf(row), row]));
  const given = [...distinct.values()];
  const { rows: inserted } = await db.query<
    Pick<FailureReportRow, 'groupId' | 'queueId' | 'off' | 'generation' | 'attempt'>
  >(
    sql(
      `WITH given AS MATERIALIZED (
       SELECT * FROM unnest($groupIds::int[], $queueIds::int[], $offs::bigint[], $generations::int[],
         $attempts::smallint[], $errorTypes::text[], $messages::text[], $stacks::text[], $appVersions::text[],
         $fingerprints::text[], $causeTypes::text[], $causeTexts::text[], $topFrames::text[])
         i (group_id, queue_id, off, generation, attempt, error_type, message, stack, app_version, fingerprint,
            cause_type, cause_text, top_frame)
     ), stored AS (
       INSERT INTO failure_report (group_id, queue_id, off, generation, attempt, error_type, message, stack,
         app_version, fingerprint, fingerprint_version, reported_at)
       SELECT i.group_id, i.queue_id, i.off, i.generation, i.attempt, i.error_type, i.message, i.stack, i.app_version,
              i.fingerprint, $version, coalesce($now, clock_timestamp())
         FROM given i ORDER BY i.group_id, i.queue_id, i.off, i.generation, i.attempt
       ON CONFLICT DO NOTHING
       RETURNING group_id, queue_id, off, generation, attempt, fingerprint, fingerprint_version, reported_at,
         app_version
     ), seen AS (
       SELECT s.group_id, s.fingerprint, min(s.reported_at) AS first_seen, max(s.reported_at) AS last_seen
         FROM stored s GROUP BY s.group_id, s.fingerprint
     ), cause AS (
       INSERT INTO failure_cause AS c (group_id, fingerprint, version, error_type, text, top_frame, first_seen,
         last_seen)
       SELECT n.group_id, n.fingerprint, $version, w.cause_type, w.cause_text, w.top_frame, n.first_seen, n.last_seen
         FROM seen n CROSS JOIN LATERAL (SELECT * FROM given i WHERE i.group_id = n.group_id
           AND i.fingerprint = n.fingerprint LIMIT 1) w
        ORDER BY n.group_id, n.fingerprint
       ON CONFLICT (group_id, fingerprint) DO UPDATE
         SET last_seen = excluded.last_seen, first_seen = least(c.first_seen, excluded.first_seen),
             error_type = excluded.error_type, text = excluded.text, top_frame = excluded.top_frame,
             version = excluded.version, became = NULL
         -- One cause in a storm is written once a second.
         WHERE c.last_seen IS NULL OR c.last_seen < excluded.last_seen - interval '1 s'
            OR c.version < excluded.version
     ), named AS (
       UPDATE dead_letter d SET fingerprint = s.fingerprint, fingerprint_version = s.fingerprint_version,
              app_version = s.app_version
         FROM stored s
        WHERE d.group_id = s.group_id AND d.queue_id = s.queue_id AND d.off = s.off AND d.generation = s.generation
          AND d.attempts = s.attempt
       RETURNING d.dead_letter_id
     ), due AS (
       INSERT INTO letter_text_due (dead_letter_id) SELECT n.dead_letter_id FROM named n ORDER BY 1
       ON CONFLICT DO NOTHING
     )
     SELECT s.group_id AS "groupId", s.queue_id AS "queueId", s.off, s.generation, s.attempt::int AS attempt
       FROM stored s`,
      {
        now,
        version: FINGERPRINT_VERSION,
        groupIds: given.map(({ groupId }) => groupId),
        queueIds: given.map(({ queueId }) => queueId),
        offs: given.map(({ off }) => off),
        generations: given.map(({ generation }) => generation),
        attempts: given.map(({ attempt }) => attempt),
        errorTypes: given.map(({ errorType }) => errorType),
        messages: given.map(({ message }) => message),
        stacks: given.map(({ stack }) => stack),
        appVersions: given.map(({ appVersion }) => appVersion),
        fingerprints: given.map(({ fingerprint }) => fingerprint),
        causeTypes: given.map(({ causeType }) => causeType),
        causeTexts: given.map(({ causeText }) => causeText),
        topFrames: given.map(({ topFrame }) => topFrame),
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
