import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Why a message that was named is no dead letter of the group any more. */
export interface MissingRow {
  readonly became: 'consumed' | 'under-way' | 'expired' | 'gone';
  readonly count: number;
  /** @neverNull of at least one */
  readonly sampleIds: string[];
}

const SAMPLES = 20;

/** Of the named messages messages that are not dead letters of the group now, by their outcome. */
export async function redriveMissing(
  db: Queryable,
  groupId: number,
  { messageIds, ids }: { readonly messageIds: readonly string[]; readonly ids: readonly number[] },
): Promise<MissingRow[]> {
  const { rows } = await db.query<MissingRow>(
    sql(
      `WITH named AS (
       SELECT w.msg_id, p.queue_id, p.off,
              EXISTS (SELECT 1 FROM expired_letter e WHERE e.msg_id = w.msg_id AND e.group_id = $groupId) AS expired
         FROM (SELECT DISTINCT u.msg_id FROM unnest($messageIds::text[]) u (msg_id)) w
         LEFT JOIN LATERAL (
           SELECT m.queue_id, m.off FROM any_message m
            WHERE m.msg_id = w.msg_id AND m.seg >= 0 AND EXISTS (SELECT 1 FROM group_queue gq
              WHERE gq.group_id = $groupId AND gq.queue_id = m.queue_id)
            ORDER BY m.stored_at DESC LIMIT 1) p ON true
        WHERE NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.msg_id = w.msg_id AND d.group_id = $groupId)
     ), found AS (
       SELECT n.msg_id AS label, CASE
              WHEN EXISTS (SELECT 1 FROM retry r WHERE r.group_id = $groupId AND r.queue_id = n.queue_id
                AND r.off = n.off) THEN 'under-way'
              WHEN EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = $groupId AND e.queue_id = n.queue_id
                AND e.off = n.off AND e.state = 'Commit') THEN 'consumed'
              WHEN n.expired THEN 'expired' ELSE 'gone' END AS became
         FROM named n
       UNION ALL
       SELECT coalesce(e.msg_id, w.id::text), CASE WHEN e.msg_id IS NULL THEN 'gone' ELSE 'expired' END
         FROM (SELECT DISTINCT u.id FROM unnest($ids::bigint[]) u (id)) w
         LEFT JOIN expired_letter e ON e.dead_letter_id = w.id AND e.group_id = $groupId
        WHERE NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.dead_letter_id = w.id AND d.group_id = $groupId)
     )
     SELECT f.became, count(*) AS count, (array_agg(f.label ORDER BY f.label))[1:${SAMPLES}] AS "sampleIds"
       FROM found f GROUP BY f.became ORDER BY f.became`,
      { groupId, messageIds, ids },
    ),
  );
  return rows;
}
