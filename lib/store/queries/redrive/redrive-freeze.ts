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
 * excluded. Oldest death first; of an ordered group the first of every key, then the second of every key, so that the
 * order of each key is kept and a canary is of many keys.
 */
export async function redriveFreeze(
  db: Queryable,
  redriveId: number,
  match: DeadLetterMatch,
  ordered: boolean,
): Promise<FrozenSet> {
  const order = ordered ? 's.place, s.off, s.queue_id' : 's.dead_at, s.dead_letter_id';
  const ofKey = `(PARTITION BY d.queue_id, fifo_key(d.mgroup, d.off), x.redrive_id IS NULL ORDER BY d.off)`;
  const place = ordered ? `row_number() OVER ${ofKey}` : '1';
  const previous = ordered
    ? 'lag(n.ord) OVER (PARTITION BY n.queue_id, n.key, n.taken IS NULL ORDER BY n.off)'
    : 'NULL';
  const { rows } = await db.query<FrozenSet>(
    sql(
      `WITH frozen AS (
       INSERT INTO redrive_item (redrive_id, ord, group_id, queue_id, off, generation, topic_id, msg_id, state, why,
         prev_ord, fingerprint)
       SELECT $redriveId, n.ord, n.group_id, n.queue_id, n.off, n.generation, n.topic_id, n.msg_id,
              CASE WHEN n.taken IS NULL THEN 'selected' ELSE 'excluded' END,
              CASE WHEN n.taken IS NOT NULL THEN 'already in RD-' || n.taken END, (${previous})::int,
              n.fingerprint
         FROM (SELECT s.*, row_number() OVER (ORDER BY ${order})::int AS ord FROM (
           SELECT d.group_id, d.queue_id, d.off, d.generation, d.topic_id, d.msg_id, d.dead_at, d.dead_letter_id,
                  d.fingerprint,
                  fifo_key(d.mgroup, d.off) AS key, x.redrive_id AS taken, ${place} AS place
             FROM dead_letter d ${DEAD_LETTER_TAKEN}
            WHERE ${DEAD_LETTER_WHERE}) s) n
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
