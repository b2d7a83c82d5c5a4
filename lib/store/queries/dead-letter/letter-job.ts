import type { LetterVerb } from '../../../model/dead-letter/letter-change';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { DEAD_LETTER_WHERE, type DeadLetterMatch, matchValues } from './dead-letter-match';
import { DISCARDED_WHERE, type DiscardedMatch, discardedValues } from './discarded-letter';

/** A part is one transaction: it must stay far below the statement time-out whatever the messages are. */
const PART_LETTERS = 1000;
const PART_BYTES = 16 * 1024 * 1024;

export interface NewLetterJob {
  readonly groupId: number;
  readonly verb: LetterVerb;
  /** The request as it was made, for people to read later. */
  readonly selection: unknown;
  readonly reason: string;
  readonly actorKind: string;
  readonly actor: string;
  readonly actorAddress: string | null;
  /** How far ahead `until` is; null: there is none, or it is given. */
  readonly aheadMs: number | null;
  readonly until: Date | null;
}

export async function letterJobInsert(
  db: Queryable,
  now: Date | null,
  job: NewLetterJob,
): Promise<{ readonly jobId: number; readonly until: Date | null }> {
  const { rows } = await db.query<{ jobId: number; until: Date | null }>(
    sql(
      `INSERT INTO letter_job (group_id, verb, selection, reason, actor_kind, actor, actor_address, until, matched,
        started_at)
       SELECT $groupId, $verb, $selection, $reason, $actorKind, $actor, $actorAddress,
              coalesce($until::timestamptz, t.now + $aheadMs * interval '1 ms'), 0, t.now
         FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
       RETURNING job_id AS "jobId", until`,
      { now, ...job, selection: JSON.stringify(job.selection) },
    ),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a request was not stored');
  return row;
}

/** Each number with its place in a part: so many, and so many bytes of bodies, as one transaction may move. */
const PARTS = `
  , placed AS (
    SELECT h.id, (h.rank - 1) / ${PART_LETTERS} + (h.bytes / ${PART_BYTES})::bigint AS part FROM hit h
  ), parted AS (
    INSERT INTO letter_job_part (job_id, part_no, ids)
    SELECT $jobId::int, row_number() OVER (ORDER BY p.part), array_agg(p.id ORDER BY p.id) FROM placed p
     GROUP BY p.part
    RETURNING cardinality(ids) AS n
  ), counted AS (
    UPDATE letter_job j SET matched = (SELECT coalesce(sum(n), 0) FROM parted) WHERE j.job_id = $jobId
    RETURNING j.matched
  )
  SELECT c.matched FROM counted c`;

/** Writes down which dead letters the request is about: now, and never more. @returns how many */
export async function letterJobFreeze(db: Queryable, jobId: number, match: DeadLetterMatch): Promise<number> {
  const { rows } = await db.query<{ matched: number }>(
    sql(
      `WITH hit AS MATERIALIZED (
       SELECT d.dead_letter_id AS id, row_number() OVER o AS rank, sum(octet_length(d.body)) OVER o AS bytes
         FROM dead_letter d WHERE ${DEAD_LETTER_WHERE}
       WINDOW o AS (ORDER BY d.dead_letter_id)) ${PARTS}`,
      { ...matchValues(match), jobId },
    ),
  );
  return rows[0]?.matched ?? 0;
}

/** The same for discarded ones. */
export async function letterJobFreezeDiscarded(db: Queryable, jobId: number, match: DiscardedMatch): Promise<number> {
  const { rows } = await db.query<{ matched: number }>(
    sql(
      `WITH hit AS MATERIALIZED (
       SELECT o.dead_letter_id AS id, row_number() OVER w AS rank, sum(octet_length(o.body)) OVER w AS bytes
         FROM discarded_letter o WHERE ${DISCARDED_WHERE}
       WINDOW w AS (ORDER BY o.dead_letter_id)) ${PARTS}`,
      { ...discardedValues(match), jobId },
    ),
  );
  return rows[0]?.matched ?? 0;
}

export interface LetterJobRow {
  readonly jobId: number;
  readonly groupId: number;
  readonly group: string;
  readonly verb: LetterVerb;
  readonly reason: string;
  readonly actorKind: 'operator' | 'token' | 'system';
  readonly actor: string;
  readonly actorAddress: string | null;
  readonly until: Date | null;
  readonly matched: number;
  readonly changed: number;
  readonly excluded: Record<string, number>;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

const JOB_COLUMNS = `j.job_id AS "jobId", j.group_id AS "groupId", g.name AS "group", j.verb, j.reason,
  j.actor_kind AS "actorKind", j.actor, j.actor_address AS "actorAddress", j.until, j.matched, j.changed, j.excluded,
  j.started_at AS "startedAt", j.finished_at AS "finishedAt"`;

/**
 * Locks a request and its group: what a re-drive chooses, and what expires, waits for this part, and is seen by the
 * next. Null: it is finished, or another process is at it.
 */
export async function letterJobLock(db: Queryable, jobId: number): Promise<LetterJobRow | null> {
  const { rows } = await db.query<LetterJobRow>(
    `SELECT ${JOB_COLUMNS} FROM letter_job j JOIN consumer_group g ON g.group_id = j.group_id
      WHERE j.job_id = $1 AND j.finished_at IS NULL FOR NO KEY UPDATE OF j SKIP LOCKED`,
    [jobId],
  );
  return rows[0] ?? null;
}

/** Takes the next part of a locked request. Null: there is none. */
export async function letterJobTake(db: Queryable, jobId: number): Promise<number[] | null> {
  const { rows } = await db.query<{ ids: number[] }>(
    `DELETE FROM letter_job_part p WHERE p.job_id = $1 AND p.part_no = (
       SELECT n.part_no FROM letter_job_part n WHERE n.job_id = $1 ORDER BY n.part_no LIMIT 1) RETURNING p.ids`,
    [jobId],
  );
  return rows[0]?.ids ?? null;
}

/** Notes what a part did, and the end after the last one. @returns the request as it is now */
export async function letterJobNote(
  db: Queryable,
  now: Date | null,
  jobId: number,
  changed: number,
  excluded: Readonly<Record<string, number>>,
): Promise<LetterJobRow | null> {
  const { rows } = await db.query<LetterJobRow>(
    sql(
      `UPDATE letter_job j SET changed = j.changed + $changed, excluded = $excluded,
              finished_at = CASE WHEN NOT EXISTS (SELECT 1 FROM letter_job_part p WHERE p.job_id = $jobId)
                THEN coalesce($now::timestamptz, clock_timestamp()) END
         FROM consumer_group g WHERE j.job_id = $jobId AND j.finished_at IS NULL AND g.group_id = j.group_id
       RETURNING ${JOB_COLUMNS}`,
      { now, jobId, changed, excluded: JSON.stringify(excluded) },
    ),
  );
  return rows[0] ?? null;
}

export async function letterJobRead(db: Queryable, jobId: number): Promise<LetterJobRow | null> {
  const { rows } = await db.query<LetterJobRow>(
    `SELECT ${JOB_COLUMNS} FROM letter_job j JOIN consumer_group g ON g.group_id = j.group_id WHERE j.job_id = $1`,
    [jobId],
  );
  return rows[0] ?? null;
}

/** Requests that are not finished, oldest first. */
export async function letterJobsOpen(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ jobId: number }>(
    'SELECT job_id AS "jobId" FROM letter_job WHERE finished_at IS NULL ORDER BY job_id',
  );
  return rows.map(({ jobId }) => jobId);
}
