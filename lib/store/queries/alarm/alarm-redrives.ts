import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
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
    sql(
      `SELECT r.frozen_at AS "from", coalesce(r.finished_at + interval '${SETTLING_MS} ms', '9999-12-31') AS until
        FROM redrive r
      WHERE r.group_id = $groupId AND r.frozen_at < $until AND (r.finished_at IS NULL
        OR r.finished_at + interval '${SETTLING_MS} ms' > $from)`,
      { groupId, from, until },
    ),
  );
  return rows;
}
