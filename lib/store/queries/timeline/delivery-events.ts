import type { DeliveryCause, DeliveryState } from '../../../model/delivery-state';
import type { Queryable } from '../../queryable';

export interface DeliveryEvent {
  readonly groupId: number;
  readonly generation: number;
  readonly attempt: number;
  readonly state: DeliveryState;
  readonly cause: DeliveryCause;
  readonly client: string | null;
  readonly at: Date;
  readonly dueAt: Date | null;
  readonly policyVersion: number | null;
  readonly redriveId: number | null;
}

/** The record of one message, all groups, in the order it happened. */
export async function deliveryEvents(db: Queryable, queueId: number, off: number, groupIds: readonly number[]): Promise<DeliveryEvent[]> {
  const { rows } = await db.query<DeliveryEvent>(
    `SELECT e.group_id AS "groupId", e.generation, e.attempt, e.state, e.cause, c.name AS client, e.at, e.due_at AS "dueAt", e.policy_version AS "policyVersion",
            e.redrive_id AS "redriveId"
       FROM delivery_event e LEFT JOIN client c ON c.client_id = e.client_id
      WHERE e.group_id = ANY ($3::int[]) AND e.queue_id = $1 AND e.off = $2
      ORDER BY e.event_id`,
    [queueId, off, groupIds],
  );
  return rows;
}

export interface ReportedFailure {
  readonly groupId: number;
  readonly generation: number;
  readonly attempt: number;
  readonly errorType: string;
  readonly message: string;
  readonly stack: string | null;
  readonly reportedAt: Date;
}

/** What applications said about failed deliveries of one message. */
export async function reportedFailures(db: Queryable, queueId: number, off: number): Promise<ReportedFailure[]> {
  const { rows } = await db.query<ReportedFailure>(
    `SELECT group_id AS "groupId", generation, attempt, error_type AS "errorType", message, stack, reported_at AS "reportedAt"
       FROM failure_report WHERE queue_id = $1 AND off = $2 AND group_id IN (SELECT group_id FROM group_queue WHERE queue_id = $1)
      ORDER BY group_id, generation, attempt`,
    [queueId, off],
  );
  return rows;
}

export interface BlockingHead {
  readonly messageId: string;
  readonly off: number;
  readonly attempt: number;
  readonly since: Date;
  /** Messages of the same key between the head and this one. */
  readonly between: number;
}

/** For an ordered group: the message of the same message group that this one waits behind. */
export async function blockingHead(db: Queryable, groupId: number, queueId: number, off: number, messageGroup: string): Promise<BlockingHead | null> {
  const { rows } = await db.query<BlockingHead>(
    `WITH head AS (
       SELECT r.off, r.attempt::int AS attempt FROM retry r WHERE r.group_id = $1 AND r.queue_id = $2 AND r.mgroup = $4 AND r.off < $3 ORDER BY r.off LIMIT 1
     ), leased AS (
       SELECT o.off, 1 AS attempt
         FROM fifo_group f JOIN lease l ON l.group_id = f.group_id AND l.queue_id = f.queue_id AND l.lease_id = f.lease_id
         CROSS JOIN LATERAL unnest(l.offs) WITH ORDINALITY o (off, ord)
        WHERE f.group_id = $1 AND f.queue_id = $2 AND f.mgroup = $4 AND (l.open >> (o.ord - 1)::int) & 1 = 1 AND o.off < $3
        ORDER BY o.off LIMIT 1
     ), first AS (SELECT * FROM head UNION ALL SELECT * FROM leased ORDER BY off LIMIT 1)
     SELECT m.msg_id AS "messageId", b.off, b.attempt, f.since,
            (SELECT count(*) FROM message x WHERE x.queue_id = $2 AND x.mgroup = $4 AND x.off > b.off AND x.off < $3)::int AS between
       FROM first b
       JOIN fifo_group f ON f.group_id = $1 AND f.queue_id = $2 AND f.mgroup = $4
       JOIN any_message m ON m.queue_id = $2 AND m.off = b.off`,
    [groupId, queueId, off, messageGroup],
  );
  return rows[0] ?? null;
}

/** The body of one stored message; null when it is gone. */
export async function messageBody(db: Queryable, queueId: number, off: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ body: Buffer }>(
    `SELECT body FROM any_message WHERE queue_id = $1 AND off = $2
     UNION ALL SELECT body FROM dead_letter WHERE queue_id = $1 AND off = $2 LIMIT 1`,
    [queueId, off],
  );
  return rows[0]?.body ?? null;
}
