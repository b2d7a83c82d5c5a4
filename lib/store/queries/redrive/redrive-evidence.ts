import type { EvidenceAsked, RunEvidence } from '../../../model/redrive/redrive-rule';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { FIRST_CONSUMED, FIRST_FAILED } from './redrive-first';

/** Of live messages claimed lately, so many at most of each queue. */
const LIVE_SAMPLE = 50;
const LIVE_WINDOW = '30 s';

/** What the rows say about a running re-drive now. Read after its row is locked, so that what is decided stays true. */
export async function redriveEvidence(
  db: Queryable,
  now: Date,
  redriveId: number,
  { asksDelay, ...asked }: EvidenceAsked,
): Promise<RunEvidence> {
  const { rows } = await db.query<Omit<RunEvidence, 'delayP95Ms'> & { readonly groupId: number }>(
    sql(
      `SELECT j.group_id AS "groupId", j.released - j.round_released AS released, n.verdicts,
         l.verdicts AS "lastVerdicts", l.failed AS "lastFailed",
         EXISTS (SELECT 1 FROM retry r WHERE r.redrive_id = $redriveId AND r.attempt = 0)
           OR EXISTS (SELECT 1 FROM retry r WHERE r.redrive_id = $redriveId AND r.attempt = 1 AND r.leased)
           AS undecided,
         EXISTS (SELECT 1 FROM redrive_next(p_redrive => $redriveId, p_limit => 1)) AS releasable,
         CASE WHEN w.since IS NOT NULL THEN (extract(epoch FROM $now::timestamptz
           - greatest(w.since, f.at, j.resumed_at)) * 1000)::bigint END AS "unfetchedMs"
    FROM redrive j,
         (SELECT count(*)::int AS verdicts FROM (
            SELECT 1 FROM delivery_event d WHERE d.redrive_id = $redriveId AND d.attempt = 1 AND d.at >= $roundAt
               AND (${FIRST_FAILED} OR ${FIRST_CONSUMED}) LIMIT $countTo) c) n,
         (SELECT count(*)::int AS verdicts, count(*) FILTER (WHERE k.failed)::int AS failed FROM (
            SELECT ${FIRST_FAILED} AS failed FROM delivery_event d WHERE d.redrive_id = $redriveId AND d.attempt = 1
               AND d.at >= $roundAt AND (${FIRST_FAILED} OR ${FIRST_CONSUMED})
             ORDER BY d.at DESC, d.event_id DESC LIMIT $ofLast) k) l,
         (SELECT min(r.visible_at) AS since FROM retry r
           WHERE r.redrive_id = $redriveId AND r.attempt = 0 AND NOT r.leased AND r.held_due_at IS NULL) w,
         (SELECT max(d.at) AS at FROM delivery_event d
           WHERE d.redrive_id = $redriveId AND d.attempt = 1 AND d.state = 'Inflight') f
   WHERE j.redrive_id = $redriveId`,
      { now, redriveId, ...asked },
    ),
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`re-drive ${redriveId} is gone`);
  const { groupId, ...evidence } = row;
  return { ...evidence, delayP95Ms: asksDelay ? await liveDelay(db, now, groupId) : null };
}

/** 95th percentile of how long live messages of a group waited, of those claimed lately. Null: none were. */
export async function liveDelay(db: Queryable, now: Date | null, groupId: number): Promise<number | null> {
  const { rows } = await db.query<{ delayMs: number | null }>(
    sql(
      `SELECT percentile_disc(0.95) WITHIN GROUP (ORDER BY s.ms)::bigint AS "delayMs"
         FROM group_queue gq
         CROSS JOIN LATERAL (
           SELECT l.queue_id, l.seg, coalesce(l.offs[1], l.base_off) AS off, l.claimed_at FROM lease l
            WHERE l.group_id = gq.group_id AND l.queue_id = gq.queue_id ORDER BY l.lease_id DESC LIMIT ${LIVE_SAMPLE}) l
         CROSS JOIN LATERAL (
           SELECT extract(epoch FROM l.claimed_at - m.stored_at) * 1000 AS ms FROM message m
            WHERE m.queue_id = l.queue_id AND m.off = l.off AND m.seg = l.seg LIMIT 1) s
        WHERE gq.group_id = $groupId
          AND l.claimed_at > coalesce($now::timestamptz, clock_timestamp()) - interval '${LIVE_WINDOW}'`,
      { now, groupId },
    ),
  );
  return rows[0]?.delayMs ?? null;
}
