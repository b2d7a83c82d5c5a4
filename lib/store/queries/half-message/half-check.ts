import type { TransactionPolicy } from '../../../model/message/half-message';
import type { BodyEncoding } from '../../../model/message/message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface HalfCheckRow {
  readonly topic: string;
  readonly messageId: string;
  readonly transactionId: string;
  /** Checks made so far, this one included. */
  readonly checks: number;
  readonly tag: string | null;
  readonly keys: string[] | null;
  readonly properties: Record<string, string> | null;
  readonly bodyEncoding: BodyEncoding;
  readonly bornAt: Date;
  readonly bornHost: string;
  readonly traceContext: string | null;
  readonly storedAt: Date;
  readonly queueNo: number;
  readonly body: Buffer;
  /** Of the check before this one. */
  readonly previousCheckAt: Date | null;
}

/** Claims due checks of the named topics: counted, and not due again for an interval. */
export async function halfCheck(
  db: Queryable,
  now: Date | null,
  topics: readonly string[],
  { checkMs, maxChecks }: TransactionPolicy,
  limit: number,
): Promise<HalfCheckRow[]> {
  const { rows } = await db.query<HalfCheckRow>(
    sql(
      `SELECT topic, msg_id AS "messageId", transaction_id AS "transactionId", checks::int AS checks, tag, keys,
        props AS properties,
                  body_encoding AS "bodyEncoding", born_at AS "bornAt", born_host AS "bornHost",
                    trace_context AS "traceContext",
                  stored_at AS "storedAt", queue_no::int AS "queueNo", body,
                  previous_check_at AS "previousCheckAt"
             FROM half_check(p_now => $now, p_topics => $topics, p_check_ms => $checkMs, p_max_checks => $maxChecks,
               p_limit => $limit)`,
      { now, topics, checkMs, maxChecks, limit },
      'half_check',
    ),
  );
  return rows;
}
