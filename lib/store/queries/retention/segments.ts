import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Opens the next segment when the newest is older than `ageMs`; answers its number. */
export async function segmentOpen(db: Queryable, now: Date | null, ageMs: number): Promise<number | null> {
  const { rows } = await db.query<{ seg: number | null }>(
    sql('SELECT segment_open(p_now => $now, p_age_ms => $ageMs) AS seg', { now, ageMs }),
  );
  return rows[0]?.seg ?? null;
}

/** Moves a topic's queues to the newest segment; answers how many moved. */
export async function segmentEnter(db: Queryable, topicId: number): Promise<number> {
  const { rows } = await db.query<{ moved: number }>('SELECT segment_enter($1) AS moved', [topicId]);
  return rows[0]?.moved ?? 0;
}

/** Topics with a queue that is not in the newest segment. */
export async function segmentBehind(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ topicId: number }>(
    'SELECT DISTINCT topic_id AS "topicId" FROM queue WHERE seg < (SELECT max(seg) FROM segment) ORDER BY topic_id',
  );
  return rows.map(({ topicId }) => topicId);
}

/** Drops the oldest segment when it is past the retention; answers its number. */
export async function segmentDrop(db: Queryable, now: Date | null, retentionMs: number): Promise<number | null> {
  const { rows } = await db.query<{ seg: number | null }>(
    sql('SELECT segment_drop(p_now => $now, p_retention_ms => $retentionMs) AS seg', { now, retentionMs }),
  );
  return rows[0]?.seg ?? null;
}

/** Removes history past the retention; answers how many rows went. */
export async function historyPrune(
  db: Queryable,
  now: Date | null,
  retentionMs: number,
  limit: number,
): Promise<number> {
  const { rows } = await db.query<{ pruned: number }>(
    sql('SELECT history_prune(p_now => $now, p_retention_ms => $retentionMs, p_limit => $limit) AS pruned', {
      now,
      retentionMs,
      limit,
    }),
  );
  return rows[0]?.pruned ?? 0;
}
