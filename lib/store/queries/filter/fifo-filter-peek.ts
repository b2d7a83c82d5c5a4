import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { ClaimScope } from '../delivery/delivery-claim';
import type { PeekSize } from './filter-peek';
import { namedValues } from './named-values';

interface Peeked {
  readonly queueId: number;
  readonly fromOff: number;
  readonly fromSeg: number;
  /** What the filter names, in the order of the names; null: the message has no such property. */
  readonly values: readonly (string | null)[];
}

/** Failed before. */
interface PeekedDue extends Peeked {
  readonly part: 'due';
  readonly off: number;
  readonly seg: number;
  readonly epoch: number;
  readonly key: string;
  readonly keyPos: null;
  readonly more: false;
}

/** The cursor passed over it while its key was busy. */
interface PeekedFreed extends Peeked {
  readonly part: 'freed';
  /** Null: nothing is left of the key. */
  readonly off: number | null;
  readonly seg: null;
  readonly epoch: null;
  readonly key: string;
  /** Where the key stands. */
  readonly keyPos: number;
  /** There are more messages of it behind those shown. */
  readonly more: boolean;
}

/** Behind the cursor. */
interface PeekedLog extends Peeked {
  readonly part: 'log';
  readonly off: number;
  readonly seg: number;
  readonly epoch: null;
  readonly key: null;
  readonly keyPos: null;
  readonly more: false;
}

export type PeekedOrderedMessage = PeekedDue | PeekedFreed | PeekedLog;

/** What an ordered group could be handed, in the order of service; nothing is claimed. */
export async function fifoFilterPeek(
  db: Queryable,
  now: Date | null,
  { groupId, topicId, firstQueueNo }: Omit<ClaimScope, 'tags'>,
  names: readonly string[],
  { due, window }: PeekSize,
): Promise<PeekedOrderedMessage[]> {
  const { rows } = await db.query<PeekedOrderedMessage>(
    sql(
      `SELECT p.queue_id AS "queueId", p.part, p.off, p.seg, p.epoch, p.from_off AS "fromOff", p.from_seg AS "fromSeg",
        p.key, p.key_pos AS "keyPos", p.more,
                  ${namedValues('$names')} AS values
             FROM fifo_filter_peek(p_now => $now, p_group => $groupId, p_topic => $topicId, p_due => $due,
               p_window => $window, p_first_queue => $firstQueueNo) p`,
      { now, groupId, topicId, due, window, firstQueueNo, names },
      'fifo_filter_peek',
    ),
  );
  return rows;
}
