import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Makes the next messages findable by their keys; answers how many were read. */
export async function messageKeyIndex(db: Queryable, queues: number, limit: number): Promise<number> {
  const { rows } = await db.query<{ read: number }>(
    sql('SELECT message_key_index(p_queues => $queues, p_limit => $limit) AS read', { queues, limit }),
  );
  return rows[0]?.read ?? 0;
}
