import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** One dead letter of a message: at one broker, for one group. */
export interface LetterCopyRow {
  readonly id: number;
  readonly queueId: number;
  readonly broker: string;
  readonly offset: number;
  readonly life: number;
  readonly group: string;
  readonly topic: string;
  readonly consumer: string | null;
  /** 0: it does not show. */
  readonly attempts: number;
  readonly tag: string | null;
  readonly messageGroup: string | null;
  readonly keys: string[] | null;
  readonly properties: Record<string, string> | null;
  readonly bodyEncoding: string;
  readonly bodyBytes: number;
  readonly bornAt: Date;
  readonly bornHost: string;
  readonly traceContext: string | null;
  readonly deadAt: Date;
  readonly fingerprint: string;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
  readonly appVersion: string | null;
  readonly keptUntil: Date | null;
  readonly redriveId: number | null;
  readonly heldAt: Date | null;
  readonly heldBy: string | null;
  readonly holdReason: string | null;
  readonly acceptedAt: Date | null;
  readonly acceptedBy: string | null;
  readonly acceptReason: string | null;
  /** It was moved there from this installation: no broker had it. */
  readonly isMoved: boolean;
  /** The broker does not have it any more. */
  readonly goneAtBroker: boolean;
}

const MOST = 50;

/** All that is indexed of a message id, newest first. */
export async function letterCopies(db: Queryable, clusterId: number, messageId: string): Promise<LetterCopyRow[]> {
  const { rows } = await db.query<LetterCopyRow>(
    sql(
      `SELECT d.dead_letter_id AS id, d.queue_id AS "queueId", d.broker, d.off AS "offset", q.life, g.name AS "group",
            t.name AS topic, d.consumer, d.attempts::int AS attempts, d.tag, d.mgroup AS "messageGroup", d.keys,
            d.props AS properties, d.body_encoding AS "bodyEncoding", octet_length(d.body) AS "bodyBytes",
            d.born_at AS "bornAt", d.born_host AS "bornHost", d.trace_context AS "traceContext", d.dead_at AS "deadAt",
            d.fingerprint, e.error_type AS "errorType", e.message AS "errorMessage", d.app_version AS "appVersion",
            d.kept_until AS "keptUntil", d.chosen_by AS "redriveId", d.held_at AS "heldAt", d.held_by AS "heldBy",
            d.hold_reason AS "holdReason", d.accepted_at AS "acceptedAt", d.accepted_by AS "acceptedBy",
            d.accept_reason AS "acceptReason", q.queue_no < 0 AS "isMoved",
            (q.ended_at IS NOT NULL OR d.off < q.min_off) AS "goneAtBroker"
       FROM cluster_dead_letter d
       JOIN cluster_letter_queue q ON q.queue_id = d.queue_id
       JOIN cluster_consumer_group g ON g.group_id = d.group_id
       JOIN cluster_topic t ON t.topic_id = d.topic_id
       LEFT JOIN LATERAL (SELECT r.error_type, r.message FROM cluster_failure_report r
         WHERE r.group_id = d.group_id AND r.queue_id = d.queue_id AND r.off = d.off
           AND r.fingerprint = d.fingerprint ORDER BY r.attempt DESC LIMIT 1) e ON true
      WHERE d.cluster_id = $clusterId AND d.msg_id = $messageId
      ORDER BY d.dead_at DESC, d.dead_letter_id DESC LIMIT ${MOST}`,
      { clusterId, messageId },
    ),
  );
  return rows;
}
