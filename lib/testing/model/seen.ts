import type { Queryable } from '../../store/queryable';
import { offsIn } from './rows';
import type { State } from './state';

/** What the model and the database must agree on after each step. */
interface Seen {
  readonly cursor: number;
  readonly leases: readonly unknown[];
  readonly keys: readonly unknown[];
  readonly retries: readonly unknown[];
  readonly dead: readonly unknown[];
  readonly done: readonly number[];
  readonly items: readonly string[];
}

export function seen(state: State): Seen {
  return {
    cursor: state.cursor,
    leases: state.leases
      .map(({ open, client, over, lost }) => ({ offs: offsIn(open), client, over, lost }))
      .toSorted((a, b) => (a.offs[0] ?? 0) - (b.offs[0] ?? 0)),
    keys: state.keys.flatMap((row, key) => {
      if (row === null) return [];
      const { busy, lease, pos, skipped } = row;
      return [{ key, busy, leased: lease !== null, pos, skipped }];
    }),
    retries: state.retry.flatMap((row, off) => {
      if (row === null) return [];
      const { attempt, generation, leased, early, due, client, lost } = row;
      return [{ off, attempt, generation, leased, early, due: due && !early, client: leased ? client : null, lost }];
    }),
    dead: state.dead.flatMap((letter, off) => (letter === null ? [] : [{ off, ...letter }])),
    done: state.done.flatMap((isDone, off) => (isDone ? [off] : [])),
    items: state.jobs.map(({ items }) => items.map((item) => item?.state ?? '-').join(' ')),
  };
}

interface Place {
  readonly groupId: number;
  readonly now: Date;
  /** The model's clients, keys and re-drives by their number. */
  readonly clients: readonly number[];
  readonly keys: readonly string[];
  readonly redrives: readonly number[];
}

export async function seenInDatabase(db: Queryable, place: Place): Promise<Seen> {
  const { rows } = await db.query<{ seen: Seen }>(
    `SELECT jsonb_build_object(
       'cursor', coalesce((SELECT l.end_off FROM lease l WHERE l.group_id = $1 ORDER BY l.lease_id DESC LIMIT 1), 0),
       'leases', (SELECT coalesce(jsonb_agg(w.row ORDER BY w.first), '[]') FROM (
          SELECT min(l.off) AS first, jsonb_build_object('offs', jsonb_agg(l.off ORDER BY l.off), 'client',
              array_position($3::int[], l.client_id) - 1, 'over', l.expires_at <= $2, 'lost', l.lost_replies) AS row
            FROM (SELECT b.*, coalesce(b.offs[i + 1], b.base_off + i) AS off FROM lease b
                    CROSS JOIN LATERAL generate_series(0, b.n - 1) i
                   WHERE b.group_id = $1 AND b.live AND (b.open >> i) & 1 = 1) l
           GROUP BY l.lease_id, l.client_id, l.expires_at, l.lost_replies) w),
       'keys', (SELECT coalesce(jsonb_agg(jsonb_build_object('key', array_position($4::text[], f.mgroup) - 1, 'busy',
            f.state = 1, 'leased', f.lease_id IS NOT NULL, 'pos', f.pos, 'skipped', f.skipped) ORDER BY f.mgroup), '[]')
          FROM fifo_group f WHERE f.group_id = $1),
       'retries', (SELECT coalesce(jsonb_agg(jsonb_build_object('off', r.off, 'attempt', r.attempt, 'generation',
            r.generation, 'leased', r.leased, 'early', r.early, 'due', NOT r.early AND r.visible_at <= $2, 'client',
            CASE WHEN r.leased THEN array_position($3::int[], r.client_id) - 1 END, 'lost', r.lost_replies)
            ORDER BY r.off), '[]') FROM retry r WHERE r.group_id = $1),
       'dead', (SELECT coalesce(jsonb_agg(jsonb_build_object('off', d.off, 'attempts', d.attempts, 'generation',
            d.generation) ORDER BY d.off), '[]') FROM dead_letter d WHERE d.group_id = $1),
       'done', (SELECT coalesce(jsonb_agg(w.off ORDER BY w.off), '[]') FROM (
          SELECT l.offs[i + 1] AS off FROM lease l CROSS JOIN LATERAL generate_series(0, l.n - 1) i
           WHERE l.group_id = $1 AND (lease_acked(l.acks) >> i) & 1 = 1
          UNION SELECT e.off FROM delivery_event e WHERE e.group_id = $1 AND e.state = 'Commit') w)) AS seen`,
    [place.groupId, place.now, place.clients, place.keys],
  );
  const { rows: items } = await db.query<{ items: string }>(
    `SELECT coalesce(string_agg(coalesce(i.state, '-'), ' ' ORDER BY m.off), '') AS items
       FROM unnest($2::int[]) WITH ORDINALITY j (redrive_id, ord)
       LEFT JOIN (SELECT DISTINCT a.off FROM message a JOIN group_queue q USING (queue_id) WHERE q.group_id = $1) m
         ON true
       LEFT JOIN redrive_item i ON i.redrive_id = j.redrive_id AND i.off = m.off
      GROUP BY j.ord ORDER BY j.ord`,
    [place.groupId, place.redrives],
  );
  const [found] = rows;
  if (found === undefined) throw new Error('the database said nothing');
  return { ...found.seen, items: items.map((row) => row.items) };
}
