import type { Queryable } from '../../queryable';
import type { ClaimScope } from '../delivery/delivery-claim';
import type { PeekSize } from './filter-peek';
import { namedValues } from './named-values';

export interface PeekedOrderedMessage {
  readonly queueId: number;
  /** due: it failed before; freed: the cursor passed over it while its key was busy; log: behind the cursor. */
  readonly part: 'due' | 'freed' | 'log';
  /** Of a freed key of which nothing is left: null. */
  readonly off: number | null;
  /** Of the log: where it is. */
  readonly seg: number;
  /** Of a due one. */
  readonly epoch: number;
  readonly fromOff: number;
  readonly fromSeg: number;
  /** Of a freed one: its key, where that stands, and whether there are more messages of it behind those shown. */
  readonly key: string;
  readonly keyPos: number;
  readonly more: boolean;
  /** What the filter names, in the order of the names; null: the message has no such property. */
  readonly values: readonly (string | null)[];
}

/** What an ordered group could be handed, in the order of service; nothing is claimed. */
export async function fifoFilterPeek(
  db: Queryable,
  now: Date | null,
  { groupId, topicId, firstQueueNo }: Omit<ClaimScope, 'tags'>,
  names: readonly string[],
  { due, window }: PeekSize,
): Promise<PeekedOrderedMessage[]> {
  const { rows } = await db.query<PeekedOrderedMessage>({
    name: 'fifo_filter_peek',
    text: `SELECT p.queue_id AS "queueId", p.part, p.off, p.seg, p.epoch, p.from_off AS "fromOff", p.from_seg AS "fromSeg", p.key, p.key_pos AS "keyPos", p.more,
                  ${namedValues('$7')} AS values
             FROM fifo_filter_peek($1, $2, $3, $4, $5, $6) p`,
    values: [now, groupId, topicId, due, window, firstQueueNo, names],
  });
  return rows;
}
