import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** A dead letter of a cluster, as far as a search tells of it. */
export interface LetterNamedRow {
  readonly messageId: string;
  readonly topic: string;
  readonly group: string;
  readonly broker: string;
  readonly attempts: number;
  readonly tag: string | null;
  readonly keys: string[] | null;
  readonly deadAt: Date;
}

/** The dead letters of a cluster with this message id, or with this as one of their keys; newest first. */
export async function lettersNamed(
  db: Queryable,
  clusterId: number,
  text: string,
  limit: number,
): Promise<LetterNamedRow[]> {
  const { rows } = await db.query<LetterNamedRow>(
    sql(
      `WITH named AS (
       (SELECT i.dead_letter_id FROM cluster_dead_letter i WHERE i.cluster_id = $clusterId AND i.msg_id = $text
         ORDER BY i.dead_at DESC, i.dead_letter_id DESC LIMIT $limit)
       UNION
       (SELECT k.dead_letter_id FROM cluster_dead_letter k
         WHERE k.cluster_id = $clusterId AND short_keys(k.keys) @> short_keys(ARRAY[$text]) AND k.keys IS NOT NULL
           AND k.keys @> ARRAY[$text]
         ORDER BY k.dead_at DESC, k.dead_letter_id DESC LIMIT $limit)
     )
     SELECT d.msg_id AS "messageId", t.name AS topic, g.name AS "group", d.broker, d.attempts::int AS attempts, d.tag,
            d.keys, d.dead_at AS "deadAt"
       FROM named n
       JOIN cluster_dead_letter d ON d.dead_letter_id = n.dead_letter_id
       JOIN cluster_consumer_group g ON g.group_id = d.group_id
       JOIN cluster_topic t ON t.topic_id = d.topic_id
      ORDER BY d.dead_at DESC, d.dead_letter_id DESC LIMIT $limit`,
      { clusterId, text, limit },
    ),
  );
  return rows;
}

/** The dead letters of a cluster whose message belongs to this trace, newest first. */
export async function lettersOfTrace(
  db: Queryable,
  clusterId: number,
  traceId: string,
  limit: number,
): Promise<LetterNamedRow[]> {
  const { rows } = await db.query<LetterNamedRow>(
    sql(
      `SELECT d.msg_id AS "messageId", t.name AS topic, g.name AS "group", d.broker, d.attempts::int AS attempts, d.tag,
              d.keys, d.dead_at AS "deadAt"
         FROM cluster_dead_letter d
         JOIN cluster_consumer_group g ON g.group_id = d.group_id
         JOIN cluster_topic t ON t.topic_id = d.topic_id
        WHERE d.cluster_id = $clusterId AND trace_id_of(d.trace_context, d.props) = $traceId
        ORDER BY d.dead_at DESC, d.dead_letter_id DESC LIMIT $limit`,
      { clusterId, traceId, limit },
    ),
  );
  return rows;
}
