import { fromKept } from '../../../model/language/retell';
import type { RedriveVerdict } from '../../../model/redrive/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { RedriveItemRow } from '../redrive/redrive-items';

/** The verdict of an item `i`, in the words of the embedded broker's. */
export const CLUSTER_VERDICT = `
  CASE WHEN i.state IN ('planned', 'sending', 'sent') THEN 'not-yet-fetched'
    WHEN i.state = 'delivered' THEN 'in-flight' WHEN i.state = 'died' THEN 'died-again'
    WHEN i.state = 'bound' THEN 'not-failed' ELSE i.state END`;

/** `causeKey` follows from the report. */
export interface ClusterItemRow extends RedriveItemRow {
  readonly stack: string | null;
}

/** In release order. */
export async function clusterRedriveItems(
  db: Queryable,
  redriveId: number,
  verdicts: readonly RedriveVerdict[] | null,
  after: number,
  limit: number,
): Promise<ClusterItemRow[]> {
  const { rows } = await db.query<Omit<ClusterItemRow, 'why'> & { readonly why: string | null }>(
    sql(
      `SELECT i.ord, i.msg_id AS "messageId", i.topic, i.key, ${CLUSTER_VERDICT} AS verdict,
              CASE WHEN i.state = 'sending' THEN 'sent, and no answer came: its topics are looked through' ELSE i.why
              END AS why,
              i.sent_at AS "movedAt",
              CASE WHEN i.delivered_at IS NULL THEN 0
                -- ordered 5.x clients retry in place, and brokers do not count it
                WHEN r.way = 'topic' AND r.ordered THEN NULL
                -- a copy beyond the limit is not delivered: it goes to the dead letters
                WHEN r.way = 'pop-retry' THEN least(i.attempt + 1, r.max_retries + 1)
                ELSE i.attempt + 1 END AS attempts,
              i.state = 'delivered' AS held,
              i.due_at AS "visibleAt", i.decided_at AS "decidedAt", NULL AS client, NULL AS "brokerCause",
              e.error_type AS "errorType", e.message AS "errorMessage", e.stack,
              CASE WHEN i.fingerprint NOT LIKE 'unreported:%' THEN i.fingerprint END AS "formerKey",
              NULL AS "causeKey"
         FROM cluster_redrive_item i
         JOIN cluster_redrive r ON r.redrive_id = i.redrive_id
         JOIN cluster_consumer_group g ON g.group_id = r.group_id
         LEFT JOIN LATERAL (
           SELECT f.error_type, f.message, f.stack FROM cluster_report f
            WHERE f.cluster_id = r.cluster_id AND f.group_name = g.name AND f.msg_id = i.msg_id
              AND f.reported_at >= i.sent_at
            ORDER BY f.reported_at DESC LIMIT 1) e ON true
        WHERE i.redrive_id = $redriveId AND i.ord > $after
          AND ($verdicts::text[] IS NULL OR ${CLUSTER_VERDICT} = ANY ($verdicts))
        ORDER BY i.ord LIMIT $limit`,
      { redriveId, verdicts, after, limit },
    ),
  );
  return rows.map(({ why, ...row }) => ({ ...row, why: why === null ? null : fromKept(why) }));
}
