import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface Overrun {
  readonly groupId: number;
  readonly version: number;
  readonly ordered: boolean;
  readonly queueId: number;
  readonly leaseId: number | null;
  readonly mask: number | null;
  readonly off: number | null;
  readonly epoch: number | null;
  readonly attempt: number;
}

/** Deliveries to push consumers that ran longer than the group's consumption timeout. */
export async function deliveryOverrun(db: Queryable, now: Date | null, limit: number): Promise<Overrun[]> {
  const { rows } = await db.query<Overrun>(
    sql(
      `SELECT group_id AS "groupId", version, ordered, queue_id AS "queueId", lease_id AS "leaseId", open AS mask, off,
        epoch, attempt
       FROM delivery_overrun(p_now => $now, p_limit => $limit)`,
      { now, limit },
    ),
  );
  return rows;
}
