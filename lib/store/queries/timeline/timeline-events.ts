import type { DeliveryCause, DeliveryState } from '../../../model/delivery/delivery-state';
import type { LateAnswer } from '../../../model/message/timeline';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface TimelineEventRow {
  /** The same for a delivery and what ended it: `step` 0 and 1. */
  readonly eventId: number;
  readonly step: number;
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  readonly generation: number;
  readonly attempt: number;
  readonly state: DeliveryState;
  readonly cause: DeliveryCause;
  readonly at: Date;
  readonly dueAt: Date | null;
  readonly client: string | null;
  readonly policyVersion: number | null;
  readonly redriveId: number | null;
  /** The operator who decided it, and the reason. */
  readonly by: string | null;
  readonly why: string | null;
  /** The client's first answer after an operator took the delivery back. */
  readonly lateAt: Date | null;
  readonly lateAnswer: LateAnswer | null;
}

/** A group allows up to 1000 retries and a message any number of re-drives: the newest are enough. */
const MOST = 4000;

/** In the order they were written. */
export async function timelineEvents(
  db: Queryable,
  groupIds: readonly number[],
  queueIds: readonly number[],
  offs: readonly number[],
): Promise<TimelineEventRow[]> {
  const { rows } = await db.query<TimelineEventRow>(
    sql(
      `SELECT n.* FROM (
       SELECT e.event_id AS "eventId", e.step, e.group_id AS "groupId", e.queue_id AS "queueId", e.off, e.generation,
         e.attempt::int AS attempt, e.state, e.cause, e.at, e.due_at AS "dueAt",
              c.name AS client, e.policy_version AS "policyVersion", e.redrive_id AS "redriveId",
              j.actor AS by, j.reason AS why, e.late_at AS "lateAt", e.late_answer AS "lateAnswer"
         FROM unnest($groupIds::int[], $queueIds::int[], $offs::bigint[]) w (group_id, queue_id, off)
        -- Message by message, by the index of each table.
        CROSS JOIN LATERAL (SELECT s.* FROM delivery_step s WHERE s.group_id = w.group_id AND s.queue_id = w.queue_id
          AND s.off = w.off OFFSET 0) e
         LEFT JOIN client c ON c.client_id = e.client_id
         LEFT JOIN retry_job j ON j.job_id = e.job_id
        ORDER BY e.event_id DESC, e.step DESC LIMIT ${MOST}) n
      ORDER BY n."eventId", n.step`,
      { groupIds, queueIds, offs },
    ),
  );
  return rows;
}
