import type { RedirectState } from '../../../model/redirect/redirect';
import type { RedriveState } from '../../../model/redrive/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface RedirectRow {
  readonly redirectId: number;
  readonly groupId: number;
  readonly group: string;
  /** The fingerprint of a cause; null: all dead letters of the group. */
  readonly cause: string | null;
  /** What failures of this cause report; null: nothing, or it is about all causes. */
  readonly errorType: string | null;
  /** Null: the reader may not see it, or it is gone. */
  readonly topic: string | null;
  readonly ratePerSecond: number;
  readonly canary: number;
  readonly since: Date;
  readonly until: Date;
  readonly reason: string;
  readonly createdBy: string;
  readonly state: RedirectState;
  readonly stateAt: Date | null;
  readonly stateBy: string | null;
  readonly stateWhy: string | null;
  readonly stoppedItself: boolean;
  readonly roundAfter: number;
  readonly canarySent: number;
  readonly canaryConsumed: number;
  /** The copies that `canaryConsumed` counts. */
  readonly consumedCopies: readonly number[];
  readonly canaryPassedAt: Date | null;
  readonly batch: number;
  readonly nextAt: Date | null;
  /** The dead letter behind which the next look goes on. */
  readonly lookedTo: number | null;
  /** The first copies of its newest re-drive that a group has not processed: the next batch waits for them. */
  readonly openCopies: number;
  /** The first copies of its re-drives up to this one were all seen processed. */
  readonly processedTo: number;
  readonly sent: number;
  /** The newest of its re-drives; null: it has started none. */
  readonly runId: number | null;
  readonly runState: RedriveState | null;
}

const SELECT = `
  SELECT r.redirect_id AS "redirectId", r.group_id AS "groupId", g.name AS "group", r.cause,
         (SELECT c.error_type FROM failure_cause c WHERE c.group_id = r.group_id
           AND c.fingerprint = r.cause) AS "errorType",
         t.name AS topic, r.rate_per_second AS "ratePerSecond", r.canary, r.since, r.until, r.reason,
         r.created_by AS "createdBy", r.state, r.state_at AS "stateAt", r.state_by AS "stateBy",
         r.state_why AS "stateWhy", r.stopped_itself AS "stoppedItself", r.round_after AS "roundAfter",
         r.canary_sent AS "canarySent", cardinality(r.canary_consumed) AS "canaryConsumed",
         r.canary_consumed AS "consumedCopies", r.canary_passed_at AS "canaryPassedAt",
         r.batch, r.next_at AS "nextAt", r.looked_to AS "lookedTo", r.open_copies AS "openCopies",
         r.processed_to AS "processedTo", r.sent,
         n.redrive_id AS "runId", n.state AS "runState"
    FROM redirect r JOIN consumer_group g ON g.group_id = r.group_id
    LEFT JOIN topic t ON t.topic_id = r.target_topic_id
    LEFT JOIN LATERAL (SELECT v.redrive_id, v.state FROM redrive v WHERE v.redirect_id = r.redirect_id
      ORDER BY v.redrive_id DESC LIMIT 1) n ON true`;

/** The open ones first, then the newest. */
export async function redirectList(db: Queryable, groupId: number | null, limit: number): Promise<RedirectRow[]> {
  const { rows } = await db.query<RedirectRow>(
    sql(
      `${SELECT} WHERE $groupId::int IS NULL OR r.group_id = $groupId
        ORDER BY r.state = 'ended', r.redirect_id DESC LIMIT $limit`,
      { groupId, limit },
    ),
  );
  return rows;
}

export async function redirectGet(db: Queryable, redirectId: number): Promise<RedirectRow | null> {
  const { rows } = await db.query<RedirectRow>(sql(`${SELECT} WHERE r.redirect_id = $redirectId`, { redirectId }));
  return rows[0] ?? null;
}

