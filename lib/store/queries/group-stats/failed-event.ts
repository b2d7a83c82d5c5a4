/**
 * What counts as a failed delivery, for a statement that has a transition as `e` (delivery_event). The words of the
 * index delivery_event_failed, which is used for nothing else.
 */
export const FAILED_EVENT = `e.attempt > 0
  AND e.cause IN ('nack', 'timeout', 'consumption-timeout', 'client-gone', 'forwarded', 'limit-lowered')`;

/** The group $groupId and, when it is a broadcast group, its members. */
export const WITH_MEMBERS = `member AS MATERIALIZED (
  SELECT $groupId::int AS group_id UNION ALL SELECT m.group_id FROM consumer_group m WHERE m.broadcast_of = $groupId)`;
