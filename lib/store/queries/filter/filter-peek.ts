import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { ClaimScope } from '../delivery/delivery-claim';
import { namedValues } from './named-values';

export interface PeekedMessage {
  readonly queueId: number;
  readonly off: number;
  readonly seg: number;
  /** Set for one that failed before and is due again. */
  readonly epoch: number | null;
  /** Where the group's cursor of the queue stands. */
  readonly fromOff: number;
  readonly fromSeg: number;
  /** Of the body. */
  readonly bytes: number;
  /** What the filter names, in the order of the names; null: the message has no such property. */
  readonly values: readonly (string | null)[];
}

export interface PeekSize {
  /** Messages that failed before. */
  readonly due: number;
  /** Messages of the log. */
  readonly window: number;
}

/** What an unordered group could be handed, in the order of service; nothing is claimed. */
export async function filterPeek(
  db: Queryable,
  now: Date | null,
  { groupId, topicId, firstQueueNo }: Omit<ClaimScope, 'tags'>,
  names: readonly string[],
  { due, window }: PeekSize,
): Promise<PeekedMessage[]> {
  const { rows } = await db.query<PeekedMessage>(
    sql(
      `SELECT p.queue_id AS "queueId", p.off, p.seg, p.epoch, p.from_off AS "fromOff", p.from_seg AS "fromSeg", p.bytes,
        ${namedValues('$names')} AS values
             FROM filter_peek(p_now => $now, p_group => $groupId, p_topic => $topicId, p_due => $due,
               p_window => $window, p_first_queue => $firstQueueNo) p`,
      { now, groupId, topicId, due, window, firstQueueNo, names },
      'filter_peek',
    ),
  );
  return rows;
}
