import type { Reason } from '../../../model/language/t';
import { kept } from '../../../model/language/retell';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface PickedItem {
  readonly ord: number;
  readonly deadLetterId: number;
}

/**
 * The next ones of a run in their order, but of brokers `without`: they may have been sent from now on. For the group's
 * owner. keepsOrder: a broker with one that was perhaps sent gets no other before that is known.
 */
export async function pickItems(
  db: Queryable,
  redriveId: number,
  owner: string,
  {
    limit,
    without,
    keepsOrder,
  }: { readonly limit: number; readonly without: readonly string[]; readonly keepsOrder: boolean },
): Promise<PickedItem[]> {
  const { rows } = await db.query<PickedItem>(
    sql(
      `UPDATE cluster_redrive_item i SET state = 'sending', sending_at = clock_timestamp()
         FROM (SELECT n.ord FROM cluster_redrive_item n WHERE n.redrive_id = $redriveId AND n.state = 'planned'
                  AND n.broker <> ALL ($without::text[])
                  AND NOT ($keepsOrder::boolean AND n.broker = ANY (ARRAY(SELECT s.broker FROM cluster_redrive_item s
                    WHERE s.redrive_id = $redriveId AND s.state = 'sending')))
                ORDER BY n.ord LIMIT $limit) n
        WHERE i.redrive_id = $redriveId AND i.ord = n.ord AND i.state = 'planned'
          AND EXISTS (SELECT 1 FROM cluster_redrive r JOIN cluster_redrive_owner o ON o.cluster_id = r.cluster_id
            AND o.group_id = r.group_id WHERE r.redrive_id = $redriveId AND r.state = 'running' AND o.owner = $owner
            AND o.owned_until > clock_timestamp())
      RETURNING i.ord, i.dead_letter_id AS "deadLetterId"`,
      { redriveId, owner, limit, without, keepsOrder },
    ),
  );
  return rows.toSorted((a, b) => a.ord - b.ord);
}

export interface StoredCopy {
  readonly ord: number;
  readonly topic: string;
  readonly queueNo: number;
  readonly offset: number;
  readonly storeId: string;
}

/** The broker said where it stored them: only now they count as sent. @returns how many */
export async function noteSent(db: Queryable, redriveId: number, copies: readonly StoredCopy[]): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `UPDATE cluster_redrive_item i SET state = 'sent', sent_at = clock_timestamp(), sent_topic = n.topic,
              sent_queue = n.queue_no, sent_off = n.off, store_id = n.store_id
         FROM unnest($ords::int[], $topics::text[], $queues::int[], $offs::bigint[], $ids::text[])
           n (ord, topic, queue_no, off, store_id)
        WHERE i.redrive_id = $redriveId AND i.ord = n.ord AND i.state = 'sending'`,
      {
        redriveId,
        ords: copies.map(({ ord }) => ord),
        topics: copies.map(({ topic }) => topic),
        queues: copies.map(({ queueNo }) => queueNo),
        offs: copies.map(({ offset }) => offset),
        ids: copies.map(({ storeId }) => storeId),
      },
    ),
  );
  return rowCount ?? 0;
}

/** Certainly not stored: its turn comes again. */
export async function putBack(db: Queryable, redriveId: number, ords: readonly number[]): Promise<void> {
  await db.query(
    sql(
      `UPDATE cluster_redrive_item i SET sending_at = NULL,
              state = CASE WHEN r.state = 'cancelled' THEN 'cancelled' ELSE 'planned' END
         FROM cluster_redrive r WHERE r.redrive_id = $redriveId AND i.redrive_id = r.redrive_id
          AND i.ord = ANY ($ords::int[]) AND i.state = 'sending'`,
      { redriveId, ords },
    ),
  );
}

/** The broker takes this message never. It stays a dead letter, for others to choose. */
export async function excludeItem(db: Queryable, redriveId: number, ord: number, why: Reason): Promise<void> {
  await db.query(
    sql(
      `WITH gone AS (
       UPDATE cluster_redrive_item SET state = 'excluded', why = $why, sending_at = NULL
        WHERE redrive_id = $redriveId AND ord = $ord AND state = 'sending' RETURNING dead_letter_id
     ), fewer AS (
       UPDATE cluster_redrive SET selected = selected - 1 WHERE redrive_id = $redriveId AND EXISTS (SELECT 1 FROM gone)
     )
     UPDATE cluster_dead_letter d SET chosen_by = NULL FROM gone g WHERE d.dead_letter_id = g.dead_letter_id`,
      { redriveId, ord, why: kept(why) },
    ),
  );
}

/** Marks what a cancelled run did not send: it stays a dead letter. @returns how many */
export async function clusterRedriveLeave(db: Queryable, redriveId: number): Promise<number> {
  const { rows } = await db.query<{
    /** @neverNull counted */
    left: number;
  }>(
    `WITH kept AS (
       UPDATE cluster_redrive_item i SET state = 'cancelled' FROM cluster_redrive j WHERE j.redrive_id = $1
          AND j.state = 'cancelled' AND i.redrive_id = j.redrive_id AND i.state = 'planned' RETURNING i.dead_letter_id
     ), free AS (
       UPDATE cluster_dead_letter d SET chosen_by = NULL FROM kept k WHERE d.dead_letter_id = k.dead_letter_id
     )
     SELECT count(*)::int AS left FROM kept`,
    [redriveId],
  );
  return rows[0]?.left ?? 0;
}
