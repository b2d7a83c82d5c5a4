import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export type ItemState =
  | 'planned'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'retrying'
  | 'consumed'
  | 'died'
  | 'bound'
  | 'excluded'
  | 'cancelled';

export interface WatchedRow {
  readonly ord: number;
  readonly broker: string;
  readonly topic: string;
  readonly state: ItemState;
  readonly attempt: number;
  readonly sentTopic: string | null;
  readonly sentQueue: number | null;
  readonly sentOff: number | null;
  /** @neverNull it was sent, or perhaps, so long ago that no answer and no late copy can come any more */
  readonly isLate: boolean;
}

/** What is on its way: sent perhaps, or sent and not decided. */
export async function watchedItems(db: Queryable, redriveId: number, lateMs: number): Promise<WatchedRow[]> {
  const { rows } = await db.query<WatchedRow>(
    sql(
      `SELECT i.ord, i.broker, i.topic, i.state, i.attempt, i.sent_topic AS "sentTopic", i.sent_queue AS "sentQueue",
              i.sent_off AS "sentOff",
              coalesce(i.sending_at < clock_timestamp() - $lateMs * interval '1 ms', false) AS "isLate"
         FROM cluster_redrive_item i
        WHERE i.redrive_id = $redriveId AND i.state IN ('sending', 'sent', 'delivered', 'retrying', 'bound')
        ORDER BY i.ord`,
      { redriveId, lateMs },
    ),
  );
  return rows;
}

export interface SeenItem {
  readonly ord: number;
  readonly state: 'sent' | 'delivered' | 'retrying' | 'consumed' | 'died' | 'bound';
  readonly attempt: number;
  readonly dueAt: Date | null;
  /** How its first delivery ended; null: not known yet. */
  readonly firstFailed: boolean | null;
  /** Of a copy whose answer was lost. */
  readonly queueNo: number | null;
  readonly offset: number | null;
}

/**
 * What was learned of items. One that was consumed or died again is no dead letter of the index any more: the new one
 * of the second death is. @returns how many changed
 */
export async function noteSeen(db: Queryable, redriveId: number, seen: readonly SeenItem[]): Promise<number> {
  const { rows } = await db.query<{
    /** @neverNull counted */
    changed: number;
  }>(
    sql(
      `WITH changed AS (
       UPDATE cluster_redrive_item i SET state = n.state, attempt = n.attempt, due_at = n.due_at,
              sent_at = coalesce(i.sent_at, clock_timestamp()),
              sent_queue = coalesce(i.sent_queue, n.queue_no), sent_off = coalesce(i.sent_off, n.off),
              delivered_at = CASE WHEN n.state <> 'sent' THEN coalesce(i.delivered_at, clock_timestamp()) END,
              first_at = CASE WHEN n.first_failed IS NOT NULL THEN coalesce(i.first_at, clock_timestamp())
                         ELSE i.first_at END,
              first_failed = coalesce(n.first_failed OR i.first_failed, n.first_failed, i.first_failed),
              decided_at = CASE WHEN n.state IN ('consumed', 'died', 'bound')
                           THEN coalesce(i.decided_at, clock_timestamp()) END
         FROM unnest($ords::int[], $states::text[], $attempts::int[], $dues::timestamptz[], $firsts::boolean[],
           $queues::int[], $offs::bigint[]) n (ord, state, attempt, due_at, first_failed, queue_no, off)
        WHERE i.redrive_id = $redriveId AND i.ord = n.ord
          AND i.state IN ('sending', 'sent', 'delivered', 'retrying', 'bound')
       RETURNING i.dead_letter_id, i.state
     ), gone AS (
       DELETE FROM cluster_dead_letter d USING changed c
        WHERE d.dead_letter_id = c.dead_letter_id AND c.state IN ('consumed', 'died')
     ), words AS (
       DELETE FROM cluster_letter_text w USING changed c
        WHERE w.dead_letter_id = c.dead_letter_id AND c.state IN ('consumed', 'died')
     )
     SELECT count(*)::int AS changed FROM changed`,
      {
        redriveId,
        ords: seen.map(({ ord }) => ord),
        states: seen.map(({ state }) => state),
        attempts: seen.map(({ attempt }) => attempt),
        dues: seen.map(({ dueAt }) => dueAt),
        firsts: seen.map(({ firstFailed }) => firstFailed),
        queues: seen.map(({ queueNo }) => queueNo),
        offs: seen.map(({ offset }) => offset),
      },
    ),
  );
  return rows[0]?.changed ?? 0;
}