/** Redirects that paused by themselves: matching dead letters stay until an operator decides. */
export async function redirectsStopped(db: Queryable): Promise<RedirectRow[]> {
  const { rows } = await db.query<RedirectRow>(
    `${SELECT} WHERE r.state = 'paused' AND r.stopped_itself ORDER BY r.state_at`,
  );
  return rows;
}

export interface RedirectToStep extends RedirectRow {
  /** Its end date has come. */
  readonly isOver: boolean;
  /** The rest between two batches is over. */
  readonly isDue: boolean;
}

/**
 * What a worker looks at: active ones, paused ones whose end date has come, and paused or ended ones of which a batch
 * is still open: the process that stopped them was killed before it stopped the batch.
 */
export async function redirectsToStep(db: Queryable, now: Date | null): Promise<RedirectToStep[]> {
  const { rows } = await db.query<RedirectToStep>(
    sql(
      `SELECT s.*, s.until <= t.now AS "isOver", coalesce(s."nextAt" <= t.now, true) AS "isDue"
         FROM (${SELECT} WHERE r.state <> 'ended' OR r.redirect_id IN (
             SELECT v.redirect_id FROM redrive v WHERE v.redirect_id IS NOT NULL AND v.finished_at IS NULL)) s,
           (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
        WHERE s.state <> 'paused' OR s.until <= t.now OR s."runState" = 'running' ORDER BY s."redirectId"`,
      { now },
    ),
  );
  return rows;
}

/** Creations and resumptions come one after the other: each decides by which others there are. */
export async function lockRedirects(db: Queryable): Promise<void> {
  await db.query(`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('redirects', 7))`);
}

export interface NewRedirect {
  readonly groupId: number;
  readonly cause: string | null;
  readonly topicId: number;
  readonly ratePerSecond: number;
  readonly canary: number;
  readonly hours: number;
  readonly reason: string;
  readonly createdBy: string;
}

/** Keeps its topic from being deleted until the transaction ends. Null: the topic is gone. */
export async function redirectInsert(db: Queryable, now: Date | null, redirect: NewRedirect): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    sql(
      `INSERT INTO redirect (group_id, cause, target_topic_id, rate_per_second, canary, since, until, reason,
         created_by)
       SELECT $groupId, $cause, $topicId, $ratePerSecond, $canary, t.now, t.now + $hours * interval '1 hour', $reason,
              $createdBy
         FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
         CROSS JOIN (SELECT 1 FROM topic x WHERE x.topic_id = $topicId AND x.deleted_at IS NULL FOR SHARE) kept
       RETURNING redirect_id AS id`,
      { now, ...redirect },
    ),
  );
  return rows[0]?.id ?? null;
}

export interface RedirectMove {
  readonly redirectId: number;
  readonly from: readonly RedirectState[];
  readonly to: RedirectState;
  readonly by: string;
  readonly why: string;
  readonly itself: boolean;
  /** Of the round that it was judged by; null: whichever it is in. */
  readonly roundAfter: number | null;
}

/**
 * The one statement that brings a redirect from one state to another. One that stopped by itself begins with a canary
 * again when it is resumed. @returns whether it was in one of the states that allow it
 */
export async function redirectMove(db: Queryable, now: Date | null, move: RedirectMove): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `UPDATE redirect r SET state = $to, state_at = coalesce($now, clock_timestamp()), state_by = $by,
              state_why = $why, stopped_itself = $itself, next_at = NULL, looked_to = NULL, open_copies = 0,
              round_after = CASE WHEN t.anew THEN coalesce((SELECT max(v.redrive_id) FROM redrive v
                WHERE v.redirect_id = r.redirect_id), 0) ELSE r.round_after END,
              canary_sent = CASE WHEN t.anew THEN 0 ELSE r.canary_sent END,
              canary_consumed = CASE WHEN t.anew THEN '{}' ELSE r.canary_consumed END,
              canary_passed_at = CASE WHEN NOT t.anew THEN r.canary_passed_at END
         FROM (SELECT x.redirect_id, x.stopped_itself AND $to = 'active' AS anew FROM redirect x
                WHERE x.redirect_id = $redirectId) t
        WHERE r.redirect_id = t.redirect_id AND r.state = ANY ($from::text[])
          AND ($roundAfter::int IS NULL OR r.round_after = $roundAfter)`,
      { now, ...move },
    ),
  );
  return rowCount === 1;
}

