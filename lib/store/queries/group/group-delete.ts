import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** What goes with a group. */
export interface GroupContents {
  /** Messages of the log that it has not read; they stay for other groups. */
  readonly unread: number;
  readonly inFlight: number;
  readonly waiting: number;
  readonly dead: number;
  /** Discarded, and restorable until then. */
  readonly discarded: number;
  readonly redrives: number;
  readonly versions: number;
  readonly alarmRules: number;
  readonly limits: number;
}

export async function groupContents(
  db: Queryable,
  { groupId, name, watches }: { readonly groupId: number; readonly name: string; readonly watches: readonly string[] },
): Promise<GroupContents> {
  const { rows } = await db.query<GroupContents>(
    sql(
      `WITH holder AS MATERIALIZED (
       SELECT g.group_id FROM consumer_group g WHERE g.group_id = $groupId OR g.broadcast_of = $groupId)
     SELECT (SELECT coalesce(sum(p.skipped), 0)::bigint FROM group_offset_plan(p_group => $groupId, p_topic => NULL,
               p_to => 'newest', p_at => NULL) p) AS unread,
            (SELECT coalesce(sum(bit_count(l.open::bit(64))), 0)::bigint FROM lease l
              WHERE l.group_id IN (SELECT group_id FROM holder) AND l.live)
              + (SELECT count(*) FROM retry r WHERE r.group_id IN (SELECT group_id FROM holder) AND r.leased)
              AS "inFlight",
            (SELECT count(*) FROM retry r WHERE r.group_id IN (SELECT group_id FROM holder) AND NOT r.leased) AS waiting,
            (SELECT count(*) FROM dead_letter d WHERE d.group_id = $groupId) AS dead,
            (SELECT count(*) FROM discarded_letter d WHERE d.group_id = $groupId) AS discarded,
            (SELECT count(*) FROM redrive d WHERE d.group_id = $groupId) AS redrives,
            (SELECT count(*) FROM consumer_group_version v WHERE v.group_id = $groupId) AS versions,
            (SELECT count(*) FROM alarm_rule a WHERE a.subject = $name AND a.watch = ANY ($watches)) AS "alarmRules",
            (SELECT count(*) FROM throttle_limit t WHERE t.scope = 'group' AND t.subject = $name) AS limits`,
      { groupId, name, watches },
    ),
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`group ${name} could not be counted`);
  return row;
}

/** Other groups that read its dead letters as a topic. */
export async function deadLetterReaders(db: Queryable, groupId: number): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT DISTINCT g.name FROM dead_letter_topic d JOIN group_queue gq ON gq.queue_id = d.queue_id
       JOIN consumer_group g ON g.group_id = gq.group_id
      WHERE d.group_id = $1 AND gq.group_id <> $1 ORDER BY g.name`,
    [groupId],
  );
  return rows.map(({ name }) => name);
}

/** The caller holds the locks of the group and its queues. @returns the deletion that removes its rows */
export async function groupDelete(
  db: Queryable,
  now: Date | null,
  group: {
    readonly groupId: number;
    readonly watches: readonly string[];
    readonly by: string;
    readonly counted: number;
  },
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    sql(
      `SELECT group_delete(p_now => $now, p_group => $groupId, p_watches => $watches, p_by => $by,
         p_counted => $counted) AS id`,
      { now, ...group },
    ),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('group_delete returned no row');
  return row.id;
}
