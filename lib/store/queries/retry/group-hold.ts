import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Keeps a group as it is until the transaction ends: of an ordered one, acks and failures in these queues wait. */
export async function groupHold(db: Queryable, groupId: number, queueIds: readonly number[]): Promise<void> {
  await db.query(sql('SELECT 1 FROM group_hold(p_group => $groupId, p_queue => $queueIds)', { groupId, queueIds }));
}
