import type { EarlierRedrive } from '../../../model/redrive/redrive';
import type { CheckedPath } from './letter-text';

interface UnreadBodies {
  readonly topicIds: readonly number[];
  /** A copy of a message of any other topic is unread too: what was hidden there is in it. */
  readonly originsRead: readonly string[];
  readonly text: string | null;
}

/** What a dead letter must be to match; every part is optional. */
export interface DeadLetterMatch {
  readonly groupId?: number | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Words that each must have; for words that many have. */
  readonly text?: string | undefined;
  /** The letters with the words, when they are few. */
  readonly textIds?: readonly number[] | undefined;
  readonly json?: CheckedPath | undefined;
  /** Whose bodies are hidden from the caller: words are looked for beside the body, paths match nothing. */
  readonly unread?: UnreadBodies | undefined;
  /** Any of these. */
  readonly fingerprints?: readonly string[] | undefined;
  /** Only what was dead when this one died, and that one: what makes a set frozen. */
  readonly throughId?: number | undefined;
  /** No older than this one. */
  readonly since?: { readonly deadAt: string; readonly id: number } | undefined;
  /** Dead letters to be removed by `until`: they died by `died` and are not kept longer. */
  readonly expires?: { readonly died: Date; readonly until: Date } | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly messageIds?: readonly string[] | undefined;
  /** Messages of that re-drive with one of those verdicts. */
  readonly redrive?: EarlierRedrive | undefined;
  /** None of these. */
  readonly withoutFingerprints?: readonly string[] | undefined;
  readonly topicId?: number | undefined;
  /** Null: none was reported. */
  readonly appVersion?: string | null | undefined;
  /** One of its keys, or its message group. */
  readonly key?: string | undefined;
  readonly attemptsFrom?: number | undefined;
  readonly attemptsTo?: number | undefined;
  readonly held?: boolean | undefined;
  readonly accepted?: boolean | undefined;
}

/** `e` is what the application said about the last delivery, for those who show it. */
export const DEAD_LETTER_REASON = `
  LEFT JOIN LATERAL deciding_report(d.group_id, d.queue_id, d.off, d.generation, d.attempts) e ON true`;

/** The open re-drive that has chosen the dead letter `d`; null: none. */
export const DEAD_LETTER_CHOSEN = `(SELECT y.redrive_id FROM redrive_item y WHERE y.group_id = d.group_id
  AND y.queue_id = d.queue_id AND y.off = d.off AND y.generation = d.generation AND y.state = 'selected')`;

/**
 * Of a group that is there: the rows of a deleted one are still being removed. NOT IN, of which the planner expects
 * that half are left: of an array it expects that none are where one group has all letters, and reads and sorts them.
 */
export const OF_A_GROUP = `d.group_id NOT IN (SELECT unnest(x.group_ids) FROM deletion x WHERE x.finished_at IS NULL)`;

