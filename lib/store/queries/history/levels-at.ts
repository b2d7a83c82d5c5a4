import type { StepSeconds } from '../../../model/history';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface LevelsAtRow {
  readonly name: string;
  /**
   * When the step of its sample began: levels were read in the step, which had ended by the moment. Null: there is none
   * about then, and nothing below is known.
   */
  readonly at: Date | null;
  readonly ready: number | null;
  readonly inFlight: number | null;
  readonly waiting: number | null;
  readonly dead: number | null;
  readonly blockedKeys: number | null;
  readonly consumers: number | null;
  readonly oldestReadyAt: Date | null;
  readonly deathsDue: number | null;
}

interface LevelsAsk {
  readonly stepSeconds: StepSeconds;
  /** The newest step that had ended by this moment, and began after the other. */
  readonly at: Date;
  readonly since: Date;
  /** Null: of every group that there was. */
  readonly group: string | null;
}

/** What groups had at a moment of the past, by name. Groups that were deleted since are not there. */
export async function levelsAt(db: Queryable, asked: LevelsAsk, limit: number): Promise<LevelsAtRow[]> {
  const { rows } = await db.query<LevelsAtRow>(
    sql(
      `SELECT g.name, s.at, s.ready, s.in_flight AS "inFlight", s.waiting, s.dead, s.blocked_keys AS "blockedKeys",
              s.consumers, s.oldest_ready_at AS "oldestReadyAt", s.deaths_due AS "deathsDue"
         FROM consumer_group g
         LEFT JOIN LATERAL (
           SELECT p.* FROM group_sample p WHERE p.group_id = g.group_id AND p.step_s = $stepSeconds
              AND p.at <= $at::timestamptz - $stepSeconds::int * interval '1 second' AND p.at > $since
              AND p.dead IS NOT NULL ORDER BY p.at DESC LIMIT 1) s ON true
        WHERE g.broadcast_of IS NULL AND g.created_at <= $at AND ($group::text IS NULL OR g.name = $group)
        ORDER BY s.dead DESC NULLS LAST, g.name LIMIT $limit`,
      { ...asked, limit },
    ),
  );
  return rows;
}
