import type { LeaveOut } from '../../../model/redrive/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { DeadLetterMatch } from '../dead-letter/dead-letter-match';
import { chosenValues, REDRIVE_CHOSEN } from '../redrive/redrive-chosen';
import type { FrozenSet } from '../redrive/redrive-freeze';

/**
 * Writes down which dead letters of a cluster a re-drive will send, oldest death first, and the others with the
 * reason. Needs a connection that is in the cluster.
 */
export async function clusterRedriveFreeze(
  db: Queryable,
  redriveId: number,
  match: DeadLetterMatch,
  leaveOut: LeaveOut | undefined,
): Promise<FrozenSet> {
  const { rows } = await db.query<FrozenSet>(
    sql(
      `WITH ${REDRIVE_CHOSEN}, frozen AS (
       INSERT INTO cluster_redrive_item (redrive_id, ord, dead_letter_id, broker, topic, msg_id, key, state, why,
         fingerprint)
       SELECT $redriveId, row_number() OVER (ORDER BY c.dead_at, c.dead_letter_id)::int, c.dead_letter_id, d.broker,
              t.name, c.msg_id, c.key, CASE WHEN c.why IS NULL THEN 'planned' ELSE 'excluded' END, c.why,
              d.fingerprint
         FROM chosen c JOIN cluster_dead_letter d ON d.dead_letter_id = c.dead_letter_id
         JOIN cluster_topic t ON t.topic_id = d.topic_id
       RETURNING dead_letter_id, state
     ), taken AS (
       UPDATE cluster_dead_letter d SET chosen_by = $redriveId FROM frozen f
        WHERE f.dead_letter_id = d.dead_letter_id AND f.state = 'planned'
     ), counted AS (
       SELECT count(*) FILTER (WHERE f.state = 'planned')::int AS selected,
         count(*) FILTER (WHERE f.state = 'excluded')::int AS excluded FROM frozen f
     ), noted AS (
       UPDATE cluster_redrive r SET selected = c.selected FROM counted c WHERE r.redrive_id = $redriveId
     )
     SELECT c.selected, c.excluded FROM counted c`,
      { ...chosenValues(match, leaveOut), redriveId },
    ),
  );
  return rows[0] ?? { selected: 0, excluded: 0 };
}
