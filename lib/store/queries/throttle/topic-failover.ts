import type { Failover } from '../../../model/throttle/failover';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

const COLUMNS = `(SELECT t.name FROM topic t WHERE t.topic_id = f.topic_id) AS topic, f.endpoints,
  f.after_s AS "afterSeconds", f.version,
  f.updated_by AS "updatedBy", f.updated_at AS "updatedAt"`;

export async function failoverList(db: Queryable): Promise<Failover[]> {
  const { rows } = await db.query<Failover>(`SELECT ${COLUMNS} FROM topic_failover f ORDER BY topic`);
  return rows;
}

export async function failoverLock(db: Queryable, topicId: number): Promise<Failover | null> {
  const { rows } = await db.query<Failover>(
    `SELECT ${COLUMNS} FROM topic_failover f WHERE f.topic_id = $1 FOR UPDATE OF f`,
    [topicId],
  );
  return rows[0] ?? null;
}

/** Makes it (version 0: there was none) or changes the one that is still at `version`. Null: it is not. */
export async function failoverWrite(
  db: Queryable,
  now: Date | null,
  topicId: number,
  {
    endpoints,
    afterSeconds,
    version,
    updatedBy,
  }: Pick<Failover, 'endpoints' | 'afterSeconds' | 'version' | 'updatedBy'>,
): Promise<Failover | null> {
  const { rows } = await db.query<Failover>(
    sql(
      version === 0
        ? `INSERT INTO topic_failover AS f (topic_id, endpoints, after_s, updated_by, version, updated_at)
         VALUES ($topicId, $endpoints, $afterSeconds, $updatedBy, $version::int + 1, coalesce($now, clock_timestamp()))
           ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`
        : `UPDATE topic_failover AS f
            SET endpoints = $endpoints, after_s = $afterSeconds, updated_by = $updatedBy, version = version + 1,
              updated_at = coalesce($now, clock_timestamp())
          WHERE topic_id = $topicId AND version = $version RETURNING ${COLUMNS}`,
      { now, topicId, endpoints, afterSeconds, updatedBy, version },
    ),
  );
  return rows[0] ?? null;
}

/** False: it is not at `version` any more. */
export async function failoverDelete(db: Queryable, topicId: number, version: number): Promise<boolean> {
  const { rowCount } = await db.query(
    sql('DELETE FROM topic_failover WHERE topic_id = $topicId AND version = $version', { topicId, version }),
  );
  return rowCount === 1;
}
