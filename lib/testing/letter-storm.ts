import { FINGERPRINT_VERSION } from '../model/dead-letter/fingerprint/fingerprint';
import type { Queryable } from '../store/queryable';
import { sql } from '../store/sql';

export interface Storm {
  readonly group: string;
  readonly topic: string;
  readonly letters: number;
  /** Different words; each letter has a text of its own. */
  readonly texts: number;
  /** The newest died now. */
  readonly minutes?: number;
  /** As this release leaves them; else without fingerprints, as an older one did. */
  readonly named?: boolean;
}

/**
 * Dead letters with reports by the thousand, made by the database: as an older release left them, without a
 * fingerprint. The group and the topic exist.
 */
export async function letterStorm(db: Queryable, { minutes = 60, named = false, ...storm }: Storm): Promise<void> {
  const values = { ...storm, minutes };
  await db.query(
    sql(
      `INSERT INTO dead_letter (group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts, cause, dead_at,
         kind, keys, body_encoding, born_at, born_host, stored_at, body)
       SELECT g.group_id, q.queue_id, 1000000 + i, 0, 0, t.topic_id, 'S' || q.queue_id || '-' || i, 1, 'nack', d.at,
              'NORMAL', ARRAY['order-' || i], 'IDENTITY', d.at, 'storm', d.at,
              convert_to('{"order":' || i || ',"tenant":"t' || i % 7 || '"}', 'UTF8')
         FROM consumer_group g, topic t JOIN queue q USING (topic_id), generate_series(1, $letters::int) i
        CROSS JOIN LATERAL (SELECT clock_timestamp() - ($letters::int - i) * ($minutes::int * interval '1 min'
          / $letters::int) AS at) d
        WHERE g.name = $group AND t.name = $topic AND q.queue_no = 0`,
      values,
    ),
  );
  await db.query(
    sql(
      `INSERT INTO failure_report (group_id, queue_id, off, generation, attempt, error_type, message, reported_at)
       SELECT d.group_id, d.queue_id, d.off, 0, 1, 'Timeout', 'word ' || translate((i % $texts::int)::text,
              '0123456789', 'abcdefghij') || ' did not answer within ' || i || ' ms', d.dead_at
         FROM dead_letter d JOIN consumer_group g USING (group_id)
        CROSS JOIN LATERAL (SELECT d.off - 1000000 AS i) n
        WHERE g.name = $group AND d.off > 1000000`,
      values,
    ),
  );
  if (named) await nameStorm(db, storm.group);
}

/** The fingerprints are made by the database: one for each text. */
async function nameStorm(db: Queryable, group: string): Promise<void> {
  const values = { group, version: FINGERPRINT_VERSION };
  await db.query(
    sql(
      `UPDATE failure_report f SET fingerprint = left(md5(split_part(f.message, ' ', 2)), 16),
              fingerprint_version = $version
         FROM consumer_group g WHERE g.name = $group AND f.group_id = g.group_id`,
      values,
    ),
  );
  await db.query(
    sql(
      `UPDATE dead_letter d SET fingerprint = f.fingerprint, fingerprint_version = $version
         FROM consumer_group g, failure_report f
        WHERE g.name = $group AND d.group_id = g.group_id AND f.group_id = d.group_id AND f.queue_id = d.queue_id
          AND f.off = d.off AND f.generation = d.generation AND f.attempt = d.attempts`,
      values,
    ),
  );
  await db.query(
    sql(
      `INSERT INTO failure_cause (group_id, fingerprint, version, error_type, text, first_seen, last_seen)
       SELECT f.group_id, f.fingerprint, $version, min(f.error_type), 'word ' || min(split_part(f.message, ' ', 2))
              || ' did not answer within {n} ms', min(f.reported_at), max(f.reported_at)
         FROM failure_report f JOIN consumer_group g USING (group_id) WHERE g.name = $group
        GROUP BY f.group_id, f.fingerprint`,
      values,
    ),
  );
  await db.query('VACUUM (ANALYZE) dead_letter');
  await db.query('VACUUM (ANALYZE) failure_report');
  await db.query('ANALYZE failure_cause');
}
