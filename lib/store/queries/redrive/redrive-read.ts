import type { RedriveCounts, RedriveState } from '../../../model/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { REDRIVE_VERDICT } from './redrive-verdict';

export interface RedriveRow {
  readonly redriveId: number;
  readonly group: string;
  readonly ordered: boolean;
  readonly maxRetries: number;
  readonly state: RedriveState;
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

type FlatRow = Omit<RedriveRow, 'counts'> & RedriveCounts;

const COUNTED = `
  SELECT j.redrive_id AS "redriveId", g.name AS "group", g.delivery_order = 'ordered' AS ordered,
    g.max_retries AS "maxRetries", j.state, j.selection,
         j.rate_per_second AS "ratePerSecond", j.reason, j.created_by AS "createdBy", j.frozen_at AS "frozenAt",
           j.finished_at AS "finishedAt",
         j.selected, c.*
    FROM job j
    JOIN consumer_group g ON g.group_id = j.group_id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE w.verdict = 'consumed')::int AS consumed,
        count(*) FILTER (WHERE w.verdict = 'in-flight')::int AS "inFlight",
             count(*) FILTER (WHERE w.verdict = 'retrying')::int AS retrying,
             count(*) FILTER (WHERE w.verdict = 'died-again')::int AS "diedAgain",
               count(*) FILTER (WHERE w.verdict = 'recalled')::int AS recalled,
             count(*) FILTER (WHERE w.verdict = 'filtered-out')::int AS "filteredOut",
             count(*) FILTER (WHERE w.verdict = 'not-yet-fetched')::int AS "notYetFetched",
               count(*) FILTER (WHERE w.verdict = 'cancelled')::int AS cancelled,
             count(*) FILTER (WHERE w.verdict = 'excluded')::int AS excluded,
               count(*) FILTER (WHERE w.verdict = 'unknown')::int AS unknown,
             count(*) FILTER (WHERE w.verdict = 'sent')::int AS sent,
             count(w.moved_at)::int AS released, max(w.moved_at) AS "releasedAt"
        FROM (SELECT i.moved_at, ${REDRIVE_VERDICT.value} AS verdict FROM redrive_item i ${REDRIVE_VERDICT.joins}
          WHERE i.redrive_id = j.redrive_id) w) c
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
    ...rest
  } = row;
  return {
    ...rest,
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
    },
  };
}
