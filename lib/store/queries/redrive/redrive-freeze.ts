import type { LeaveOut } from '../../../model/redrive/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { DeadLetterMatch } from '../dead-letter/dead-letter-match';
import { chosenValues, REDRIVE_CHOSEN } from './redrive-chosen';

export interface FrozenSet {
  readonly selected: number;
  readonly excluded: number;
}

/**
 * Writes down which dead letters a re-drive will move: now, and never more; letters that stay behind with the reason.
 * Oldest death first; of an ordered group the first of every key, then the second of every key, so that the order of
 * each key is kept and a canary is of many keys.
 */
export async function redriveFreeze(
  db: Queryable,
  redriveId: number,
  match: DeadLetterMatch,
  leaveOut: LeaveOut | undefined,
  ordered: boolean,
): Promise<FrozenSet> {
  const order = ordered ? 's.place, s.off, s.queue_id' : 's.dead_at, s.dead_letter_id';
  const ofKey = '(PARTITION BY c.queue_id, fifo_key(c.mgroup, c.off), c.why IS NULL ORDER BY c.off)';
  const place = ordered ? `row_number() OVER ${ofKey}` : '1';
  const previous = ordered ? 'lag(n.ord) OVER (PARTITION BY n.queue_id, n.fifo, n.why IS NULL ORDER BY n.off)' : 'NULL';
  const { rows } = await db.query<FrozenSet>(
    sql(
      `WITH ${REDRIVE_CHOSEN}, frozen AS (
       INSERT INTO redrive_item (redrive_id, ord, group_id, queue_id, off, generation, topic_id, msg_id, state, why,
         prev_ord, fingerprint)
       SELECT $redriveId, n.ord, n.group_id, n.queue_id, n.off, n.generation, n.topic_id, n.msg_id,
              CASE WHEN n.why IS NULL THEN 'selected' ELSE 'excluded' END, n.why, (${previous})::int,
              nullif(n.fingerprint, '')
         FROM (SELECT s.*, row_number() OVER (ORDER BY ${order})::int AS ord FROM (
           SELECT c.*, fifo_key(c.mgroup, c.off) AS fifo, ${place} AS place FROM chosen c) s) n
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
