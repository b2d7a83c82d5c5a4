import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { RedriveStepped } from './redrive-step';

/** How many of the set have no message group: an ordered topic has no place for them. */
export async function ungroupedItems(db: Queryable, redriveId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM redrive_item i
       JOIN dead_letter d USING (group_id, queue_id, off, generation)
      WHERE i.redrive_id = $1 AND i.state = 'selected' AND d.mgroup IS NULL`,
    [redriveId],
  );
  return rows[0]?.count ?? 0;
}

/** Where the messages of the set were sent. */
export async function topicsOfItems(db: Queryable, redriveId: number): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT DISTINCT t.name FROM redrive_item i
       JOIN dead_letter d USING (group_id, queue_id, off, generation) JOIN topic t ON t.topic_id = d.topic_id
      WHERE i.redrive_id = $1 AND i.state = 'selected'`,
    [redriveId],
  );
  return rows.map(({ name }) => name);
}

interface ItemToSend {
  readonly ord: number;
  readonly messageGroup: string | null;
}

/** The next that a re-drive sends to its topic, in its order. */
export async function itemsToSend(db: Queryable, redriveId: number, limit: number): Promise<ItemToSend[]> {
  const { rows } = await db.query<ItemToSend>(
    sql(
      `SELECT i.ord, d.mgroup AS "messageGroup" FROM redrive_item i
         LEFT JOIN dead_letter d USING (group_id, queue_id, off, generation)
        WHERE i.redrive_id = $redriveId AND i.state = 'selected' ORDER BY i.ord LIMIT $limit`,
      { redriveId, limit },
    ),
  );
  return rows;
}

/** Each item to the queue at its place. Null: not running any more. */
export async function redriveSend(
  db: Queryable,
  now: Date | null,
  redriveId: number,
  items: readonly { readonly ord: number; readonly queueId: number }[],
): Promise<RedriveStepped | null> {
  const { rows } = await db.query<RedriveStepped>(
    sql(
      `SELECT moved, excluded, remaining FROM redrive_send(p_now => $now, p_redrive => $redriveId, p_ord => $ords,
        p_queue => $queueIds)`,
      { now, redriveId, ords: items.map(({ ord }) => ord), queueIds: items.map(({ queueId }) => queueId) },
    ),
  );
  return rows[0] ?? null;
}

export interface TargetReaderRow {
  readonly group: string;
  readonly description: string;
  readonly deliveryOrder: string;
}

/** Every group that reads the topic: each gets a copy of what is sent there. */
export async function targetReaders(db: Queryable, topicId: number): Promise<TargetReaderRow[]> {
  const { rows } = await db.query<TargetReaderRow>(
    `SELECT g.name AS "group", g.description, g.delivery_order AS "deliveryOrder" FROM consumer_group g
      WHERE g.broadcast_of IS NULL AND EXISTS (
        SELECT 1 FROM group_queue gq JOIN queue q USING (queue_id) JOIN consumer_group m ON m.group_id = gq.group_id
         WHERE q.topic_id = $1 AND (m.group_id = g.group_id OR m.broadcast_of = g.group_id))
      ORDER BY g.name`,
    [topicId],
  );
  return rows;
}
