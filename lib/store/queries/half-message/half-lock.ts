import type { HalfState } from '../../../model/message/half-message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** The state of a half message, which stays so until the transaction ends; null: there is none. */
export async function halfLock(db: Queryable, topicId: number, messageId: string): Promise<HalfState | null> {
  const { rows } = await db.query<{ state: HalfState }>(
    sql(
      `SELECT m.state FROM half_message m WHERE m.msg_id = $messageId AND m.topic_id = $topicId
         FOR NO KEY UPDATE`,
      { messageId, topicId },
    ),
  );
  return rows[0]?.state ?? null;
}
