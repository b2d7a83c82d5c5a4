import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import {
  DEAD_LETTER_TAKEN,
  DEAD_LETTER_WHERE,
  type DeadLetterMatch,
  matchValues,
} from '../dead-letter/dead-letter-match';

export interface FrozenSet {
  readonly selected: number;
  readonly excluded: number;
}

/**
 * Writes down which dead letters a re-drive will move: now, and never more. One that another open re-drive has is
 * excluded. Oldest death first; an ordered group in log order, so that its keys keep their order.
 */
export async function redriveFreeze(
  db: Queryable,
  redriveId: number,
  match: DeadLetterMatch,
  ordered: boolean,
): Promise<FrozenSet> {
  const order = ordered ? 'd.off, d.queue_id' : 'd.dead_at, d.dead_letter_id';
  const { rows } = await db.query<FrozenSet>(
    sql(
      `WITH frozen AS (
       INSERT INTO redrive_item (redrive_id, ord, group_id, queue_id, off, generation, topic_id, msg_id, state, why)
       SELECT $redriveId, row_number() OVER (ORDER BY ${order}), d.group_id, d.queue_id, d.off, d.generation,
         d.topic_id, d.msg_id,
              CASE WHEN x.redrive_id IS NULL THEN 'selected' ELSE 'excluded' END,
              CASE WHEN x.redrive_id IS NOT NULL THEN 'already in RD-' || x.redrive_id END
         FROM dead_letter d ${DEAD_LETTER_TAKEN}
        WHERE ${DEAD_LETTER_WHERE}
       RETURNING state
     ), counted AS (
       SELECT count(*) FILTER (WHERE f.state = 'selected')::int AS selected,
         count(*) FILTER (WHERE f.state = 'excluded')::int AS excluded FROM frozen f
     ), noted AS (
       UPDATE redrive r SET selected = c.selected FROM counted c WHERE r.redrive_id = $redriveId
     )
     SELECT c.selected, c.excluded FROM counted c`,
      { ...matchValues(match), redriveId },
    ),
  );
  return rows[0] ?? { selected: 0, excluded: 0 };
}
