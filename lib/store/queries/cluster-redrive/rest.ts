import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { FAILURES_LOOKED_AT } from '../redrive/redrive-failures';
import { REST_OF_RUN, type RedriveRestRow } from '../redrive/redrive-rest';

/** As redriveRest, of a run in a cluster. */
export async function clusterRedriveRest(
  db: Queryable,
  redriveId: number,
  roundAt: Date,
  states: readonly string[],
): Promise<RedriveRestRow | null> {
  const { rows } = await db.query<RedriveRestRow>(
    sql(
      `WITH failed AS (
         SELECT i.fingerprint, count(*)::int AS failed
           FROM (SELECT x.fingerprint FROM cluster_redrive_item x
                  WHERE x.redrive_id = $redriveId AND x.first_failed AND x.first_at IS NOT NULL
                    AND x.sent_at >= $roundAt
                  ORDER BY x.first_at DESC, x.ord DESC LIMIT ${FAILURES_LOOKED_AT}) i
          GROUP BY i.fingerprint
       ), lefts AS (
         SELECT i.fingerprint, count(*) AS left FROM cluster_redrive_item i
          WHERE i.redrive_id = $redriveId AND i.state = ANY ($states::text[]) GROUP BY i.fingerprint
       ), causes AS (
         SELECT k.fingerprint, k.error_type, k.text FROM cluster_failure_cause k
           JOIN cluster_redrive j ON j.redrive_id = $redriveId AND j.cluster_id = k.cluster_id
            AND j.group_id = k.group_id
          WHERE k.fingerprint IN (SELECT x.fingerprint FROM failed x)
       ) ${REST_OF_RUN}`,
      { redriveId, roundAt, states },
    ),
  );
  return rows[0] ?? null;
}
