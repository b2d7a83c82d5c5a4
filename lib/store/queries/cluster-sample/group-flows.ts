import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** What the samples of a group say of its backlog: the newest step, and the two ends of the window. */
export interface GroupFlowRow {
  readonly groupId: number;
  readonly group: string;
  /** When its levels were last read. */
  readonly at: Date;
  /** Null: not known. */
  readonly ready: number | null;
  /** Ready, in flight and waiting, as far as they are counted. */
  readonly total: number | null;
  /** The newest step with a backlog that can be compared, and the first one of the window; null: there is none. */
  readonly lastAt: Date | null;
  readonly lastBacklog: number | null;
  readonly lastArrived: number | null;
  readonly firstAt: Date | null;
  readonly firstBacklog: number | null;
  readonly firstArrived: number | null;
  /** Put back by re-drives between the two. */
  readonly redriven: number;
}

const BACKLOG = 's.ready + coalesce(s.in_flight, 0) + coalesce(s.waiting, 0)';
const OF_GROUP = 's.group_id = g.group_id AND s.step_s = 10';
/** A broker may stop telling what is in flight: such a step is not smaller, it is no part of this flow. */
const COMPARABLE = `s.ready IS NOT NULL AND s.arrived IS NOT NULL AND (s.in_flight IS NOT NULL) = counted.in_flight`;

/** Of each group of a cluster that was read since `since`: a few steps of each, not all of them. */
export async function groupFlows(
  db: Queryable,
  clusterId: number,
  { since, windowMs }: { readonly since: Date; readonly windowMs: number },
): Promise<GroupFlowRow[]> {
  const { rows } = await db.query<GroupFlowRow>(
    sql(
      `SELECT g.group_id AS "groupId", g.name AS "group", level.at, level.ready, level.backlog AS total,
              last.at AS "lastAt", last.backlog AS "lastBacklog", last.arrived AS "lastArrived",
              first.at AS "firstAt", first.backlog AS "firstBacklog", first.arrived AS "firstArrived",
              coalesce(between_them.redriven, 0)::bigint AS redriven
         FROM cluster_consumer_group g
        CROSS JOIN LATERAL (
          SELECT s.at, s.ready, ${BACKLOG} AS backlog FROM cluster_group_sample s
           WHERE ${OF_GROUP} AND s.at >= $since AND s.dead IS NOT NULL ORDER BY s.at DESC LIMIT 1) level
         LEFT JOIN LATERAL (
          SELECT s.in_flight IS NOT NULL AS in_flight FROM cluster_group_sample s
           WHERE ${OF_GROUP} AND s.at >= $since AND s.ready IS NOT NULL ORDER BY s.at DESC LIMIT 1) counted ON true
         LEFT JOIN LATERAL (
          SELECT s.at, s.arrived, ${BACKLOG} AS backlog FROM cluster_group_sample s
           WHERE ${OF_GROUP} AND s.at >= $since AND ${COMPARABLE} ORDER BY s.at DESC LIMIT 1) last ON true
         LEFT JOIN LATERAL (
          SELECT s.at, s.arrived, ${BACKLOG} AS backlog FROM cluster_group_sample s
           WHERE ${OF_GROUP} AND s.at >= $since AND s.at >= last.at - $windowMs * interval '1 ms' AND ${COMPARABLE}
           ORDER BY s.at LIMIT 1) first ON true
         LEFT JOIN LATERAL (
          SELECT sum(s.redriven) AS redriven FROM cluster_group_sample s
           WHERE ${OF_GROUP} AND s.at > first.at AND s.at <= last.at AND s.redriven <> 0) between_them ON true
        WHERE g.cluster_id = $clusterId`,
      { clusterId, since, windowMs },
    ),
  );
  return rows;
}
