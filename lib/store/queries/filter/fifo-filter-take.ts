import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { ClaimedRow, ClaimReceiver, ClaimScope } from '../delivery/delivery-claim';
import { type DueMessage, toDue } from './filter-take';

/** A key that was free: how far its messages were examined, and which match. */
export interface FreedKey {
  readonly queueId: number;
  readonly key: string;
  readonly keyPos: number;
  readonly fromOff: number;
  /** Null: there are no others. */
  readonly through: number | null;
  readonly offs: readonly number[];
}

/** The log of one queue from the cursor up to `endOff`, and which messages match. */
export interface LookedAtLog {
  readonly queueId: number;
  readonly seg: number;
  readonly fromOff: number;
  readonly fromSeg: number;
  readonly endOff: number;
  readonly offs: readonly number[];
}

export interface OrderedFilterDecision {
  readonly drops: readonly DueMessage[];
  readonly due: readonly DueMessage[];
  readonly freed: readonly FreedKey[];
  readonly log: readonly LookedAtLog[];
}

/** Does what was decided, for one receive, in one transaction; what another one took meanwhile is left out. */
export async function fifoFilterTake(
  db: Queryable,
  now: Date | null,
  { groupId, topicId, firstQueueNo }: Omit<ClaimScope, 'tags'>,
  receiver: ClaimReceiver,
  { drops, due, freed, log }: OrderedFilterDecision,
): Promise<ClaimedRow[]> {
  const { rows } = await db.query<ClaimedRow>(
    sql(
      `SELECT CASE WHEN c.queue_id = 0 THEN 0 ELSE 1 END AS receiver, c.* FROM fifo_filter_take(
        p_now => $now, p_group => $groupId, p_topic => $topicId, p_want => $want, p_invisible_ms => $invisibleMs, p_client => $clientId, p_auto_renew => $autoRenew,
        p_attempt_id => $attemptId, p_drops => $drops, p_due => $epochs, p_freed => $freed, p_log => $log,
        p_first_queue => $firstQueueNo) c`,
      {
        now,
        groupId,
        topicId,
        want: receiver.want,
        invisibleMs: receiver.invisibleMs,
        clientId: receiver.clientId,
        autoRenew: receiver.autoRenew,
        attemptId: receiver.attemptId,
        drops: JSON.stringify(drops.map(toDue)),
        epochs: due.map(({ epoch }) => epoch),
        freed: JSON.stringify(
          freed.map(({ queueId, key, keyPos, fromOff, through, offs }) => ({
            queue_id: queueId,
            key,
            key_pos: keyPos,
            from_off: fromOff,
            through,
            offs: offs.length === 0 ? null : offs,
          })),
        ),
        log: JSON.stringify(
          log.map(({ queueId, seg, fromOff, fromSeg, endOff, offs }) => ({
            queue_id: queueId,
            seg,
            from_off: fromOff,
            from_seg: fromSeg,
            end_off: endOff,
            offs,
          })),
        ),
        firstQueueNo,
      },
      'fifo_filter_take',
    ),
  );
  return rows;
}
