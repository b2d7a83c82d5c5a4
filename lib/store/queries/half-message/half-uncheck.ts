import type { TransactionPolicy } from '../../../model/message/half-message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface UndoneCheck {
  readonly topic: string;
  readonly messageId: string;
  /** Its number: while it is the last one. */
  readonly check: number;
  readonly previousCheckAt: Date | null;
}

/** Takes back claimed checks that reached no producer: not counted, and due now. @returns how many */
export async function halfUncheck(
  db: Queryable,
  now: Date | null,
  { lifetimeMs }: Pick<TransactionPolicy, 'lifetimeMs'>,
  checks: readonly UndoneCheck[],
): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `UPDATE half_message m
        SET checks = m.checks - 1, last_check_at = w.previous, next_check_at = coalesce($now, clock_timestamp()),
            -- The last check had shortened it.
            gives_up_at = CASE WHEN m.next_check_at IS NULL THEN m.stored_at + $lifetimeMs::bigint * interval '1 ms'
              ELSE m.gives_up_at END
       FROM unnest($topics::text[], $messageIds::text[], $checks::int[], $previousCheckAts::timestamptz[]) w (topic,
         msg_id, checks, previous)
       JOIN topic t ON t.name = w.topic
      WHERE m.msg_id = w.msg_id AND m.topic_id = t.topic_id AND m.state = 'pending' AND m.checks = w.checks`,
      {
        now,
        lifetimeMs,
        topics: checks.map(({ topic }) => topic),
        messageIds: checks.map(({ messageId }) => messageId),
        checks: checks.map(({ check }) => check),
        previousCheckAts: checks.map(({ previousCheckAt }) => previousCheckAt),
      },
    ),
  );
  return rowCount ?? 0;
}
