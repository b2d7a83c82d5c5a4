import type { Queryable } from '../../queryable';

/** For every scrape, hence SQL. */
export async function topicNames(db: Queryable): Promise<Map<number, string>> {
  const { rows } = await db.query<{ topicId: number; name: string }>('SELECT topic_id AS "topicId", name FROM topic');
  return new Map(rows.map(({ topicId, name }) => [topicId, name]));
}
