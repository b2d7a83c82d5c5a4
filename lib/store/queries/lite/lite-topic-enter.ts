import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface LiteName {
  readonly queueId: number;
  readonly name: string;
}

export interface LiteTopicEntered {
  /** The topic would have more names than its quota; none was entered. */
  readonly refused: boolean;
  /** How many it has now; null: they were not counted. */
  readonly names: number | null;
}

/** Enters distinct names of a LITE topic, before their messages are stored. `quota` null: they are not counted. */
export async function liteTopicEnter(
  db: Queryable,
  now: Date | null,
  topicId: number,
  names: readonly LiteName[],
  quota: number | null,
): Promise<LiteTopicEntered> {
  const { rows } = await db.query<{ refused: boolean; names: number | null }>(
    sql(
      `SELECT refused, names FROM lite_topic_enter(p_now => $now, p_topic => $topicId, p_queues => $queueIds,
         p_names => $names, p_quota => $quota)`,
      {
        ...{ now, topicId, quota },
        queueIds: names.map(({ queueId }) => queueId),
        names: names.map(({ name }) => name),
      },
      'lite_topic_enter',
    ),
  );
  return rows[0] ?? { refused: false, names: null };
}
