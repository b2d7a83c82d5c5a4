import type { BodyEncoding } from '../../../model/message/message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { CausePlace } from './cause-tides';

export interface CauseSampleRow {
  readonly messageId: string;
  readonly topic: string;
  readonly properties: Record<string, string> | null;
  readonly key: string | null;
  readonly deadAt: Date;
  readonly attempts: number;
  readonly client: string | null;
  readonly appVersion: string | null;
  readonly errorType: string | null;
  readonly message: string | null;
  readonly stack: string | null;
  readonly encoding: BodyEncoding;
  /** The first bytes. @neverNull both ways of the CASE have some */
  readonly body: Buffer;
  readonly bodyBytes: number;
}

/** The newest dead letter of a cause, with what was reported; null: none is left. */
export async function causeSample(db: Queryable, place: CausePlace): Promise<CauseSampleRow | null> {
  const { rows } = await db.query<CauseSampleRow>(
    sql(
      `SELECT d.msg_id AS "messageId", t.name AS topic, d.props AS properties,
              coalesce(d.mgroup, d.keys[1]) AS key, d.dead_at AS "deadAt",
              d.attempts::int AS attempts, c.name AS client, d.app_version AS "appVersion",
              f.error_type AS "errorType", f.message, f.stack, d.body_encoding AS encoding,
              CASE WHEN octet_length(d.body) <= 65536 THEN d.body ELSE substring(d.body FROM 1 FOR 4096) END AS body,
              octet_length(d.body) AS "bodyBytes"
         FROM dead_letter d JOIN topic t ON t.topic_id = d.topic_id
         LEFT JOIN client c ON c.client_id = d.client_id
         LEFT JOIN LATERAL (SELECT r.error_type, r.message, r.stack FROM failure_report r
           WHERE r.group_id = d.group_id AND r.queue_id = d.queue_id AND r.off = d.off
             AND r.fingerprint = d.fingerprint ORDER BY r.generation DESC, r.attempt DESC LIMIT 1) f ON true
        WHERE d.group_id = $groupId AND d.fingerprint = $fingerprint
        ORDER BY d.dead_at DESC, d.dead_letter_id DESC LIMIT 1`,
      { ...place },
    ),
  );
  return rows[0] ?? null;
}
