import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { IN_REDRIVE, type LetterEditInput, type LetterTally } from './letter-edit';

/**
 * All that a dead letter has but its number and until when it is kept. Restored it has a new number, so that it joins no
 * set that was frozen before.
 */
const LETTER_FIELDS = `group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts, cause, dead_at, client_id,
  policy_version, redrive_id, kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context,
  stored_at, body, held_at, held_by, hold_reason, accepted_at, accepted_by, accept_reason,
  fingerprint, fingerprint_version, app_version`;

type DiscardInput = Pick<LetterEditInput, 'groupId' | 'ids' | 'keepMs' | 'until'> & {
  readonly jobId: number;
  /** Each can be restored for so long, also when its own time is over. */
  readonly leastMs: number;
};

/** Takes them out of the dead letters. Each can be restored until `until`, or until its own time is over. */
export async function letterDiscard(db: Queryable, now: Date | null, input: DiscardInput): Promise<LetterTally[]> {
  const { rows } = await db.query<LetterTally>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), seen AS MATERIALIZED (
       SELECT d.queue_id, d.off, d.generation, ${IN_REDRIVE} AS why
         FROM unnest($ids::bigint[]) n (id) JOIN dead_letter d ON d.dead_letter_id = n.id AND d.group_id = $groupId
     ), gone AS (
       DELETE FROM dead_letter d USING seen s
        WHERE s.why IS NULL AND d.group_id = $groupId AND d.queue_id = s.queue_id AND d.off = s.off
          AND d.generation = s.generation
       RETURNING d.*
     ), stored AS (
       INSERT INTO discarded_letter (dead_letter_id, kept_until, ${LETTER_FIELDS}, discard_job, discarded_at, restore_until)
       SELECT g.dead_letter_id, g.kept_until, ${LETTER_FIELDS}, $jobId::int, t.now,
              CASE WHEN g.held_at IS NOT NULL OR $keepMs::bigint IS NULL THEN $until::timestamptz
                   ELSE least($until, greatest(t.now + $leastMs * interval '1 ms',
                     g.dead_at + $keepMs * interval '1 ms', g.kept_until)) END
         FROM gone g, t
     ), recorded AS (
       INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at)
       SELECT g.group_id, g.queue_id, g.off, g.generation, g.attempts, 'Discarded', 'discarded', nextval('epoch_seq'),
              t.now
         FROM gone g, t
     )
     SELECT NULL::text AS why, (SELECT count(*) FROM gone) AS count
     UNION ALL SELECT s.why, count(*) FROM seen s WHERE s.why IS NOT NULL GROUP BY s.why`,
      { now, ...input },
    ),
  );
  return rows;
}

/** Why a discarded one `o` cannot be restored; null: it can. */
export const NOT_RESTORED = `CASE WHEN EXISTS (SELECT 1 FROM dead_letter a WHERE a.group_id = o.group_id
    AND a.queue_id = o.queue_id AND a.off = o.off) THEN 'a dead letter again'
  WHEN EXISTS (SELECT 1 FROM retry r WHERE r.group_id = o.group_id AND r.queue_id = o.queue_id
    AND r.off = o.off) THEN 'with the group again' END`;

/**
 * Brings discarded ones back as they were. What is past its time meanwhile is kept for a while, so that there is time
 * to decide again. @returns the numbers that they have now, and how many were left
 */
export async function letterRestore(
  db: Queryable,
  now: Date | null,
  input: Pick<LetterEditInput, 'groupId' | 'ids' | 'keepMs' | 'graceMs'>,
): Promise<(LetterTally & { readonly ids: number[] | null })[]> {
  const { rows } = await db.query<LetterTally & { ids: number[] | null }>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), seen AS MATERIALIZED (
       SELECT o.dead_letter_id, ${NOT_RESTORED} AS why
         FROM unnest($ids::bigint[]) n (id) JOIN discarded_letter o ON o.dead_letter_id = n.id
          AND o.group_id = $groupId
     ), back AS (
       DELETE FROM discarded_letter o USING seen s WHERE s.why IS NULL AND o.dead_letter_id = s.dead_letter_id
       RETURNING o.*
     ), stored AS (
       INSERT INTO dead_letter (kept_until, ${LETTER_FIELDS})
       SELECT CASE WHEN b.dead_at < t.now + ($graceMs - $keepMs::bigint) * interval '1 ms'
                THEN greatest(b.kept_until, t.now + $graceMs * interval '1 ms') ELSE b.kept_until END, ${LETTER_FIELDS}
         FROM back b, t ORDER BY b.dead_letter_id
       RETURNING dead_letter_id, group_id, queue_id, off, generation, attempts, dead_at, kept_until
     ), recorded AS (
       INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at)
       SELECT s.group_id, s.queue_id, s.off, s.generation, s.attempts, 'Restored', 'restored', nextval('epoch_seq'),
              t.now
         FROM stored s, t
     ), due AS (
       INSERT INTO letter_text_due (dead_letter_id) SELECT s.dead_letter_id FROM stored s
     )
     SELECT NULL::text AS why, count(*) AS count, array_agg(s.dead_letter_id ORDER BY s.dead_letter_id) AS ids
       FROM stored s
     UNION ALL SELECT s.why, count(*), NULL FROM seen s WHERE s.why IS NOT NULL GROUP BY s.why`,
      { now, ...input },
    ),
  );
  return rows;
}
