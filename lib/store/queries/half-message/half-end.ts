import type { HalfResolver, HalfState, Resolution } from '../../../model/half-message';
import type { Queryable } from '../../queryable';

export interface HalfEndItem {
  readonly messageId: string;
  /** Null: an operator's word; the message id is enough. */
  readonly transactionId: string | null;
  readonly resolution: Resolution;
  readonly by: HalfResolver;
  /** Client id or operator. */
  readonly resolver: string;
}

/** How the message stands afterwards; a null state: no such half message, or not with this transaction id. */
export type HalfEndRow =
  | { readonly changed: boolean; readonly state: HalfState; readonly resolvedAt: Date; readonly storedAt: Date }
  | { readonly changed: false; readonly state: null; readonly resolvedAt: null; readonly storedAt: null };

/** Commits and rolls back half messages of one topic in one transaction, in the order asked. */
export async function halfEnd(
  db: Queryable,
  now: Date | null,
  topicId: number,
  items: readonly HalfEndItem[],
): Promise<HalfEndRow[]> {
  const { rows } = await db.query<HalfEndRow>({
    name: 'half_end',
    text: `SELECT changed, state, resolved_at AS "resolvedAt", stored_at AS "storedAt" FROM half_end($1, $2, $3, $4, $5, $6, $7) ORDER BY ord`,
    values: [
      now,
      topicId,
      items.map(({ messageId }) => messageId),
      items.map(({ transactionId }) => transactionId),
      items.map(({ resolution }) => resolution === 'commit'),
      items.map(({ by }) => by),
      items.map(({ resolver }) => resolver),
    ],
  });
  return rows;
}
