import { type BrokerContext, createTopic } from '../broker';
import { systemActor } from '../model/audit/actor';
import { FINGERPRINT_VERSION } from '../model/dead-letter/fingerprint/fingerprint';
import { sql } from '../store/sql';
import { withAdmin } from './admin-connection';

export const TEAMS = 100;
export const TEAM_GROUPS = 2 * TEAMS;
export const TEAM_LETTERS = 100_000;
const AUDIT_ROWS = 50_000;

/** Has almost nothing, and all of it is older than what others have. */
export const SMALL_TEAM = 'team-1-';
/** Has a third of everything. */
export const LARGE_TEAM = 'team-2-';

/** Letters of a group: the small team's 40, a third for the large one, the others share what is left. */
const LETTERS_OF = `CASE WHEN g.name LIKE '${SMALL_TEAM}%' THEN 20
  WHEN g.name LIKE '${LARGE_TEAM}%' THEN $letters::int / 6
  ELSE ($letters::int - $letters::int / 3 - 40) / ($groups::int - 4) END`;

/** A big installation that many teams share: each has two groups and a topic; letters and audit rows of all of them. */
export async function teamStorm(ctx: BrokerContext, databaseUrl: string): Promise<void> {
  const actor = systemActor('test');
  for (let n = 1; n <= TEAMS; n += 1)
    await createTopic(ctx, { name: `team-${n}-orders`, messageType: 'NORMAL', queues: 2, actor });
  const values = { letters: TEAM_LETTERS, groups: TEAM_GROUPS, version: FINGERPRINT_VERSION };
  await withAdmin(databaseUrl, async (db) => {
    const run = (text: string, more: Readonly<Record<string, unknown>>) => db.query(sql(text, more));
    await run(
      `INSERT INTO team (name, prefixes, created_by)
       SELECT 'Team ' || i, ARRAY['team-' || i || '-'], 'test' FROM generate_series(1, $teams::int) i`,
      { teams: TEAMS },
    );
    await run(
      `INSERT INTO consumer_group (name, delivery_order, max_retries, retry_policy, consumption_timeout_ms, version,
         created_at, updated_at)
       SELECT 'team-' || i || '-' || kind, 'concurrent', 5, '{"type":"stepped"}', 900000, 1, now(), now()
         FROM generate_series(1, $teams::int) i, unnest(ARRAY['billing', 'mail']) kind`,
      { teams: TEAMS },
    );
    await db.query(
      `INSERT INTO group_queue (group_id, queue_id, start_seg, start_off, since)
       SELECT g.group_id, q.queue_id, q.seg, q.base_off, now()
         FROM consumer_group g JOIN topic t ON split_part(t.name, '-', 2) = split_part(g.name, '-', 2)
         JOIN queue q USING (topic_id)`,
    );
    await run(
      `INSERT INTO dead_letter (group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts, cause, dead_at,
         kind, keys, body_encoding, born_at, born_host, stored_at, body, fingerprint, fingerprint_version)
       SELECT g.group_id, q.queue_id, i, 0, 0, q.topic_id, 'T' || g.group_id || '-' || i, 1, 'nack', d.at,
              'NORMAL', ARRAY['order-' || i], 'IDENTITY', d.at, 'storm', d.at, '{}',
              left(md5('f' || i % 50), 16), $version
         FROM consumer_group g JOIN group_queue USING (group_id) JOIN queue q USING (queue_id)
        CROSS JOIN LATERAL generate_series(1, ${LETTERS_OF}) i
        CROSS JOIN LATERAL (SELECT now() - i * interval '3 s'
          - CASE WHEN g.name LIKE '${SMALL_TEAM}%' THEN interval '2 days' ELSE interval '0' END AS at) d
        WHERE q.queue_no = 0 ORDER BY d.at`,
      values,
    );
    await run(
      `INSERT INTO failure_report (group_id, queue_id, off, generation, attempt, error_type, message, reported_at,
         fingerprint, fingerprint_version)
       SELECT group_id, queue_id, off, 0, 1, 'Timeout',
              'no answer within ' || off || ' ms', dead_at, fingerprint, $version
         FROM dead_letter`,
      values,
    );
    await run(
      `INSERT INTO failure_cause (group_id, fingerprint, version, error_type, text, first_seen, last_seen)
       SELECT group_id, fingerprint, $version, 'Timeout', 'no answer within {n} ms', min(dead_at), max(dead_at)
         FROM dead_letter GROUP BY group_id, fingerprint`,
      values,
    );
    // As if they had been written one by one: linking each to the one before takes a minute.
    await db.query('SET session_replication_role = replica');
    await run(
      `INSERT INTO audit (at, actor_kind, actor, action, target, after)
       SELECT now() - (a.n - i) * interval '1 s', 'operator', 'ana@example.com', 'group.pause',
              CASE WHEN i <= 20 THEN '${SMALL_TEAM}billing' ELSE 'team-' || 2 + i % ($teams::int - 1) || '-billing' END, '{}'
         FROM (SELECT $rows::int AS n) a, generate_series(1, a.n) i ORDER BY i`,
      { teams: TEAMS, rows: AUDIT_ROWS },
    );
    await db.query('RESET session_replication_role');
    await db.query('VACUUM (ANALYZE)');
  });
}
