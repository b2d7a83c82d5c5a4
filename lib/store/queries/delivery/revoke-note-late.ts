import type { LateAnswer } from '../../../model/message/timeline';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** A delivery as a receipt handle names it; epoch: of its lease, or its own. */
export interface HandedDelivery {
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  readonly epoch: number;
}

/**
 * Keeps the first answer of each delivery that was taken back before its client answered.
 * @returns the epochs of the deliveries that were taken back
 */
export async function revokeNoteLate(
  db: Queryable,
  now: Date | null,
  deliveries: readonly HandedDelivery[],
  answer: LateAnswer | null,
): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ epoch: number }>(
    sql(
      `SELECT epoch FROM revoke_note_late(p_now => $now, p_group => $groupIds, p_queue => $queueIds, p_off => $offs,
        p_epoch => $epochs, p_answer => $answer) epoch`,
      {
        now,
        groupIds: deliveries.map(({ groupId }) => groupId),
        queueIds: deliveries.map(({ queueId }) => queueId),
        offs: deliveries.map(({ off }) => off),
        epochs: deliveries.map(({ epoch }) => epoch),
        answer,
      },
    ),
  );
  return new Set(rows.map(({ epoch }) => epoch));
}
