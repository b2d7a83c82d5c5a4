import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export type WokenLoop =
  | 'expire'
  | 'end-overruns'
  | 'fill-dead-letter-topics'
  | 'regroup-causes'
  | 'release-scheduled'
  | 'step-redrives'
  | 'step-redirects'
  | 'change-dead-letters'
  | 'change-retries'
  | 'remove-deleted'
  | 'index-dead-letters'
  | 'deliver-alarms';

export interface WorkAhead {
  /** The loop that does the work. @neverNull the list names each */
  readonly loop: WokenLoop;
  /** Milliseconds until there is something for it to do; 0 or less: now. @neverNull others are left out */
  readonly inMs: number;
}

/**
 * What the loops of a broker have to do, now or at a known time. Each part is a scalar subquery with LIMIT 1 over an
 * index that holds only what is open. Leases that ended more than LOOK_BACK ago are left to the pass that reads all:
 * the low end of their index may be full of dead entries.
 */
export async function workAhead(db: Queryable, now: Date | null, fingerprintVersion: number): Promise<WorkAhead[]> {
  const { rows } = await db.query<WorkAhead>(
    sql(
      `SELECT w.loop, (extract(epoch FROM w.due_at - t.now) * 1000)::float8 AS "inMs"
         FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
        CROSS JOIN LATERAL (SELECT least(
            (SELECT l.expires_at FROM lease l WHERE l.live AND l.expires_at >= t.now - interval '75 s'
              ORDER BY l.expires_at LIMIT 1),
            (SELECT r.visible_at FROM retry r WHERE r.leased AND NOT r.early AND r.visible_at >= t.now - interval '75 s'
              ORDER BY r.visible_at LIMIT 1)) AS ends_at) lease
        CROSS JOIN LATERAL (VALUES
          ('expire', lease.ends_at),
          ('end-overruns', CASE WHEN lease.ends_at IS NOT NULL THEN t.now END),
          ('fill-dead-letter-topics', (SELECT t.now FROM dead_letter_topic d WHERE d.copy_through IS NOT NULL LIMIT 1)),
          ('regroup-causes', coalesce(
            (SELECT t.now FROM failure_report f WHERE f.fingerprint_version < $fingerprintVersion
              ORDER BY f.fingerprint_version LIMIT 1),
            (SELECT t.now FROM dead_letter d WHERE d.fingerprint_version < $fingerprintVersion
              ORDER BY d.fingerprint_version LIMIT 1))),
          ('release-scheduled', (SELECT s.due_at FROM scheduled_message s WHERE s.recalled_at IS NULL
            ORDER BY s.due_at LIMIT 1)),
          ('step-redrives', (SELECT t.now FROM redrive r WHERE r.finished_at IS NULL AND r.state = 'running' LIMIT 1)),
          ('step-redirects', (SELECT t.now FROM redirect r WHERE r.state <> 'ended' LIMIT 1)),
          ('change-dead-letters', (SELECT t.now FROM letter_job j WHERE j.finished_at IS NULL LIMIT 1)),
          ('change-retries', (SELECT t.now FROM retry_job j WHERE j.finished_at IS NULL LIMIT 1)),
          ('remove-deleted', (SELECT t.now FROM deletion d WHERE d.finished_at IS NULL LIMIT 1)),
          ('index-dead-letters', (SELECT t.now FROM letter_text_due d LIMIT 1)),
          ('deliver-alarms', (SELECT d.next_at FROM alarm_delivery d WHERE d.state = 'pending'
            ORDER BY d.next_at LIMIT 1))
        ) w (loop, due_at)
        WHERE w.due_at IS NOT NULL`,
      { now, fingerprintVersion },
      'work_ahead',
    ),
  );
  return rows;
}
