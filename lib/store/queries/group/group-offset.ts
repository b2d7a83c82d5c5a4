import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface OffsetPlanRow {
  readonly topic: string;
  readonly queueId: number;
  readonly queueNo: number;
  readonly fromOff: number;
  readonly toOff: number;
  readonly toSeg: number;
  readonly skipped: number;
  readonly repeated: number;
  readonly waiting: number;
  readonly dead: number;
}

export interface OffsetPlanInput {
  readonly groupId: number;
  /** Null: every topic that the group reads. */
  readonly topicId: number | null;
  readonly to: 'newest' | 'earliest' | 'time';
  readonly at: Date | null;
}

/** What a reset would do in each queue. */
export async function groupOffsetPlan(
  db: Queryable,
  { groupId, topicId, to, at }: OffsetPlanInput,
): Promise<OffsetPlanRow[]> {
  const { rows } = await db.query<OffsetPlanRow>(
    sql(
      `SELECT topic, queue_id AS "queueId", queue_no::int AS "queueNo", from_off AS "fromOff", to_off AS "toOff",
              to_seg AS "toSeg", skipped, repeated, waiting, dead
         FROM group_offset_plan(p_group => $groupId, p_topic => $topicId, p_to => $to, p_at => $at)`,
      { groupId, topicId, to, at },
    ),
  );
  return rows;
}

/** The caller holds the locks of the group and its queues. */
export async function groupOffsetMove(
  db: Queryable,
  now: Date | null,
  groupId: number,
  { queueId, toOff, toSeg, fromOff }: OffsetPlanRow,
): Promise<void> {
  await db.query(
    sql(
      `SELECT group_offset_move(p_now => $now, p_group => $groupId, p_queue => $queueId, p_off => $toOff,
        p_seg => $toSeg, p_from => $fromOff)`,
      { now, groupId, queueId, toOff, toSeg, fromOff },
    ),
  );
}
