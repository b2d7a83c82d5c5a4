import type { LeaveOut } from '../../../model/redrive/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { DeadLetterMatch } from '../dead-letter/dead-letter-match';
import { chosenValues, REDRIVE_CHOSEN } from './redrive-chosen';

export interface StayingLetter {
  readonly id: number;
  readonly messageId: string;
  readonly topic: string;
  readonly key: string | null;
  readonly tag: string | null;
  readonly deadAt: Date;
  /** @neverNull each of them has one */
  readonly why: string;
}

/** Letters that match and stay behind, the oldest first. */
export async function redriveStays(
  db: Queryable,
  match: DeadLetterMatch,
  leaveOut: LeaveOut | undefined,
  page: { readonly afterId: number; readonly limit: number },
): Promise<StayingLetter[]> {
  const { rows } = await db.query<StayingLetter>(
    sql(
      `WITH ${REDRIVE_CHOSEN}
       SELECT c.dead_letter_id AS id, c.msg_id AS "messageId", t.name AS topic, c.key, c.tag, c.dead_at AS "deadAt", c.why
         FROM chosen c JOIN topic t USING (topic_id) WHERE c.why IS NOT NULL AND c.dead_letter_id > $afterId
        ORDER BY c.dead_letter_id LIMIT $limit`,
      { ...chosenValues(match, leaveOut), ...page },
    ),
  );
  return rows;
}
