import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** A dead letter of a cluster as it is indexed: where it lay, and all that it was, as stored. */
export interface ClusterLetterRow {
  /** Stays the same, whatever happens to it. */
  readonly id: number;
  readonly broker: string;
  /** Of the dead-letter topic at that broker. */
  readonly queueNo: number;
  readonly offset: number;
  /** 1 is the first life of that topic that was seen; offsets are of one life. */
  readonly life: number;
  readonly group: string;
  /** Where it was sent first. */
  readonly topic: string;
  readonly messageId: string;
  readonly keys: string[] | null;
  readonly tag: string | null;
  /** All of them, those of brokers and clients too. */
  readonly properties: Record<string, string> | null;
  readonly body: Buffer;
  readonly bodyEncoding: string;
  readonly flag: number;
  readonly sysFlag: number;
  readonly reconsumeTimes: number;
  /** 'pop', 'pop-ordered', 'classic' or 'classic-ordered', as it died; null: it does not show. */
  readonly consumer: string | null;
  readonly bornAt: Date;
  readonly deadAt: Date;
  readonly storeId: string;
}

/** Those of `ids` that are there, in the order of their numbers; on any connection. */
export async function clusterLetters(
  db: Queryable,
  clusterId: number,
  ids: readonly number[],
): Promise<ClusterLetterRow[]> {
  const { rows } = await db.query<ClusterLetterRow>(
    sql(
      `SELECT d.dead_letter_id AS id, d.broker, q.queue_no AS "queueNo", d.off AS "offset", q.life, g.name AS "group",
            t.name AS topic, d.msg_id AS "messageId", d.keys, d.tag, d.props AS properties, d.body,
            d.body_encoding AS "bodyEncoding", d.flag, d.sys_flag AS "sysFlag",
            d.reconsume_times AS "reconsumeTimes", d.consumer, d.born_at AS "bornAt", d.dead_at AS "deadAt",
            d.store_id AS "storeId"
       FROM unnest($ids::bigint[]) n (id)
       JOIN cluster_dead_letter d ON d.dead_letter_id = n.id AND d.cluster_id = $clusterId
       JOIN cluster_letter_queue q ON q.queue_id = d.queue_id
       JOIN cluster_consumer_group g ON g.group_id = d.group_id
       JOIN cluster_topic t ON t.topic_id = d.topic_id
      ORDER BY d.dead_letter_id`,
      { clusterId, ids },
    ),
  );
  return rows;
}
