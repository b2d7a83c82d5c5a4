import type { Queryable } from '../../queryable';

/** One text for all of a kind: another one when any of them was changed, made or removed. Null: there is none. */
export interface KeptVersions {
  readonly groups: string | null;
  readonly topics: string | null;
  readonly settings: string | null;
  readonly limits: string | null;
}

/** The versions of what each process keeps in memory. */
export async function keptVersions(db: Queryable): Promise<KeptVersions> {
  const { rows } = await db.query<KeptVersions>(
    `SELECT (SELECT md5(string_agg(concat_ws(':', g.group_id, g.version, g.paused_at), ',' ORDER BY g.group_id))
               FROM consumer_group g WHERE g.broadcast_of IS NULL) AS groups,
            (SELECT md5(string_agg(concat_ws(':', t.topic_id, t.name, t.queue_count), ',' ORDER BY t.topic_id))
               FROM topic t) AS topics,
            (SELECT md5(string_agg(concat_ws(':', s.name, s.version), ',' ORDER BY s.name)) FROM broker_setting s)
              AS settings,
            (SELECT md5(string_agg(l::text, ',' ORDER BY l.limit_id)) FROM throttle_limit l) AS limits`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database gave no versions');
  return row;
}
