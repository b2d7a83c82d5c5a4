import type { LeaveOut } from '../../../model/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { DeadLetterMatch } from '../dead-letter/dead-letter-match';
import { chosenValues, REDRIVE_CHOSEN } from './redrive-chosen';

export interface FrozenSet {
  readonly selected: number;
  readonly excluded: number;
}

/**
 * Writes down which dead letters a re-drive will move: now, and never more; those that stay behind with the reason.
 * Oldest death first; an ordered group in log order, so that its keys keep their order.
 */
export async function redriveFreeze(
  db: Queryable,
  redriveId: number,
  match: DeadLetterMatch,
  leaveOut: LeaveOut | undefined,
  ordered: boolean,
): Promise<FrozenSet> {
  const order = ordered ? 'c.off, c.queue_id' : 'c.dead_at, c.dead_letter_id';
  const { rows } = await db.query<FrozenSet>(
    sql(
      `WITH ${REDRIVE_CHOSEN}, frozen AS (
       INSERT INTO redrive_item (redrive_id, ord, group_id, queue_id, off, generation, topic_id, msg_id, state, why,
         fingerprint)
       SELECT $redriveId, row_number() OVER (ORDER BY ${order}), c.group_id, c.queue_id, c.off, c.generation,
         c.topic_id, c.msg_id, CASE WHEN c.why IS NULL THEN 'selected' ELSE 'excluded' END, c.why,
         nullif(c.fingerprint, '')
         FROM chosen c
       RETURNING state
     ), counted AS (
       SELECT count(*) FILTER (WHERE f.state = 'selected')::int AS selected,
         count(*) FILTER (WHERE f.state = 'excluded')::int AS excluded FROM frozen f
     ), noted AS (
       UPDATE redrive r SET selected = c.selected FROM counted c WHERE r.redrive_id = $redriveId
     )
     SELECT c.selected, c.excluded FROM counted c`,
      { ...chosenValues(match, leaveOut), redriveId },
    ),
  );
  return rows[0] ?? { selected: 0, excluded: 0 };
}
