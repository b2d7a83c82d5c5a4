import { isBrokerError } from '../../model/errors';
import type { Store } from '../../store/client';
import type { Cell } from './cell';
import { Killed } from './holding-store';

/** Which of the two an operator's deletion causes depends on how fresh a process's list of groups is. */
const GONE = new Set(['group-not-found', 'invalid-receipt-handle']);

/** Whether a message is seen to be gone before or after it was chosen. */
const NOTHING = new Set(['not-found', 'conflict']);

/** What the caller of a verb sees, in words that do not name the cell. */
export async function answerOf(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return (await run()) ?? 'done';
  } catch (error) {
    if (error instanceof Killed) return 'killed';
    if (!isBrokerError(error)) return `failed: ${String(error)}`;
    if (NOTHING.has(error.code)) return 'nothing';
    return GONE.has(error.code) ? 'gone' : error.code;
  }
}

interface MessageRow {
  readonly trail: string | null;
  readonly leased: boolean;
  readonly acked: boolean;
  readonly committed: boolean;
  readonly retry: string | null;
  readonly dead: string | null;
  readonly discarded: boolean;
}

/**
 * Everything that the database says about a cell; equal for equal histories. Not whether a lease that is over was left
 * by a client that is gone: the loop that ends it may have looked before that was known.
 */
export async function stateOf({ console }: Store, { groupId, name }: Cell): Promise<unknown> {
  const { rows: messages } = await console.query<MessageRow>(
    `SELECT (SELECT string_agg(concat(e.state, ' ', replace(e.cause, 'client-gone', 'timeout'), ' ', e.generation,
              '.', e.attempt), ', ' ORDER BY e.event_id, e.step)
               FROM delivery_step e WHERE e.group_id = $1 AND e.queue_id = m.queue_id AND e.off = m.off) AS trail,
            coalesce(bool_or(l.live AND (l.open >> l.bit) & 1 = 1), false) AS leased,
            coalesce(bool_or(EXISTS (SELECT 1 FROM unnest(l.acks) a WHERE (a >> l.bit) & 1 = 1)), false) AS acked,
            EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = $1 AND e.queue_id = m.queue_id AND e.off = m.off
              AND e.state = 'Commit') AS committed,
            (SELECT concat(r.generation, '.', r.attempt, CASE WHEN r.leased THEN ' leased' END,
              CASE WHEN r.held_due_at IS NOT NULL THEN ' held' END)
               FROM retry r WHERE r.group_id = $1 AND r.queue_id = m.queue_id AND r.off = m.off) AS retry,
            (SELECT concat(d.generation, '.', d.attempts, ' ', d.cause) FROM dead_letter d
              WHERE d.group_id = $1 AND d.queue_id = m.queue_id AND d.off = m.off) AS dead,
            EXISTS (SELECT 1 FROM discarded_letter d WHERE d.group_id = $1 AND d.queue_id = m.queue_id
              AND d.off = m.off) AS discarded
       FROM message m JOIN topic t USING (topic_id)
       LEFT JOIN LATERAL (SELECT c.*, b AS bit FROM lease c CROSS JOIN generate_series(0, c.n - 1) b
         WHERE c.group_id = $1 AND c.queue_id = m.queue_id
           AND coalesce(c.offs[b + 1], c.base_off + b) = m.off) l ON true
      WHERE t.name = $2 GROUP BY m.queue_id, m.off ORDER BY m.off`,
    [groupId, name],
  );
  const { rows: around } = await console.query(
    `SELECT (SELECT concat(g.version, ' ', g.max_retries, CASE WHEN g.paused_at IS NOT NULL THEN ' paused' END)
               FROM consumer_group g WHERE g.group_id = $1) AS "group",
            (SELECT string_agg(concat(r.state, ' ', r.selected, ' ', r.released), ', ' ORDER BY r.redrive_id)
               FROM redrive r WHERE r.group_id = $1) AS redrives,
            (SELECT string_agg(f.state::text, ', ') FROM fifo_group f WHERE f.group_id = $1) AS keys,
            (SELECT count(*)::int FROM audit a WHERE a.target = $2) AS audited`,
    [groupId, name],
  );
  for (const message of messages) {
    const places = [message.leased, message.acked || message.committed, message.retry, message.dead, message.discarded];
    if (places.filter((place) => place !== null && place !== false).length > 1)
      throw new Error(`a message is in two places: ${JSON.stringify(message)}`);
  }
  return { messages, around };
}

/** Loops of later cells must not find it. */
export async function clearCell({ console }: Store, { groupId }: Cell): Promise<void> {
  await console.query(
    `WITH a AS (DELETE FROM lease WHERE group_id = $1), b AS (DELETE FROM retry WHERE group_id = $1)
     UPDATE redrive SET state = 'cancelled', finished_at = now() WHERE group_id = $1 AND finished_at IS NULL`,
    [groupId],
  );
}