/** Of `dead_letter d`. Its parameters: matchValues. */
export const DEAD_LETTER_WHERE = `
  ($groupId::int IS NULL OR d.group_id = $groupId) AND ($groupId IS NOT NULL OR ${OF_A_GROUP})
  AND ($diedFrom::timestamptz IS NULL OR d.dead_at >= $diedFrom) AND ($diedTo::timestamptz IS NULL
    OR d.dead_at < $diedTo)
  AND ($text::text IS NULL OR (SELECT w.words @@ (SELECT words_query($text)) FROM letter_text w
    WHERE w.dead_letter_id = d.dead_letter_id))
  AND ($textIds::bigint[] IS NULL OR d.dead_letter_id = ANY ($textIds))
  AND ($fingerprint::text IS NULL OR d.fingerprint = $fingerprint)
  AND ($fingerprints::text[] IS NULL OR d.fingerprint = ANY ($fingerprints))
  AND ($sinceAt::timestamptz IS NULL OR (d.dead_at, d.dead_letter_id) >= ($sinceAt, $sinceId::bigint))
  AND ($throughId::bigint IS NULL OR d.dead_letter_id <= $throughId)
  AND ($ids::bigint[] IS NULL OR d.dead_letter_id = ANY ($ids))
  AND ($messageIds::text[] IS NULL OR d.msg_id = ANY ($messageIds))
  AND ($earlierId::int IS NULL OR (d.queue_id, d.off, d.generation) IN (
    SELECT z.queue_id, z.off, CASE WHEN z.state IN ('moved', 'recalled') THEN z.generation + 1 ELSE z.generation END
      FROM redrive_item z WHERE z.redrive_id = $earlierId AND z.group_id = $groupId
       AND z.state = ANY ($earlierStates::text[])))
  AND ($withoutFingerprints::text[] IS NULL OR d.fingerprint <> ALL ($withoutFingerprints))
  AND ($expiresDied::timestamptz IS NULL OR (d.dead_at <= $expiresDied
    AND d.held_at IS NULL AND coalesce(d.kept_until <= $expiresUntil::timestamptz, true)
    AND ${DEAD_LETTER_CHOSEN} IS NULL))
  AND ($topicId::int IS NULL OR d.topic_id = $topicId)
  AND ($appVersion::text IS NULL OR d.app_version = $appVersion)
  AND ($hasVersion::boolean IS NULL OR (d.app_version IS NOT NULL) = $hasVersion)
  AND ($key::text IS NULL OR (short_keys(d.keys) @> short_keys(ARRAY[$key]) AND d.keys IS NOT NULL
    AND d.keys @> ARRAY[$key]) OR d.mgroup = $key)
  AND ($attemptsFrom::int IS NULL OR d.attempts >= $attemptsFrom)
  AND ($attemptsTo::int IS NULL OR d.attempts <= $attemptsTo)
  AND ($held::boolean IS NULL OR (d.held_at IS NOT NULL) = $held)
  AND ($accepted::boolean IS NULL OR (d.accepted_at IS NOT NULL) = $accepted)
  AND ($unreadTopicIds::int[] IS NULL OR (d.topic_id <> ALL ($unreadTopicIds)
      AND (NOT coalesce(d.props ? 'DLQ_ORIGIN_MESSAGE_ID', false) OR d.props ->> 'DLQ_ORIGIN_TOPIC' IS NULL
        OR d.props ->> 'DLQ_ORIGIN_TOPIC' = ANY ($originsRead::text[])))
    OR ($json::text IS NULL AND ($unreadText::text IS NULL OR (
      SELECT array_to_tsvector(words_of(concat_ws(' ', e.error_type, e.message, d.msg_id, right(d.msg_id, 10),
               array_to_string(d.keys, ' '), d.mgroup, d.tag))) @@ words_query($unreadText)
        FROM (SELECT 1) one
        LEFT JOIN LATERAL deciding_report(d.group_id, d.queue_id, d.off, d.generation, d.attempts) e ON true))))
  AND ($json::text IS NULL OR body_matches(p_encoding => 'IDENTITY',
    p_body => plain_body(p_letter => d.dead_letter_id, p_encoding => d.body_encoding, p_body => d.body),
    p_path => $json::text::jsonpath, p_predicate => $jsonPredicate::boolean))`;

/** One alone is compared by equality: that reads the index in the order of the page. */
function ofCauses(fingerprints: readonly string[] | undefined) {
  const [only, ...others] = fingerprints ?? [];
  const single = only !== undefined && others.length === 0;
  return { fingerprint: single ? only : null, fingerprints: single ? null : (fingerprints ?? null) };
}

function unreadOf(unread: DeadLetterMatch['unread']) {
  return {
    unreadTopicIds: unread?.topicIds ?? null,
    originsRead: unread?.originsRead ?? null,
    unreadText: unread?.text ?? null,
  };
}

function placeOf(since: DeadLetterMatch['since']) {
  return { sinceAt: since?.deadAt ?? null, sinceId: since?.id ?? null };
}

export function matchValues(match: DeadLetterMatch) {
  return {
    groupId: match.groupId ?? null,
    diedFrom: match.from ?? null,
    diedTo: match.to ?? null,
    text: match.text,
    textIds: match.textIds,
    json: match.json?.path,
    jsonPredicate: match.json?.isPredicate,
    ...unreadOf(match.unread),
    ...ofCauses(match.fingerprints),
    ...placeOf(match.since),
    throughId: match.throughId ?? null,
    ids: match.ids ?? null,
    messageIds: match.messageIds ?? null,
    earlierId: match.redrive?.redriveId ?? null,
    // a moved message that is dead in the life that it was given died again
    earlierStates: match.redrive?.verdicts.map((verdict) => (verdict === 'died-again' ? 'moved' : verdict)) ?? null,
    withoutFingerprints: match.withoutFingerprints ?? null,
    expiresDied: match.expires?.died ?? null,
    expiresUntil: match.expires?.until ?? null,
    topicId: match.topicId,
    appVersion: match.appVersion,
    hasVersion: match.appVersion === null ? false : null,
    key: match.key,
    attemptsFrom: match.attemptsFrom,
    attemptsTo: match.attemptsTo,
    held: match.held,
    accepted: match.accepted,
  };
}

/** The marker of an open re-drive that already has this dead letter. */
export const DEAD_LETTER_TAKEN = `
  LEFT JOIN redrive_item x ON x.group_id = d.group_id AND x.queue_id = d.queue_id AND x.off = d.off
    AND x.generation = d.generation
        AND x.state IN ('selected', 'moved', 'recalled')`;
