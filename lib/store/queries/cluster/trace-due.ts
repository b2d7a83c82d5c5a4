import { unreportedFingerprint } from '../../../model/dead-letter/fingerprint/unreported';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** As brokers see a death: all there is where no application reported. */
const UNSAID = unreportedFingerprint('exhausted');

/** Of these, the letters of 4.x clients that died lately and without a report. @returns how many */
export async function traceDueAdd(
  db: Queryable,
  now: Date | null,
  ids: readonly number[],
  { keptMs, firstMs }: { readonly keptMs: number; readonly firstMs: number },
): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `INSERT INTO cluster_trace_due (dead_letter_id, cluster_id, dead_at, look_at)
       SELECT d.dead_letter_id, d.cluster_id, d.dead_at, t.now + $firstMs * interval '1 ms'
         FROM cluster_dead_letter d, (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
        WHERE d.dead_letter_id = ANY ($ids::bigint[]) AND d.consumer IN ('classic', 'classic-ordered')
          AND d.fingerprint = '${UNSAID}' AND d.dead_at > t.now - $keptMs * interval '1 ms'
       ON CONFLICT DO NOTHING`,
      { now, ids, keptMs, firstMs },
    ),
  );
  return rowCount ?? 0;
}

export interface TraceDueRow {
  readonly id: number;
  readonly group: string;
  readonly messageId: string;
  readonly deadAt: Date;
}

/** The next to look for, the newest death first. */
export async function traceDueNext(
  db: Queryable,
  now: Date | null,
  clusterId: number,
  limit: number,
): Promise<TraceDueRow[]> {
  const { rows } = await db.query<TraceDueRow>(
    sql(
      `SELECT t.dead_letter_id AS id, g.name AS "group", d.msg_id AS "messageId", d.dead_at AS "deadAt"
         FROM cluster_trace_due t
         JOIN cluster_dead_letter d ON d.dead_letter_id = t.dead_letter_id AND d.fingerprint = '${UNSAID}'
         JOIN cluster_consumer_group g ON g.group_id = d.group_id
        WHERE t.cluster_id = $clusterId AND t.look_at <= coalesce($now::timestamptz, clock_timestamp())
        ORDER BY t.dead_at DESC LIMIT $limit`,
      { now, clusterId, limit },
    ),
  );
  return rows;
}

/** How a delivery ended, as its client traced it. */
export interface TracedEndRow {
  readonly group: string;
  readonly messageId: string;
  /** Null: the trace does not say which it was. */
  readonly attempt: number | null;
  readonly cause: string;
}

/**
 * Letters that wait for a trace, and whose last delivery is one of these, have its end as cause; of two lives of a
 * message the later one, so give them in the order of time. @returns how many
 */
export async function traceDueName(db: Queryable, clusterId: number, ends: readonly TracedEndRow[]): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `WITH e AS (
         SELECT DISTINCT ON (d.dead_letter_id) d.dead_letter_id, i.cause
           FROM unnest($groups::text[], $messageIds::text[], $attempts::int[], $causes::text[])
                WITH ORDINALITY i (group_name, msg_id, attempt, cause, place)
           JOIN cluster_consumer_group g ON g.cluster_id = $clusterId AND g.name = i.group_name
           JOIN cluster_dead_letter d ON d.cluster_id = $clusterId AND d.msg_id = i.msg_id AND d.group_id = g.group_id
          WHERE i.attempt IS NULL OR d.attempts IN (i.attempt, 0)
          ORDER BY d.dead_letter_id, i.attempt DESC NULLS LAST, i.place DESC
       ), done AS (
         DELETE FROM cluster_trace_due t USING e WHERE t.dead_letter_id = e.dead_letter_id RETURNING t.dead_letter_id
       )
       UPDATE cluster_dead_letter d SET cause = e.cause, fingerprint = 'unreported:' || e.cause
         FROM e JOIN done USING (dead_letter_id)
        WHERE d.dead_letter_id = e.dead_letter_id AND d.fingerprint = '${UNSAID}'`,
      {
        clusterId,
        groups: ends.map(({ group }) => group),
        messageIds: ends.map(({ messageId }) => messageId),
        attempts: ends.map(({ attempt }) => attempt),
        causes: ends.map(({ cause }) => cause),
      },
    ),
  );
  return rowCount ?? 0;
}

/** These were looked for. They are again after the next of the waits, and no more after the last. */
export async function traceDueLooked(
  db: Queryable,
  now: Date | null,
  ids: readonly number[],
  waitsMs: readonly number[],
): Promise<void> {
  await db.query(
    sql(
      `WITH over AS (
         DELETE FROM cluster_trace_due t
          WHERE t.dead_letter_id = ANY ($ids::bigint[]) AND t.looks >= cardinality($waitsMs::int[])
       )
       UPDATE cluster_trace_due t SET looks = t.looks + 1,
              look_at = coalesce($now::timestamptz, clock_timestamp())
                + ($waitsMs::int[])[t.looks + 1] * interval '1 ms'
        WHERE t.dead_letter_id = ANY ($ids::bigint[]) AND t.looks < cardinality($waitsMs::int[])`,
      { now, ids, waitsMs },
    ),
  );
}

/** No look will come for letters that died longer ago than this. */
export async function traceDueDrop(db: Queryable, now: Date | null, clusterId: number, keptMs: number): Promise<void> {
  await db.query(
    sql(
      `DELETE FROM cluster_trace_due t WHERE t.cluster_id = $clusterId
          AND t.dead_at <= coalesce($now::timestamptz, clock_timestamp()) - $keptMs * interval '1 ms'`,
      { now, clusterId, keptMs },
    ),
  );
}
