import type { EarlierRedrive } from '../../../model/redrive';

/** What a dead letter must be to match; every part is optional. */
export interface DeadLetterMatch {
  readonly groupId?: number | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Part of the error, message id, key or message group; case does not matter. */
  readonly text?: string | undefined;
  /** A cause key, an error type, or the broker's own cause of those without a report. */
  readonly cause?: string | undefined;
  /** Only what was dead when this one died, and that one: what makes a set frozen. */
  readonly throughId?: number | undefined;
  /** Dead letters to be removed by `until`: they died by `died` and are not kept longer. */
  readonly expires?: { readonly died: Date; readonly until: Date } | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly messageIds?: readonly string[] | undefined;
  /** Messages of that re-drive with one of those verdicts. */
  readonly redrive?: EarlierRedrive | undefined;
}

/**
 * `e` is what the application said about the last delivery. A recalled message was not delivered again: its last report
 * counts.
 */
export const DEAD_LETTER_REASON = `
  LEFT JOIN failure_report f
         ON f.group_id = d.group_id AND f.queue_id = d.queue_id AND f.off = d.off AND f.generation = d.generation
           AND f.attempt = d.attempts
  LEFT JOIN LATERAL (
    SELECT l.error_type, l.message FROM failure_report l
     WHERE d.attempts = 0 AND l.group_id = d.group_id AND l.queue_id = d.queue_id AND l.off = d.off
       AND l.generation < d.generation
     ORDER BY l.generation DESC, l.attempt DESC LIMIT 1) p ON true
  CROSS JOIN LATERAL (SELECT coalesce(f.error_type, p.error_type) AS error_type,
    coalesce(f.message, p.message) AS message) e`;

/** Its parameters: matchValues. */
export const DEAD_LETTER_WHERE = `
  ($groupId::int IS NULL OR d.group_id = $groupId)
  AND ($diedFrom::timestamptz IS NULL OR d.dead_at >= $diedFrom) AND ($diedTo::timestamptz IS NULL
    OR d.dead_at < $diedTo)
  AND ($search::text IS NULL OR strpos(lower(e.error_type), $search) > 0 OR strpos(lower(e.message), $search) > 0
    OR strpos(lower(d.msg_id), $search) > 0
       OR strpos(lower(d.mgroup), $search) > 0 OR strpos(lower(array_to_string(d.keys, ' ')), $search) > 0)
  AND ($cause::text IS NULL OR e.error_type = $cause OR (e.error_type IS NULL AND d.cause = $cause)
    OR cause_key(e.error_type, cause_text(e.message), d.cause) = $cause)
  AND ($throughId::bigint IS NULL OR d.dead_letter_id <= $throughId)
  AND ($ids::bigint[] IS NULL OR d.dead_letter_id = ANY ($ids))
  AND ($messageIds::text[] IS NULL OR d.msg_id = ANY ($messageIds))
  AND ($earlierId::int IS NULL OR (d.queue_id, d.off, d.generation) IN (
    SELECT z.queue_id, z.off, CASE WHEN z.state IN ('moved', 'recalled') THEN z.generation + 1 ELSE z.generation END
      FROM redrive_item z WHERE z.redrive_id = $earlierId AND z.group_id = d.group_id
       AND z.state = ANY ($earlierStates::text[])))
  AND ($expiresDied::timestamptz IS NULL OR (d.dead_at <= $expiresDied
    AND coalesce(d.kept_until <= $expiresUntil::timestamptz, true) AND NOT EXISTS (
    SELECT 1 FROM redrive_item y WHERE y.group_id = d.group_id AND y.queue_id = d.queue_id AND y.off = d.off
      AND y.generation = d.generation
       AND y.state = 'selected')))`;

export function matchValues(match: DeadLetterMatch) {
  return {
    groupId: match.groupId ?? null,
    diedFrom: match.from ?? null,
    diedTo: match.to ?? null,
    search: match.text?.toLowerCase() ?? null,
    cause: match.cause ?? null,
    throughId: match.throughId ?? null,
    ids: match.ids ?? null,
    messageIds: match.messageIds ?? null,
    earlierId: match.redrive?.redriveId ?? null,
    // a moved message that is dead in the life that it was given died again
    earlierStates: match.redrive?.verdicts.map((verdict) => (verdict === 'died-again' ? 'moved' : verdict)) ?? null,
    expiresDied: match.expires?.died ?? null,
    expiresUntil: match.expires?.until ?? null,
  };
}

/** The marker of an open re-drive that already has this dead letter. */
export const DEAD_LETTER_TAKEN = `
  LEFT JOIN redrive_item x ON x.group_id = d.group_id AND x.queue_id = d.queue_id AND x.off = d.off
    AND x.generation = d.generation
        AND x.state IN ('selected', 'moved', 'recalled')`;
