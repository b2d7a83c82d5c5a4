import type { RetryVerb } from '../../../model/delivery/retry-change';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { isDeep, LAST_FAILURE, matchValues, RETRY_DEEP_WHERE, RETRY_WHERE, type RetryMatch } from './retry-match';

/** A part is one transaction: it must stay far below the statement time-out whatever the messages are. */
const PART = 500;

export interface NewRetryJob {
  readonly groupId: number;
  readonly verb: RetryVerb;
  /** The request as it was made, for people to read later. */
  readonly selection: unknown;
  readonly reason: string;
  readonly actorKind: string;
  readonly actor: string;
  readonly actorAddress: string | null;
}

export async function retryJobInsert(db: Queryable, now: Date | null, job: NewRetryJob): Promise<number> {
  const { rows } = await db.query<{ jobId: number }>(
    sql(
      `INSERT INTO retry_job (group_id, verb, selection, reason, actor_kind, actor, actor_address, started_at)
     VALUES ($groupId, $verb, $selection, $reason, $actorKind, $actor, $actorAddress,
             coalesce($now::timestamptz, clock_timestamp())) RETURNING job_id AS "jobId"`,
      { now, ...job, selection: JSON.stringify(job.selection) },
    ),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a request was not stored');
  return row.jobId;
}

/** Writes down which waiting messages the request is about: now, and never more. @returns how many */
export async function retryJobFreeze(db: Queryable, jobId: number, match: RetryMatch): Promise<number> {
  const { rows } = await db.query<{ matched: number }>(
    sql(
      `WITH hit AS MATERIALIZED (
       SELECT r.queue_id, r.off, r.epoch, (row_number() OVER (ORDER BY r.queue_id, r.off) - 1) / ${PART} AS part
         FROM retry r JOIN consumer_group g ON g.group_id = r.group_id
           ${isDeep(match) ? LAST_FAILURE : ''}
        WHERE r.group_id = $groupId AND ${RETRY_WHERE} ${isDeep(match) ? `AND ${RETRY_DEEP_WHERE}` : ''}
     ), parted AS (
       INSERT INTO retry_job_part (job_id, part_no, queue_ids, offs, epochs)
       SELECT $jobId::int, h.part, array_agg(h.queue_id ORDER BY h.queue_id, h.off),
              array_agg(h.off ORDER BY h.queue_id, h.off), array_agg(h.epoch ORDER BY h.queue_id, h.off)
         FROM hit h GROUP BY h.part
       RETURNING cardinality(offs) AS n
     ), counted AS (
       UPDATE retry_job j SET matched = (SELECT coalesce(sum(n), 0) FROM parted) WHERE j.job_id = $jobId
       RETURNING j.matched
     )
     SELECT c.matched FROM counted c`,
      { ...matchValues(match), jobId },
    ),
  );
  return rows[0]?.matched ?? 0;
}

export interface RetryJobRow {
  readonly jobId: number;
  readonly groupId: number;
  readonly group: string;
  readonly verb: RetryVerb;
  readonly reason: string;
  readonly actorKind: 'operator' | 'token' | 'system';
  readonly actor: string;
  readonly actorAddress: string | null;
  readonly matched: number;
  readonly changed: number;
  readonly excluded: Record<string, number>;
  readonly finishedAt: Date | null;
}

const JOB_COLUMNS = `j.job_id AS "jobId", j.group_id AS "groupId", g.name AS "group", j.verb, j.reason,
  j.actor_kind AS "actorKind", j.actor, j.actor_address AS "actorAddress", j.matched, j.changed, j.excluded,
  j.finished_at AS "finishedAt"`;

/** Null: it is finished, or another process is at it. */
export async function retryJobLock(db: Queryable, jobId: number): Promise<RetryJobRow | null> {
  const { rows } = await db.query<RetryJobRow>(
    `SELECT ${JOB_COLUMNS} FROM retry_job j JOIN consumer_group g ON g.group_id = j.group_id
      WHERE j.job_id = $1 AND j.finished_at IS NULL FOR NO KEY UPDATE OF j SKIP LOCKED`,
    [jobId],
  );
  return rows[0] ?? null;
}

export async function retryJobRead(db: Queryable, jobId: number): Promise<RetryJobRow | null> {
  const { rows } = await db.query<RetryJobRow>(
    `SELECT ${JOB_COLUMNS} FROM retry_job j JOIN consumer_group g ON g.group_id = j.group_id WHERE j.job_id = $1`,
    [jobId],
  );
  return rows[0] ?? null;
}

/** Messages as they were chosen. */
export interface RetryPart {
  readonly queueIds: readonly number[];
  readonly offs: readonly number[];
  readonly epochs: readonly number[];
}

/** Takes the next part of a locked request. Null: there is none. */
export async function retryJobTake(db: Queryable, jobId: number): Promise<RetryPart | null> {
  const { rows } = await db.query<{ queueIds: number[]; offs: number[]; epochs: number[] }>(
    `DELETE FROM retry_job_part p WHERE p.job_id = $1 AND p.part_no = (
       SELECT n.part_no FROM retry_job_part n WHERE n.job_id = $1 ORDER BY n.part_no LIMIT 1)
     RETURNING p.queue_ids AS "queueIds", p.offs, p.epochs`,
    [jobId],
  );
  return rows[0] ?? null;
}

/** Notes what a part did, and the end after the last one. @returns the request as it is now */
export async function retryJobNote(
  db: Queryable,
  now: Date | null,
  jobId: number,
  changed: number,
  excluded: Readonly<Record<string, number>>,
): Promise<RetryJobRow | null> {
  const { rows } = await db.query<RetryJobRow>(
    sql(
      `UPDATE retry_job j SET changed = j.changed + $changed, excluded = $excluded,
              finished_at = CASE WHEN NOT EXISTS (SELECT 1 FROM retry_job_part p WHERE p.job_id = $jobId)
                THEN coalesce($now::timestamptz, clock_timestamp()) END
         FROM consumer_group g WHERE j.job_id = $jobId AND j.finished_at IS NULL AND g.group_id = j.group_id
       RETURNING ${JOB_COLUMNS}`,
      { now, jobId, changed, excluded: JSON.stringify(excluded) },
    ),
  );
  return rows[0] ?? null;
}

/** Requests that are not finished, oldest first. */
export async function retryJobsOpen(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ jobId: number }>(
    'SELECT job_id AS "jobId" FROM retry_job WHERE finished_at IS NULL ORDER BY job_id',
  );
  return rows.map(({ jobId }) => jobId);
}

export interface RetryTally {
  /** Null: these changed. */
  readonly why: string | null;
  readonly queueId: number;
  readonly messages: number;
}

/** Carries out a part; what is not as it was chosen is left, with the reason. */
export async function retryChange(
  db: Queryable,
  now: Date | null,
  { jobId, verb, groupId }: Pick<RetryJobRow, 'jobId' | 'verb' | 'groupId'>,
  part: RetryPart,
): Promise<RetryTally[]> {
  const { rows } = await db.query<RetryTally>(
    sql(
      `SELECT why, queue_id AS "queueId", messages FROM retry_change(p_now => $now, p_job => $jobId, p_verb => $verb,
        p_group => $groupId, p_queue => $queueIds, p_off => $offs, p_epoch => $epochs)`,
      { now, jobId, verb, groupId, ...part },
    ),
  );
  return rows;
}
