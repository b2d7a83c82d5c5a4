import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { ofGroup, OLDEST_OF_GROUP } from './of-group';

/** Where a pass over a group's dead letters is, oldest first. */
export interface ExpiryCursor {
  readonly at: string;
  readonly id: number;
}

export const FIRST_EXPIRY: ExpiryCursor = { at: '-infinity', id: 0 };

export interface ExpiredBatch {
  /** Rows examined. Dead letters that an open re-drive has chosen, or that are kept longer, stay. */
  readonly seen: number;
  readonly last: ExpiryCursor;
  readonly group: string;
  readonly gone: readonly { readonly topic: string; readonly count: number }[];
}

export interface ExpiryScope {
  readonly groupId: number;
  /** Of the setting that `keepMs` is from: at another one nothing is removed. */
  readonly version: number;
  readonly keepMs: number;
  readonly limit: number;
  readonly maxBytes: number;
}

/** Groups with a dead letter that died so long ago. */
export async function deadLetterOldGroups(db: Queryable, now: Date | null, keepMs: number): Promise<number[]> {
  const { rows } = await db.query<{ groupId: number }>(
    sql(
      `SELECT g.group_id AS "groupId" FROM consumer_group g
      WHERE (SELECT d.dead_at FROM dead_letter d WHERE ${ofGroup('g.group_id')} ORDER BY ${OLDEST_OF_GROUP} LIMIT 1)
            <= coalesce($now::timestamptz, clock_timestamp()) - $keepMs * interval '1 ms'
      ORDER BY g.group_id`,
      { now, keepMs },
    ),
  );
  return rows.map(({ groupId }) => groupId);
}

/** Removes the next ones of a group. Null: another process has the group, or the setting was changed. */
export async function deadLetterExpire(
  db: Queryable,
  now: Date | null,
  { groupId, version, keepMs, limit, maxBytes }: ExpiryScope,
  after: ExpiryCursor,
): Promise<ExpiredBatch | null> {
  const { rows } = await db.query<{
    seen: number;
    at: string;
    id: number;
    group: string;
    topics: string[];
    counts: number[];
  }>(
    sql(
      `SELECT seen, last_at::text AS at, last_id AS id, group_name AS "group", topics, counts
       FROM dead_letter_expire(p_now => $now, p_group => $groupId, p_version => $version, p_keep_ms => $keepMs,
         p_limit => $limit, p_max_bytes => $maxBytes, p_after_at => $afterAt::timestamptz, p_after_id => $afterId)`,
      { now, groupId, version, keepMs, limit, maxBytes, afterAt: after.at, afterId: after.id },
    ),
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    seen: row.seen,
    last: { at: row.at, id: row.id },
    group: row.group,
    gone: row.topics.map((topic, index) => ({ topic, count: row.counts[index] ?? 0 })),
  };
}
