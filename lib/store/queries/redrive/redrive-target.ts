import { PRIORITY_KEY } from '../../../model/limits';
import type { LeaveOut } from '../../../model/redrive/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { DeadLetterMatch } from '../dead-letter/dead-letter-match';
import { chosenValues, REDRIVE_CHOSEN } from './redrive-chosen';
import type { RedriveStepped } from './redrive-step';

/** Where messages of a set were sent first, and how many of them have no message group. */
export interface SourceOfSet {
  readonly topic: string;
  readonly ungrouped: number;
}

/** Of a set that is frozen. */
export async function sourcesOfItems(db: Queryable, redriveId: number): Promise<SourceOfSet[]> {
  const { rows } = await db.query<SourceOfSet>(
    `SELECT t.name AS topic, count(*) FILTER (WHERE d.mgroup IS NULL)::int AS ungrouped FROM redrive_item i
       JOIN dead_letter d USING (group_id, queue_id, off, generation) JOIN topic t ON t.topic_id = d.topic_id
      WHERE i.redrive_id = $1 AND i.state = 'selected' GROUP BY t.name`,
    [redriveId],
  );
  return rows;
}

/** Of a set as it would be frozen now. */
export async function sourcesOfChosen(
  db: Queryable,
  match: DeadLetterMatch,
  leaveOut: LeaveOut | undefined,
): Promise<SourceOfSet[]> {
  const { rows } = await db.query<SourceOfSet>(
    sql(
      `WITH ${REDRIVE_CHOSEN}
       SELECT t.name AS topic, count(*) FILTER (WHERE c.mgroup IS NULL)::int AS ungrouped
         FROM chosen c JOIN topic t USING (topic_id) WHERE c.why IS NULL GROUP BY t.name`,
      chosenValues(match, leaveOut),
    ),
  );
  return rows;
}

interface ItemToSend {
  readonly ord: number;
  readonly messageGroup: string | null;
  readonly priority: number | null;
}

/** The next that a re-drive sends to its topic, in its order. */
export async function itemsToSend(db: Queryable, redriveId: number, limit: number): Promise<ItemToSend[]> {
  const { rows } = await db.query<ItemToSend>(
    sql(
      `SELECT i.ord, d.mgroup AS "messageGroup", (d.props ->> '${PRIORITY_KEY}')::int AS priority FROM redrive_item i
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
  /** Each of its clients gets a copy, and none of them has an outcome. */
  readonly broadcasts: boolean;
}

/** Every group that reads the topic: each gets a copy of what is sent there. */
export async function targetReaders(db: Queryable, topicId: number): Promise<TargetReaderRow[]> {
  const { rows } = await db.query<TargetReaderRow>(
    `SELECT g.name AS "group", g.description, g.delivery_order AS "deliveryOrder",
            g.message_model <> 'clustering' AS broadcasts FROM consumer_group g
      WHERE g.broadcast_of IS NULL AND EXISTS (
        SELECT 1 FROM group_queue gq JOIN queue q USING (queue_id) JOIN consumer_group m ON m.group_id = gq.group_id
         WHERE q.topic_id = $1 AND (m.group_id = g.group_id OR m.broadcast_of = g.group_id))
      ORDER BY g.name`,
    [topicId],
  );
  return rows;
}
