import type { RedrivePhase } from '../../../model/redrive';
import type { RunStop } from '../../../model/redrive-rule';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Its rule stops a running re-drive. @returns whether it was running */
export async function redriveStop(db: Queryable, now: Date, redriveId: number, stop: RunStop): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `UPDATE redrive SET state = 'stopped', stopped_at = $now, stopped_why = $rule, stopped_failed = $failed,
         stopped_of = $of, held_at = NULL, held_delay_ms = NULL
        WHERE redrive_id = $redriveId AND state = 'running'`,
      { redriveId, now, rule: stop.rule, failed: stop.failed, of: stop.of },
    ),
  );
  return rowCount === 1;
}

/** The next phase of a running re-drive. A new phase has its rate from its first moment. */
export async function redrivePhase(db: Queryable, now: Date, redriveId: number, phase: RedrivePhase): Promise<void> {
  await db.query(
    sql(
      `UPDATE redrive SET phase = $phase, phase_at = $now WHERE redrive_id = $redriveId AND state = 'running'
         AND phase <> $phase`,
      { redriveId, now, phase },
    ),
  );
}

/** Waits for live messages, which have this delay; null: goes on. */
export async function redriveHold(db: Queryable, now: Date, redriveId: number, delayMs: number | null): Promise<void> {
  await db.query(
    sql(
      `UPDATE redrive SET
         held_at = CASE WHEN $delayMs::bigint IS NOT NULL THEN coalesce(held_at, $now::timestamptz) END,
         held_delay_ms = $delayMs WHERE redrive_id = $redriveId AND state = 'running'`,
      { redriveId, now, delayMs },
    ),
  );
}
