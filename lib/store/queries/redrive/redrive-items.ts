import type { Reason } from '../../../model/language/t';
import type { RedriveVerdict } from '../../../model/redrive/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { REDRIVE_VERDICT } from './redrive-verdict';

export interface RedriveItemRow {
  readonly ord: number;
  readonly messageId: string;
  readonly topic: string;
  readonly key: string | null;
  readonly verdict: RedriveVerdict;
  /** Why it is excluded. */
  readonly why: Reason | null;
  readonly movedAt: Date | null;
  /** Deliveries of the life it was given. */
  readonly attempts: number | null;
  /** A client has it now. */
  readonly held: boolean;
  /** When the lease ends, or when it is due. */
  readonly visibleAt: Date | null;
  readonly decidedAt: Date | null;
  readonly client: string | null;
  readonly brokerCause: string | null;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
  /** What was reported when it died before; null: nothing. */
  readonly formerKey: string | null;
  readonly causeKey: string | null;
}

/** In release order. */
export async function redriveItems(
  db: Queryable,
  redriveId: number,
  verdicts: readonly RedriveVerdict[] | null,
  after: number,
  limit: number,
): Promise<RedriveItemRow[]> {
  const { rows } = await db.query<Omit<RedriveItemRow, 'why'> & { readonly why: string | null }>(
    sql(
      `WITH page AS MATERIALIZED (
       SELECT i.*, ${REDRIVE_VERDICT.value} AS verdict, coalesce(v.attempt, r.attempt)::int AS attempts,
         coalesce(r.leased, false) AS held, nullif(r.visible_at, 'infinity') AS visible_at,
              v.at AS decided_at, coalesce(v.client_id, r.client_id) AS client_id, v.cause
         FROM redrive_item i ${REDRIVE_VERDICT.joins}
        WHERE i.redrive_id = $redriveId AND i.ord > $after AND ($verdicts::text[] IS NULL
          OR ${REDRIVE_VERDICT.value} = ANY ($verdicts))
        ORDER BY i.ord LIMIT $limit)
     SELECT p.ord, p.msg_id AS "messageId", t.name AS topic, coalesce(m.keys[1], d.keys[1]) AS key, p.verdict, p.why,
       p.moved_at AS "movedAt", p.attempts, p.held,
            p.visible_at AS "visibleAt", p.decided_at AS "decidedAt", c.name AS client, p.cause AS "brokerCause",
              e.error_type AS "errorType",
            left(e.message, 300) AS "errorMessage",
            b.fingerprint AS "formerKey", e.fingerprint AS "causeKey"
       FROM page p
       JOIN topic t ON t.topic_id = p.topic_id
       LEFT JOIN client c ON c.client_id = p.client_id
       LEFT JOIN any_message m ON m.queue_id = p.queue_id AND m.off = p.off AND m.seg >= 0
       LEFT JOIN dead_letter d ON d.group_id = p.group_id AND d.queue_id = p.queue_id AND d.off = p.off
       LEFT JOIN LATERAL (
         SELECT f.error_type, f.message, f.fingerprint FROM failure_report f
          WHERE p.state = 'moved' AND f.group_id = p.group_id AND f.queue_id = p.queue_id AND f.off = p.off
            AND f.generation = p.generation + 1
          ORDER BY f.attempt DESC LIMIT 1) e ON true
       LEFT JOIN LATERAL (
         SELECT f.fingerprint FROM failure_report f
          WHERE f.group_id = p.group_id AND f.queue_id = p.queue_id AND f.off = p.off AND f.generation <= p.generation
          ORDER BY f.generation DESC, f.attempt DESC LIMIT 1) b ON true
      ORDER BY p.ord`,
      { redriveId, verdicts, after, limit },
    ),
  );
  return rows;
}
