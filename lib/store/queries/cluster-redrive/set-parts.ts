import type { LeaveOut } from '../../../model/redrive/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { DeadLetterMatch } from '../dead-letter/dead-letter-match';
import { chosenValues, REDRIVE_CHOSEN } from '../redrive/redrive-chosen';

export interface SetPart {
  /** first: the number of the oldest letter. */
  readonly part: 'broker' | 'topic' | 'tag' | 'first';
  /** Null: without a tag. */
  readonly label: string | null;
  readonly count: number;
}

/** What a set consists of that decides its way: brokers, topics, tags. Needs a connection that is in the cluster. */
export async function setParts(
  db: Queryable,
  match: DeadLetterMatch,
  leaveOut: LeaveOut | undefined,
): Promise<SetPart[]> {
  const { rows } = await db.query<SetPart>(
    sql(
      `WITH ${REDRIVE_CHOSEN}, goes AS MATERIALIZED (
       SELECT d.broker, t.name AS topic, c.tag, c.dead_letter_id FROM chosen c
         JOIN cluster_dead_letter d ON d.dead_letter_id = c.dead_letter_id
         JOIN cluster_topic t ON t.topic_id = d.topic_id WHERE c.why IS NULL
     )
     SELECT 'broker' AS part, g.broker AS label, count(*)::int AS count FROM goes g GROUP BY g.broker
     UNION ALL SELECT 'topic', g.topic, count(*)::int FROM goes g GROUP BY g.topic
     UNION ALL SELECT 'tag', g.tag, count(*)::int FROM goes g GROUP BY g.tag
     UNION ALL SELECT 'first', min(g.dead_letter_id)::text, 1 FROM goes g HAVING count(*) > 0
     ORDER BY 1, 3 DESC, 2`,
      chosenValues(match, leaveOut),
    ),
  );
  return rows;
}
