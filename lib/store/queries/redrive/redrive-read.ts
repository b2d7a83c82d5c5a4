import type { RedriveCounts, RedrivePhase, RedriveState, RedriveStop, StopRule } from '../../../model/redrive';
import type { AbortRule, RampStep, RedriveCare } from '../../../model/redrive-care';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { REDRIVE_COUNTS } from './redrive-counts';

export interface RedriveRow {
  readonly redriveId: number;
  readonly group: string;
  readonly ordered: boolean;
  readonly maxRetries: number;
  readonly state: RedriveState;
  readonly phase: RedrivePhase;
  /** When the phase began. */
  readonly phaseAt: Date | null;
  /** When the round began: the start, or when it was resumed after its rule had stopped it. */
  readonly roundAt: Date | null;
  readonly care: RedriveCare;
  /** Why its rule stopped it the last time; null: never, or resumed since. */
  readonly stop: RedriveStop | null;
  /** Since when it waits for live messages, and the delay that they had then. */
  readonly heldAt: Date | null;
  readonly heldDelayMs: number | null;
  readonly selection: unknown;
  readonly ratePerSecond: number | null;
  readonly reason: string;
  readonly createdBy: string;
  readonly frozenAt: Date;
  readonly finishedAt: Date | null;
  /** When the last one was released. */
  readonly releasedAt: Date | null;
  readonly counts: RedriveCounts;
}

type FlatRow = Omit<RedriveRow, 'counts' | 'care' | 'stop'> &
  RedriveCounts & {
    readonly canary: number | null;
    readonly ramp: unknown;
    readonly abort: unknown;
    readonly stoppedAt: Date | null;
    readonly stoppedWhy: StopRule | null;
    readonly stoppedFailed: number | null;
    readonly stoppedOf: number | null;
  };

const COUNTED = `
  SELECT j.redrive_id AS "redriveId", g.name AS "group", g.delivery_order = 'ordered' AS ordered,
         g.max_retries AS "maxRetries", j.state, j.phase, j.phase_at AS "phaseAt", j.round_at AS "roundAt", j.selection,
         j.rate_per_second AS "ratePerSecond", j.canary, j.ramp, j.abort, j.reason, j.created_by AS "createdBy",
         j.frozen_at AS "frozenAt", j.finished_at AS "finishedAt", j.held_at AS "heldAt",
         j.held_delay_ms AS "heldDelayMs", j.stopped_at AS "stoppedAt", j.stopped_why AS "stoppedWhy",
         j.stopped_failed AS "stoppedFailed", j.stopped_of AS "stoppedOf", j.selected, c.*
    FROM job j
    JOIN consumer_group g ON g.group_id = j.group_id
    CROSS JOIN LATERAL (${REDRIVE_COUNTS}) c
   ORDER BY j.redrive_id DESC`;

export async function redriveRead(db: Queryable, redriveId: number): Promise<RedriveRow | null> {
  const { rows } = await db.query<FlatRow>(`WITH job AS (SELECT * FROM redrive WHERE redrive_id = $1) ${COUNTED}`, [
    redriveId,
  ]);
  return rows.map(toRow)[0] ?? null;
}

/** Newest first; `openOnly`: still releasing or paused. */
export async function redriveList(
  db: Queryable,
  filter: { readonly groupId: number | null; readonly openOnly: boolean },
  before: number | null,
  limit: number,
): Promise<RedriveRow[]> {
  const { rows } = await db.query<FlatRow>(
    sql(
      `WITH job AS MATERIALIZED (
       SELECT * FROM redrive WHERE ($groupId::int IS NULL OR group_id = $groupId) AND (NOT $openOnly::boolean
         OR finished_at IS NULL) AND ($before::int IS NULL OR redrive_id < $before)
        ORDER BY redrive_id DESC LIMIT $limit)
     ${COUNTED}`,
      { groupId: filter.groupId, openOnly: filter.openOnly, before, limit },
    ),
  );
  return rows.map(toRow);
}

function toRow(row: FlatRow): RedriveRow {
  const { canary, ramp, abort, stoppedAt, stoppedWhy, stoppedFailed, stoppedOf, ...job } = row;
  const {
    selected,
    consumed,
    inFlight,
    retrying,
    diedAgain,
    recalled,
    filteredOut,
    notYetFetched,
    cancelled,
    excluded,
    unknown,
    sent,
    released,
    firstDeliveryFailed,
    ...rest
  } = job;
  return {
    ...rest,
    care: { canary, ramp: ramp as RampStep[], abort: abort as AbortRule | null },
    stop:
      stoppedWhy === null || stoppedAt === null
        ? null
        : { rule: stoppedWhy, at: stoppedAt, failed: stoppedFailed ?? 0, of: stoppedOf ?? 0 },
    counts: {
      selected,
      consumed,
      inFlight,
      retrying,
      diedAgain,
      recalled,
      filteredOut,
      notYetFetched,
      cancelled,
      excluded,
      unknown,
      sent,
      released,
      firstDeliveryFailed,
    },
  };
}
