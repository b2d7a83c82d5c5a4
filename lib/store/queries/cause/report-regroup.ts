import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { REPORTED_FAILURE, type ReportedFailure } from '../failure/report-columns';

export interface StaleReportRow extends ReportedFailure {
  readonly fingerprint: string;
}

/** Reports that older rules have named, or none. Other processes that do the same work take others. */
export async function staleReports(db: Queryable, version: number, limit: number): Promise<StaleReportRow[]> {
  const { rows } = await db.query<StaleReportRow>(
    sql(
      `SELECT ${REPORTED_FAILURE}, f.fingerprint
         FROM failure_report f WHERE f.fingerprint_version < $version
        ORDER BY f.fingerprint_version LIMIT $limit FOR NO KEY UPDATE SKIP LOCKED`,
      { version, limit },
    ),
  );
  return rows;
}

export interface RegroupedReport {
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  readonly generation: number;
  readonly attempt: number;
  readonly fingerprint: string;
  readonly causeType: string;
  readonly causeText: string;
  readonly topFrame: string | null;
  /** Before. */
  readonly former: string;
}

/**
 * Gives reports, and the dead letters that they decide, their new fingerprint. What operators decided about a cause
 * goes with its failures, and its old address leads to the new one. Of a cause that is split, each part that is found
 * after the first one is open, and its note says so: no operator decided about it alone.
 */
