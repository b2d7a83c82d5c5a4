import type { RevokeVerb } from '../../../model/delivery/revoke';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { FIRST_LEASE } from '../timeline/first-lease';

/** A delivery that a client has; epoch: of its lease, or its own. */
export interface LeasedPlace {
  readonly queueId: number;
  readonly off: number;
  readonly epoch: number;
}

export interface NamedPlace extends LeasedPlace {
  readonly clientId: number | null;
  /** Why a revoke leaves it with its client; null: it takes it. As delivery_revoke decides. */
  readonly why: string | null;
}

/**
 * Where clients of a group have messages with these ids, of deliveries that began with `throughEpoch` at the latest.
 */
export async function leasedPlaces(
  db: Queryable,
  { groupId, verb }: { readonly groupId: number; readonly verb: RevokeVerb },
  messageIds: readonly string[],
  throughEpoch: number | null,
): Promise<NamedPlace[]> {
  const { rows } = await db.query<{
    queueId: number;
    off: number;
    epoch: number | null;
    clientId: number | null;
    why: string | null;
  }>(
    sql(
      `WITH named AS MATERIALIZED (
         SELECT w.queue_id, w.off, w.mgroup, coalesce(r.epoch, h.lease_id) AS epoch, r.early,
                coalesce(r.client_id, h.client_id) AS client_id, coalesce(r.attempt, 1) AS attempt
           FROM (SELECT m.queue_id, m.off, m.mgroup FROM message m WHERE m.msg_id = ANY ($messageIds::text[])
                 UNION SELECT k.queue_id, k.off, k.mgroup FROM kept_message k
                  WHERE k.msg_id = ANY ($messageIds::text[])) w
           JOIN group_queue gq ON gq.group_id = $groupId AND gq.queue_id = w.queue_id
           LEFT JOIN retry r ON r.group_id = gq.group_id AND r.queue_id = w.queue_id AND r.off = w.off
           ${FIRST_LEASE}
          WHERE CASE WHEN r.off IS NULL THEN (h.open >> h.bit) & 1 = 1 ELSE r.leased END
            AND ($throughEpoch::bigint IS NULL OR coalesce(r.epoch, h.lease_id) <= $throughEpoch)
       )
       SELECT n.queue_id AS "queueId", n.off, n.epoch, n.client_id AS "clientId",
              CASE WHEN n.early THEN 'acknowledged already'
                   WHEN $verb = 'now' AND n.attempt > g.max_retries THEN 'on its last attempt'
                   WHEN $verb = 'now' AND f.hold_job IS NOT NULL THEN 'held'
                   WHEN o.off IS NOT NULL THEN 'not the head of its key' END AS why
         FROM named n JOIN consumer_group g ON g.group_id = $groupId
         LEFT JOIN fifo_group f ON g.delivery_order = 'ordered' AND f.group_id = g.group_id
          AND f.queue_id = n.queue_id AND f.mgroup = fifo_key(n.mgroup, n.off)
         LEFT JOIN LATERAL (
           SELECT u.off FROM (
             SELECT r.off FROM retry r WHERE r.group_id = f.group_id AND r.queue_id = f.queue_id
                AND r.mgroup = f.mgroup AND NOT r.early AND r.off < n.off
             UNION ALL
             SELECT b.off FROM lease l CROSS JOIN LATERAL unnest(l.offs) WITH ORDINALITY b (off, ord)
              WHERE l.group_id = f.group_id AND l.queue_id = f.queue_id AND l.lease_id = f.lease_id AND b.off < n.off
                AND ((l.open & f.mask) >> (b.ord - 1)::int) & 1 = 1) u
            WHERE NOT EXISTS (SELECT 1 FROM named x WHERE x.queue_id = n.queue_id AND x.off = u.off)
            LIMIT 1) o ON true`,
      { groupId, verb, messageIds, throughEpoch },
    ),
  );
  return rows.flatMap(({ epoch, ...row }) => (epoch === null ? [] : [{ ...row, epoch }]));
}

export interface RevokeRow {
  /** Why its client keeps it; null: it waits now, with this epoch. */
  readonly why: string | null;
  readonly queueId: number;
  readonly off: number;
  readonly epoch: number | null;
}

/** Ends the leases of these deliveries; what becomes of the messages is decided in the same transaction. */
export async function deliveryRevoke(
  db: Queryable,
  now: Date | null,
  { jobId, verb, groupId }: { readonly jobId: number | null; readonly verb: RevokeVerb; readonly groupId: number },
  places: readonly LeasedPlace[],
): Promise<RevokeRow[]> {
  const { rows } = await db.query<RevokeRow>(
    sql(
      `SELECT why, queue_id AS "queueId", off, epoch FROM delivery_revoke(p_now => $now, p_job => $jobId,
        p_verb => $verb, p_group => $groupId, p_queue => $queueIds, p_off => $offs, p_epoch => $epochs)`,
      {
        ...{ now, jobId, verb, groupId },
        queueIds: places.map(({ queueId }) => queueId),
        offs: places.map(({ off }) => off),
        epochs: places.map(({ epoch }) => epoch),
      },
    ),
  );
  return rows;
}

/** What a request leaves with the clients that have it, counted before its first part. @returns how many it is about */
export async function retryJobLeave(
  db: Queryable,
  jobId: number,
  excluded: Readonly<Record<string, number>>,
): Promise<number> {
  const { rows } = await db.query<{ matched: number }>(
    sql(
      `UPDATE retry_job j SET excluded = $excluded::jsonb, matched = j.matched + $left::int
        WHERE j.job_id = $jobId RETURNING j.matched`,
      {
        ...{ jobId, excluded: JSON.stringify(excluded) },
        left: Object.values(excluded).reduce((sum, count) => sum + count, 0),
      },
    ),
  );
  return rows[0]?.matched ?? 0;
}