/** @returns whether this passed it now */
export async function redirectCanary(
  db: Queryable,
  now: Date | null,
  { redirectId, roundAfter }: Pick<RedirectRow, 'redirectId' | 'roundAfter'>,
  { sent, consumed, passed }: { readonly sent: number; readonly consumed: readonly number[]; readonly passed: boolean },
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `UPDATE redirect SET canary_sent = $sent, canary_consumed = $consumed,
              canary_passed_at = CASE WHEN $passed::boolean THEN coalesce($now, clock_timestamp()) END,
              next_at = CASE WHEN NOT $passed THEN next_at END
        WHERE redirect_id = $redirectId AND state = 'active' AND canary_passed_at IS NULL
          AND round_after = $roundAfter
          AND ($passed OR (canary_sent, canary_consumed) IS DISTINCT FROM ($sent::int, $consumed::int[]))`,
      { now, redirectId, roundAfter, sent, consumed, passed },
    ),
  );
  return rowCount === 1 && passed;
}

export interface RedirectRest {
  readonly restMs: number;
  readonly lookedTo: number | null;
  readonly openCopies: number;
  /** The re-drive of which the first copies were all seen processed; null: of none anew. */
  readonly processedTo: number | null;
}

/** Nothing to send, or not yet: it looks again after the rest. */
export async function redirectRest(
  db: Queryable,
  now: Date | null,
  { redirectId, batch }: Pick<RedirectRow, 'redirectId' | 'batch'>,
  rest: RedirectRest,
): Promise<void> {
  await db.query(
    sql(
      `UPDATE redirect SET next_at = coalesce($now, clock_timestamp()) + $restMs * interval '1 ms',
              looked_to = $lookedTo, open_copies = $openCopies,
              processed_to = greatest(processed_to, $processedTo::int)
        WHERE redirect_id = $redirectId AND state = 'active' AND batch = $batch`,
      { now, redirectId, batch, ...rest },
    ),
  );
}

/** The outcome of its newest copies cannot be known: the next ones are a canary. @returns whether that begins now */
export async function redirectAnew(
  db: Queryable,
  { redirectId, batch, runId }: Pick<RedirectRow, 'redirectId' | 'batch' | 'runId'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `UPDATE redirect SET round_after = coalesce($runId, round_after), canary_sent = 0, canary_consumed = '{}',
              canary_passed_at = NULL, next_at = NULL, looked_to = NULL, open_copies = 0
        WHERE redirect_id = $redirectId AND state = 'active' AND batch = $batch AND canary_passed_at IS NOT NULL`,
      { redirectId, batch, runId },
    ),
  );
  return rowCount === 1;
}

export interface RedirectBatch {
  readonly redirectId: number;
  /** How many it had before: two processes that would start the same one meet there. */
  readonly batch: number;
  readonly restMs: number;
  readonly lookedTo: number | null;
}

/**
 * Makes a re-drive one batch of its redirect, in the transaction that freezes it: paused, ended or started by another
 * process meanwhile, it is none. @returns whether it is
 */
export async function redirectTake(
  db: Queryable,
  now: Date | null,
  redriveId: number,
  taken: RedirectBatch,
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `WITH taken AS (
         UPDATE redirect r SET batch = r.batch + 1, next_at = t.now + $restMs * interval '1 ms',
                looked_to = $lookedTo, open_copies = 0
           FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
          WHERE r.redirect_id = $redirectId AND r.state = 'active' AND r.batch = $batch AND r.until > t.now
         RETURNING r.redirect_id
       )
       UPDATE redrive v SET redirect_id = k.redirect_id FROM taken k
        WHERE v.redrive_id = $redriveId AND v.state = 'running'`,
      { now, redriveId, ...taken },
    ),
  );
  return rowCount === 1;
}
