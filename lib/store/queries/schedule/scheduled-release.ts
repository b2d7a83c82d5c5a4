import type { Queryable } from '../../queryable';

export interface ReleasedRow {
  readonly topicId: number;
  readonly topic: string;
  readonly messageId: string;
}

/** Moves at most `limit` due messages, about `bytes` of bodies, into the log; answers what it moved. */
export async function scheduledRelease(
  db: Queryable,
  now: Date | null,
  limit: number,
  bytes: number,
): Promise<ReleasedRow[]> {
  const { rows } = await db.query<ReleasedRow>({
    name: 'scheduled_release',
    text: 'SELECT topic_id AS "topicId", topic, msg_id AS "messageId" FROM scheduled_release($1, $2, $3)',
    values: [now, limit, bytes],
  });
  return rows;
}
