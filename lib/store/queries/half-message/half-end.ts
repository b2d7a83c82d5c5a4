import type { HalfResolver, HalfState, Resolution } from '../../../model/message/half-message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface HalfEndItem {
  readonly messageId: string;
  /** Null: an operator decides, and the message id is enough. */
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
  const { rows } = await db.query<HalfEndRow>(
    sql(
      `SELECT changed, state, resolved_at AS "resolvedAt", stored_at AS "storedAt"
        FROM half_end(p_now => $now, p_topic => $topicId, p_msg_id => $messageIds, p_transaction_id => $transactionIds,
        p_commit => $commit, p_by => $bies, p_resolver => $resolvers) ORDER BY ord`,
      {
        now,
        topicId,
        messageIds: items.map(({ messageId }) => messageId),
        transactionIds: items.map(({ transactionId }) => transactionId),
        commit: items.map(({ resolution }) => resolution === 'commit'),
        bies: items.map(({ by }) => by),
        resolvers: items.map(({ resolver }) => resolver),
      },
      'half_end',
    ),
  );
  return rows;
}
