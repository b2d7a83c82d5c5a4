import type { Queryable } from '../../queryable';
import type { HistoryRange } from '../history/history-read';
import { SETTLING_MS } from './alarm-numbers';

export interface RedriveSpan {
  readonly from: Date;
  /** Not in it. */
  readonly until: Date;
}

/** When re-drives moved the numbers of a group, the time to settle included. Pauses are not on record: they count. */
export async function redriveSpans(
  db: Queryable,
  groupId: number,
  { from, until }: HistoryRange,
): Promise<RedriveSpan[]> {
  const { rows } = await db.query<RedriveSpan>(
    `SELECT r.frozen_at AS "from", coalesce(r.finished_at + interval '${SETTLING_MS} ms', '9999-12-31') AS until FROM redrive r
      WHERE r.group_id = $1 AND r.frozen_at < $3 AND (r.finished_at IS NULL OR r.finished_at + interval '${SETTLING_MS} ms' > $2)`,
    [groupId, from, until],
  );
  return rows;
}

/** Dead letters, still there, that a re-drive had sent, by the begin (milliseconds) of the step in which they died again. */
export async function redeathSteps(
  db: Queryable,
  groupId: number,
  { stepSeconds, from, until }: HistoryRange,
): Promise<Map<number, number>> {
  const { rows } = await db.query<{ at: Date; n: number }>(
    `SELECT date_bin($4 * interval '1 second', d.dead_at, 'epoch') AS at, count(*) AS n FROM dead_letter d
      WHERE d.group_id = $1 AND d.dead_at >= $2 AND d.dead_at < $3 AND d.redrive_id IS NOT NULL GROUP BY 1`,
    [groupId, from, until, stepSeconds],
  );
  return new Map(rows.map(({ at, n }) => [at.getTime(), n]));
}
