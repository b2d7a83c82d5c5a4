import { type BrokerContext, createGroup, createTopic } from '../broker';
import { systemActor } from '../model/audit/actor';
import { sql } from '../store/sql';
import { withAdmin } from './admin-connection';
import { letterStorm } from './letter-storm';

/** Of the dead letters of the incident, a re-drive has chosen all but the few that it sent and that failed again. */
export const INCIDENT = { groups: 2000, letters: 50_000, chosen: 49_996 } as const;
/** Tables that an incident fills faster than the database analyses them. */
const FILLED = ['dead_letter', 'failure_report', 'failure_cause', 'redrive', 'redrive_item', 'group_sample'];

/**
 * Very many dead letters within a minute in one group of many, and a re-drive of them that its rule stopped. Statistics
 * say that every row is of one group: they are from before the groups were there, and from the middle of the incident.
 */
export async function incidentStorm(ctx: BrokerContext, databaseUrl: string): Promise<void> {
  const actor = systemActor('test');
  await createTopic(ctx, { name: 'bulk', messageType: 'NORMAL', queues: 1, actor });
  await createGroup(ctx, { name: 'bulk', maxRetries: 0, actor });
  await withAdmin(databaseUrl, async (db) => {
    const run = (text: string, values: Readonly<Record<string, unknown>> = {}) => db.query(sql(text, values));
    for (const table of FILLED) await run(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    const sample = async (): Promise<void> => {
      await run(
        `INSERT INTO group_sample (group_id, step_s, at, ready, in_flight, waiting, dead, unhandled, blocked_keys,
           deaths_due, expiring, consumers, arrived, delivered, redelivered)
         SELECT g.group_id, s.step, to_timestamp(floor(extract(epoch FROM now()) / s.step) * s.step)
                  - i * s.step * interval '1 s', 0, 0, 0, 1, 1, 0, 0, 0, 1, 1000, 4, 1
           FROM consumer_group g, (VALUES (10, 33), (60, 60)) s (step, n), generate_series(0, s.n) i
         ON CONFLICT DO NOTHING`,
      );
    };
    await sample();
    await run('ANALYZE group_sample');
    await run(
      `INSERT INTO consumer_group (name, delivery_order, max_retries, retry_policy, consumption_timeout_ms, version,
         created_at, updated_at)
       SELECT 'group-' || i, 'concurrent', 5, '{"type":"stepped"}', 900000, 1, now() - interval '20 days', now()
         FROM generate_series(2, $groups::int) i`,
      { groups: INCIDENT.groups },
    );
    await run(
      `INSERT INTO group_queue (group_id, queue_id, start_seg, start_off, since)
       SELECT g.group_id, q.queue_id, q.seg, q.base_off, now() FROM consumer_group g, queue q ON CONFLICT DO NOTHING`,
    );
    await sample();
    const storm = { group: 'bulk', topic: 'bulk', letters: INCIDENT.letters, texts: 1, minutes: 1, named: true };
    await letterStorm(db, storm);
    // Some others have an old one: it is behind those of the incident in the order of all groups.
    await run(
      `INSERT INTO dead_letter (group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts, cause, dead_at,
         kind, body_encoding, born_at, born_host, stored_at, body, fingerprint, fingerprint_version)
       SELECT g.group_id, d.queue_id, 2000000, 0, 0, d.topic_id, 'O' || g.group_id, 1, 'nack',
              now() - interval '20 hours', 'NORMAL', 'IDENTITY', now(), 'storm', now(), d.body, 'old',
              d.fingerprint_version
         FROM consumer_group g, (SELECT * FROM dead_letter LIMIT 1) d WHERE g.group_id % 100 = 0`,
    );
    await run(
      `WITH run AS (
         INSERT INTO redrive (group_id, state, selection, selected, released, reason, created_by, frozen_at,
           stopped_at, stopped_why, stopped_failed, stopped_of)
         SELECT g.group_id, 'stopped', '{"all": true}', $letters::int, $letters - $chosen::int, '', 'storm', now(),
                now(), 'canary-failed', $letters - $chosen, $letters - $chosen
           FROM consumer_group g WHERE g.name = 'bulk' RETURNING redrive_id, group_id)
       INSERT INTO redrive_item (redrive_id, ord, group_id, queue_id, off, generation, topic_id, msg_id, state)
       SELECT r.redrive_id, (d.off - 1000000)::int, d.group_id, d.queue_id, d.off, d.generation, d.topic_id, d.msg_id,
              'selected'
         FROM run r JOIN dead_letter d USING (group_id) WHERE d.off <= 1000000 + $chosen`,
      INCIDENT,
    );
  });
}

/** As on a database that has never had the time to analyse what the incident fills. */
export async function forgetStatistics(databaseUrl: string): Promise<void> {
  await withAdmin(databaseUrl, async (db) => {
    await db.query('DELETE FROM pg_statistic WHERE starelid = ANY ($1::regclass[])', [FILLED]);
    await db.query(
      'UPDATE pg_class SET reltuples = -1, relpages = 0, relallvisible = 0 WHERE oid = ANY ($1::regclass[])',
      [FILLED],
    );
  });
}