export async function reportRegroup(db: Queryable, version: number, rows: readonly RegroupedReport[]): Promise<void> {
  await db.query(
    sql(
      `WITH given AS MATERIALIZED (
         SELECT * FROM unnest($groupIds::int[], $queueIds::int[], $offs::bigint[], $generations::int[],
           $attempts::smallint[], $fingerprints::text[], $causeTypes::text[], $causeTexts::text[], $topFrames::text[],
           $formers::text[]) i (group_id, queue_id, off, generation, attempt, fingerprint, cause_type, cause_text,
           top_frame, former)
       ), named AS (
         UPDATE failure_report f SET fingerprint = i.fingerprint, fingerprint_version = $version FROM given i
          WHERE f.group_id = i.group_id AND f.queue_id = i.queue_id AND f.off = i.off AND f.generation = i.generation
            AND f.attempt = i.attempt
         RETURNING f.group_id, f.fingerprint, f.reported_at, i.former, i.cause_type, i.cause_text, i.top_frame
       ), letters AS (
         UPDATE dead_letter d SET fingerprint = i.fingerprint, fingerprint_version = $version FROM given i
          WHERE d.group_id = i.group_id AND d.queue_id = i.queue_id AND d.off = i.off AND d.generation = i.generation
            AND d.attempts = i.attempt AND d.fingerprint_version < $version
       ), causes AS (
         SELECT n.group_id, n.fingerprint, min(n.reported_at) AS first_seen, max(n.reported_at) AS last_seen,
                min(n.cause_type) AS cause_type, min(n.cause_text) AS cause_text, min(n.top_frame) AS top_frame
           FROM named n GROUP BY n.group_id, n.fingerprint
       ), replaced AS (
         SELECT DISTINCT n.group_id, n.former, n.fingerprint FROM named n
          WHERE n.former NOT IN ('', n.fingerprint)
       ), parted AS (
         SELECT r.group_id, r.former, count(*) > 1 AS at_once FROM replaced r GROUP BY r.group_id, r.former
       ), decided AS (
         SELECT DISTINCT ON (r.group_id, r.fingerprint) r.group_id, r.fingerprint, s.is_part,
                CASE WHEN s.is_part THEN 'open' ELSE o.state END AS state,
                CASE WHEN s.is_part THEN concat_ws(E'\\n', nullif(left(o.note, 1800), ''), format(
                  'Split from cause %s, which was %s, by version %s of the rules.', o.fingerprint, o.state, $version))
                  ELSE o.note END AS note,
                o.owner, CASE WHEN NOT s.is_part THEN o.ignore_until END AS ignore_until,
                CASE WHEN NOT s.is_part THEN o.ignore_per_hour END AS ignore_per_hour,
                CASE WHEN NOT s.is_part THEN o.resolved_at END AS resolved_at, o.triaged_by, o.triaged_at,
                o.triage_version
           FROM replaced r JOIN failure_cause o ON o.group_id = r.group_id AND o.fingerprint = r.former
           JOIN parted p ON p.group_id = r.group_id AND p.former = r.former
          CROSS JOIN LATERAL (SELECT p.at_once OR coalesce(o.became <> r.fingerprint, false) AS is_part) s
          WHERE o.triage_version > 0
          ORDER BY r.group_id, r.fingerprint, o.triaged_at DESC NULLS LAST, o.fingerprint
       ), stored AS (
         INSERT INTO failure_cause AS c (group_id, fingerprint, version, error_type, text, top_frame, first_seen,
           last_seen, state, note, owner, ignore_until, ignore_per_hour, resolved_at, triaged_by, triaged_at,
           triage_version, former)
         SELECT n.group_id, n.fingerprint, $version, n.cause_type, n.cause_text, n.top_frame, n.first_seen, n.last_seen,
                coalesce(o.state, 'open'), coalesce(o.note, ''), o.owner, o.ignore_until, o.ignore_per_hour,
                o.resolved_at, o.triaged_by, o.triaged_at, coalesce(o.triage_version, 0),
                (SELECT min(r.former) FROM replaced r WHERE r.group_id = n.group_id AND r.fingerprint = n.fingerprint)
           FROM causes n LEFT JOIN decided o ON o.group_id = n.group_id AND o.fingerprint = n.fingerprint
          ORDER BY n.group_id, n.fingerprint
         ON CONFLICT (group_id, fingerprint) DO UPDATE
           SET first_seen = least(c.first_seen, excluded.first_seen), last_seen = greatest(c.last_seen,
                 excluded.last_seen), version = excluded.version, error_type = excluded.error_type,
               text = excluded.text, top_frame = excluded.top_frame, became = NULL,
               former = coalesce(excluded.former, c.former),
               (state, note, owner, ignore_until, ignore_per_hour, resolved_at, triaged_by, triaged_at,
                 triage_version) = (
                 SELECT t.state, t.note, t.owner, t.ignore_until, t.ignore_per_hour, t.resolved_at, t.triaged_by,
                        t.triaged_at, t.triage_version
                   FROM (VALUES (0, c.state, c.note, c.owner, c.ignore_until, c.ignore_per_hour, c.resolved_at,
                           c.triaged_by, c.triaged_at, c.triage_version),
                         (1, excluded.state, excluded.note, excluded.owner, excluded.ignore_until,
                           excluded.ignore_per_hour, excluded.resolved_at, excluded.triaged_by, excluded.triaged_at,
                           excluded.triage_version))
                        t (place, state, note, owner, ignore_until, ignore_per_hour, resolved_at, triaged_by,
                           triaged_at, triage_version)
                  ORDER BY t.triage_version = 0, t.place LIMIT 1)
       )
       UPDATE failure_cause c SET became = coalesce(c.became, r.fingerprint) FROM replaced r
        WHERE c.group_id = r.group_id AND c.fingerprint = r.former
          AND NOT EXISTS (SELECT 1 FROM causes n WHERE n.group_id = c.group_id AND n.fingerprint = c.fingerprint)`,
      {
        version,
        groupIds: rows.map(({ groupId }) => groupId),
        queueIds: rows.map(({ queueId }) => queueId),
        offs: rows.map(({ off }) => off),
        generations: rows.map(({ generation }) => generation),
        attempts: rows.map(({ attempt }) => attempt),
        fingerprints: rows.map(({ fingerprint }) => fingerprint),
        causeTypes: rows.map(({ causeType }) => causeType),
        causeTexts: rows.map(({ causeText }) => causeText),
        topFrames: rows.map(({ topFrame }) => topFrame),
        formers: rows.map(({ former }) => former),
      },
    ),
  );
}
