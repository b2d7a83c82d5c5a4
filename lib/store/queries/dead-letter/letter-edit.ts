import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { DEAD_LETTER_CHOSEN, DEAD_LETTER_WHERE, type DeadLetterMatch, matchValues } from './dead-letter-match';

/** Of a dead letter `d`: what an open re-drive has chosen is left to it. */
export const IN_REDRIVE = `'in RD-' || ${DEAD_LETTER_CHOSEN}`;

/** Why a change leaves a dead letter `d` as it is; null: it takes it. */
const WHY_NOT = {
  discard: { why: IN_REDRIVE },
  hold: { why: `CASE WHEN d.held_at IS NOT NULL THEN 'held already' END` },
  release: { why: `CASE WHEN d.held_at IS NULL THEN 'not held' END` },
  extend: {
    why: `CASE WHEN d.held_at IS NOT NULL THEN 'held: does not expire' WHEN $keepMs::bigint IS NULL
      THEN 'does not expire' WHEN d.kept_until >= $until::timestamptz OR d.dead_at >= $until - $keepMs * interval '1 ms'
      THEN 'kept as long already' END`,
  },
  accept: { why: `CASE WHEN d.accepted_at IS NOT NULL THEN 'accepted already' ELSE ${IN_REDRIVE} END` },
  unaccept: { why: `CASE WHEN d.accepted_at IS NULL THEN 'not accepted' END` },
} as const;

/** What a change writes into letters that stay dead letters, and the state that it starts from. */
const EDITS = {
  hold: { set: 'held_at = t.now, held_by = $actor, hold_reason = $reason', from: 'd.held_at IS NULL' },
  release: {
    // What is past its time meanwhile is kept for a while: there is time to decide again.
    set: `held_at = NULL, held_by = NULL, hold_reason = NULL,
      kept_until = CASE WHEN d.dead_at < t.now + ($graceMs - $keepMs::bigint) * interval '1 ms'
        THEN greatest(d.kept_until, t.now + $graceMs * interval '1 ms') ELSE d.kept_until END`,
    from: 'd.held_at IS NOT NULL',
  },
  extend: {
    set: 'kept_until = $until::timestamptz',
    from: 'd.held_at IS NULL AND coalesce(d.kept_until < $until::timestamptz, true)',
  },
  accept: {
    set: 'accepted_at = t.now, accepted_by = $actor, accept_reason = $reason',
    from: 'd.accepted_at IS NULL',
  },
  unaccept: {
    set: 'accepted_at = NULL, accepted_by = NULL, accept_reason = NULL',
    from: 'd.accepted_at IS NOT NULL',
  },
} as const;

/** What is done to dead letters; a restore is done to discarded ones. */
export type LetterEdit = keyof typeof WHY_NOT;

/** How many of a set a change took, or left for this reason; a null reason: took. */
export interface LetterTally {
  readonly why: string | null;
  readonly count: number;
}

interface EditBounds {
  readonly keepMs: number | null;
  readonly until: Date | null;
}

/** What a change of these would do now. */
export async function letterPlan(
  db: Queryable,
  verb: LetterEdit,
  match: DeadLetterMatch,
  { keepMs, until }: EditBounds,
): Promise<LetterTally[]> {
  const { why } = WHY_NOT[verb];
  const { rows } = await db.query<LetterTally>(
    sql(
      `SELECT w.why, count(*) AS count FROM (
       SELECT ${why} AS why FROM dead_letter d WHERE ${DEAD_LETTER_WHERE}) w GROUP BY w.why`,
      { ...matchValues(match), keepMs, until },
    ),
  );
  return rows;
}

export interface LetterEditInput extends EditBounds {
  readonly groupId: number;
  readonly ids: readonly number[];
  readonly actor: string;
  readonly reason: string;
  /** What is released past its time is kept for so long. */
  readonly graceMs: number;
}

/** Changes those of `ids` that are in the state for it. What is no dead letter any more is not counted. */
export async function letterEdit(
  db: Queryable,
  now: Date | null,
  verb: Exclude<LetterEdit, 'discard'>,
  { groupId, ids, actor, reason, keepMs, until, graceMs }: LetterEditInput,
): Promise<LetterTally[]> {
  const { why } = WHY_NOT[verb];
  const { set, from } = EDITS[verb];
  const { rows } = await db.query<LetterTally>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), seen AS MATERIALIZED (
       SELECT d.queue_id, d.off, d.generation, ${why} AS why
         FROM unnest($ids::bigint[]) n (id) JOIN dead_letter d ON d.dead_letter_id = n.id AND d.group_id = $groupId
     ), changed AS (
       UPDATE dead_letter d SET ${set} FROM seen s, t
        WHERE s.why IS NULL AND d.group_id = $groupId AND d.queue_id = s.queue_id AND d.off = s.off
          AND d.generation = s.generation AND ${from}
       RETURNING 1
     )
     SELECT NULL::text AS why, (SELECT count(*) FROM changed) AS count
     UNION ALL SELECT s.why, count(*) FROM seen s WHERE s.why IS NOT NULL GROUP BY s.why`,
      { now, groupId, ids, actor, reason, keepMs, until, graceMs },
    ),
  );
  return rows;
}
