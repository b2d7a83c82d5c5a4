/**
 * The dead letters `d` of a group that the planner does not know: a column of an outer query, or a parameter of a plan
 * that is kept. With `d.group_id = …` any index in the order of `dead_at` looks as good as the group's own, and where
 * one group has nearly all dead letters the planner takes that of all groups: 50,000 rows for each of 2,000 groups. A
 * range leaves `group_id` in the order, which the index `dead_letter_browse` alone has.
 */
export const ofGroup = (group: string): string => `d.group_id >= ${group} AND d.group_id <= ${group}`;

export const OLDEST_OF_GROUP = 'd.group_id DESC, d.dead_at, d.dead_letter_id';
export const NEWEST_OF_GROUP = 'd.group_id, d.dead_at DESC, d.dead_letter_id DESC';
