import type { LeaveOut } from '../../../model/redrive/redrive';
import {
  DEAD_LETTER_TAKEN,
  DEAD_LETTER_WHERE,
  type DeadLetterMatch,
  matchValues,
} from '../dead-letter/dead-letter-match';

/** How many of the newest messages are looked through for newer ones of the same key: bounded work on any log. */
const LOOKED_THROUGH = 20_000;

/**
 * Every dead letter that matches, as `chosen`, with the reason why it stays behind (null: it goes). A newer message of
 * its key counts when this group is past it and it is neither under way nor dead; of another tag it does not count, for
 * the group may never have been given it. Parameters: chosenValues.
 */
export const REDRIVE_CHOSEN = `
  hit AS MATERIALIZED (
    SELECT d.dead_letter_id, d.group_id, d.queue_id, d.off, d.generation, d.topic_id, d.msg_id, d.dead_at, d.stored_at,
      d.tag, d.mgroup, d.redrive_id, d.fingerprint, d.held_at,
      coalesce(d.mgroup, d.keys[1]) AS key, octet_length(d.body) AS bytes, x.redrive_id AS taken
      FROM dead_letter d ${DEAD_LETTER_TAKEN} WHERE ${DEAD_LETTER_WHERE}
  ), reads AS MATERIALIZED (
    SELECT q.queue_id, q.topic_id, count(*) OVER () AS queues,
           (SELECT l.end_off FROM lease l WHERE l.group_id = $groupId AND l.queue_id = q.queue_id
             ORDER BY l.lease_id DESC LIMIT 1) AS cursor
      FROM queue q WHERE $newerConsumed::boolean AND q.topic_id IN (SELECT h.topic_id FROM hit h)
  ), held AS MATERIALIZED (
    SELECT l.queue_id, l.kind, l.base_off, l.end_off, l.offs FROM lease l
     WHERE $newerConsumed AND l.live AND l.group_id = $groupId
  ), recent AS MATERIALIZED (
    SELECT r.queue_id, r.topic_id, m.off, m.mgroup, coalesce(m.mgroup, m.keys[1]) AS key, m.tag, m.stored_at
      FROM reads r CROSS JOIN LATERAL (
        SELECT a.off, a.mgroup, a.keys, a.tag, a.stored_at FROM message a
         WHERE a.queue_id = r.queue_id AND a.off < r.cursor ORDER BY a.off DESC LIMIT ${LOOKED_THROUGH} / r.queues) m
  ), newest AS MATERIALIZED (
    SELECT r.topic_id, r.key, r.tag, max(r.stored_at) AS at FROM recent r
     WHERE EXISTS (SELECT 1 FROM hit h WHERE h.topic_id = r.topic_id AND h.key = r.key)
       AND NOT EXISTS (SELECT 1 FROM retry w WHERE w.group_id = $groupId AND w.queue_id = r.queue_id AND w.off = r.off)
       AND NOT EXISTS (SELECT 1 FROM dead_letter w WHERE w.group_id = $groupId AND w.queue_id = r.queue_id
         AND w.off = r.off)
       AND NOT EXISTS (SELECT 1 FROM held w WHERE w.queue_id = r.queue_id
         AND CASE WHEN w.kind = 1 THEN r.off = ANY (w.offs) ELSE r.off >= w.base_off AND r.off < w.end_off END)
       AND NOT EXISTS (SELECT 1 FROM fifo_group w WHERE w.group_id = $groupId AND w.queue_id = r.queue_id
         AND w.mgroup = r.mgroup AND r.off > w.pos)
     GROUP BY r.topic_id, r.key, r.tag
  ), chosen AS (
    SELECT h.*, CASE WHEN h.taken IS NOT NULL THEN 'in-redrive'
                     WHEN $leftOutDeleted::boolean AND o.deleted_at IS NOT NULL THEN 'topic-deleted' WHEN $leftOutHeld::boolean AND h.held_at IS NOT NULL
                       THEN 'held' WHEN n.at IS NOT NULL THEN 'newer-consumed'
                     WHEN h.tag = ANY ($leftOutTags::text[]) OR h.tag IS NULL AND $leftOutUntagged::boolean THEN 'tag'
           END AS kind,
           CASE WHEN h.taken IS NOT NULL THEN 'already in RD-' || h.taken
                WHEN $leftOutDeleted AND o.deleted_at IS NOT NULL THEN 'its topic was deleted: ' || o.name
                WHEN $leftOutHeld AND h.held_at IS NOT NULL THEN 'an operator holds it'
                WHEN n.at IS NOT NULL THEN 'a newer message of its key was consumed'
                WHEN h.tag = ANY ($leftOutTags) THEN 'its tag is left out: ' || h.tag
                WHEN h.tag IS NULL AND $leftOutUntagged THEN 'it has no tag' END AS why
      FROM hit h LEFT JOIN newest n ON n.topic_id = h.topic_id AND n.key = h.key AND n.tag IS NOT DISTINCT FROM h.tag
        AND n.at > h.stored_at
      LEFT JOIN topic o ON o.topic_id = h.topic_id
  )`;

export type ExclusionKind = 'in-redrive' | 'topic-deleted' | 'held' | 'newer-consumed' | 'tag';

export function chosenValues(match: DeadLetterMatch, leaveOut: LeaveOut | undefined) {
  return {
    ...matchValues(match),
    newerConsumed: leaveOut?.newerConsumed === true,
    leftOutDeleted: leaveOut?.deletedTopics !== false,
    leftOutHeld: leaveOut?.held === true,
    leftOutTags: leaveOut?.tags?.filter((tag) => tag !== null) ?? [],
    leftOutUntagged: leaveOut?.tags?.includes(null) === true,
  };
}
