import { fromKept } from '../../../model/language/retell';
import type {
  RedriveCounts,
  RedriveFailing,
  RedrivePhase,
  RedriveState,
  RedriveStop,
  StopRule,
} from '../../../model/redrive/redrive';
import type { AbortRule, RampStep, RedriveCare } from '../../../model/redrive/redrive-care';
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
  /** Running, and its last steps released nothing because each of them failed. */
  readonly failing: RedriveFailing | null;
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

/** As a statement returns it: the groups of columns beside each other. */
export type FlatRedrive = Omit<RedriveRow, 'counts' | 'care' | 'stop' | 'failing'> &
  RedriveCounts & {
    readonly canary: number | null;
    readonly ramp: unknown;
    readonly abort: unknown;
    readonly stoppedAt: Date | null;
    readonly stoppedWhy: StopRule | null;
    readonly stoppedFailed: number | null;
    readonly stoppedOf: number | null;
    readonly failingSince: Date | null;
    readonly failedAt: Date | null;
    readonly failedWhy: string | null;
  };

const COUNTED = `
  SELECT j.redrive_id AS "redriveId", g.name AS "group", g.delivery_order = 'ordered' AS ordered,
         g.max_retries AS "maxRetries", j.state, j.phase, j.phase_at AS "phaseAt", j.round_at AS "roundAt", j.selection,
         j.rate_per_second AS "ratePerSecond", j.canary, j.ramp, j.abort, j.reason, j.created_by AS "createdBy",
         j.frozen_at AS "frozenAt", j.finished_at AS "finishedAt", j.held_at AS "heldAt",
         j.held_delay_ms AS "heldDelayMs", j.stopped_at AS "stoppedAt", j.stopped_why AS "stoppedWhy",
         j.stopped_failed AS "stoppedFailed", j.stopped_of AS "stoppedOf", j.failing_since AS "failingSince",
         j.failed_at AS "failedAt", j.failed_why AS "failedWhy", j.selected, c.*
    FROM job j
    JOIN consumer_group g ON g.group_id = j.group_id
    CROSS JOIN LATERAL (${REDRIVE_COUNTS}) c
   ORDER BY j.redrive_id DESC`;

export async function redriveRead(db: Queryable, redriveId: number): Promise<RedriveRow | null> {
  const { rows } = await db.query<FlatRedrive>(`WITH job AS (SELECT * FROM redrive WHERE redrive_id = $1) ${COUNTED}`, [
    redriveId,
  ]);
  return rows.map(toRedriveRow)[0] ?? null;
}

/** A run is in it when it began before its end, and was not over before its beginning. */
export interface RunSpan {
  readonly from: Date;
  readonly to: Date;
}

/** Newest first; `openOnly`: still releasing or paused. */
export async function redriveList(
  db: Queryable,
  filter: { readonly groupId: number | null; readonly openOnly: boolean; readonly span?: RunSpan | undefined },
  before: number | null,
  limit: number,
): Promise<RedriveRow[]> {
  const { rows } = await db.query<FlatRedrive>(
    sql(
      `WITH job AS MATERIALIZED (
       SELECT * FROM redrive WHERE ($groupId::int IS NULL OR group_id = $groupId) AND (NOT $openOnly::boolean
         OR finished_at IS NULL) AND ($before::int IS NULL OR redrive_id < $before)
          AND ($from::timestamptz IS NULL OR (finished_at IS NULL OR finished_at >= $from) AND frozen_at < $to)
        ORDER BY redrive_id DESC LIMIT $limit)
     ${COUNTED}`,
      {
        ...{ groupId: filter.groupId, openOnly: filter.openOnly, before, limit },
        ...{ from: filter.span?.from ?? null, to: filter.span?.to ?? null },
      },
    ),
  );
  return rows.map(toRedriveRow);
}

/** The runs of a span, the newest first: of this installation, or of the cluster that the connection sees. */
export async function redriveIdsBetween(
  db: Queryable,
  { groupId, from, to }: RunSpan & { readonly groupId: number | null },
  limit: number,
): Promise<number[]> {
  const { rows } = await db.query<{ redriveId: number }>(
    sql(
      `SELECT redrive_id AS "redriveId" FROM redrive WHERE ($groupId::int IS NULL OR group_id = $groupId)
          AND (finished_at IS NULL OR finished_at >= $from) AND frozen_at < $to
        ORDER BY redrive_id DESC LIMIT $limit`,
      { groupId, from, to, limit },
    ),
  );
  return rows.map(({ redriveId }) => redriveId);
}

export function toRedriveRow(row: FlatRedrive): RedriveRow {
  const { canary, ramp, abort, stoppedAt, stoppedWhy, stoppedFailed, stoppedOf, ...known } = row;
  const { failingSince, failedAt, failedWhy, ...job } = known;
  const {
    selected,
    consumed,
    inFlight,
    retrying,
    diedAgain,
    notFailed,
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
    failing:
      row.state !== 'running' || failingSince === null || failedAt === null
        ? null
        : { since: failingSince, lastAt: failedAt, why: fromKept(failedWhy ?? '') },
    counts: {
      selected,
      consumed,
      inFlight,
      retrying,
      diedAgain,
      notFailed,
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
