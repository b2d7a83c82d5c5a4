/** Conditions on waiting messages; each that is given must hold. */
export interface RetryMatch {
  /** Absent: of every group. */
  readonly groupId?: number | undefined;
  /** These messages and no others, by their places. */
  readonly places?: { readonly queueIds: readonly number[]; readonly offs: readonly number[] } | undefined;
  readonly attemptsFrom?: number | undefined;
  readonly attemptsTo?: number | undefined;
  readonly lastTry?: boolean | undefined;
  readonly held?: boolean | undefined;
  readonly dueFrom?: Date | undefined;
  readonly dueTo?: Date | undefined;
  /** Dead by then unless it succeeds. afterMs: how long after it falls due, by deliveries made; of one group. */
  readonly dies?: { readonly before: Date; readonly afterMs: readonly number[] } | undefined;
  readonly throughEpoch?: number | undefined;
  /** Causes of the last failure. */
  readonly fingerprints?: readonly string[] | undefined;
  readonly key?: string | undefined;
  readonly storedBefore?: Date | undefined;
}

/** What the row of a message `r` (retry) of a group `g` (consumer_group) says by itself. */
export const RETRY_WHERE = `NOT r.leased
  AND ($attemptsFrom::int IS NULL OR r.attempt >= $attemptsFrom)
  AND ($attemptsTo::int IS NULL OR r.attempt <= $attemptsTo)
  AND ($lastTry::boolean IS NULL OR (r.attempt >= g.max_retries) = $lastTry)
  AND ($held::boolean IS NULL OR (r.held_due_at IS NOT NULL) = $held)
  AND ($dueFrom::timestamptz IS NULL OR r.visible_at >= $dueFrom)
  AND ($dueTo::timestamptz IS NULL OR r.visible_at < $dueTo)
  AND ($diesBefore::timestamptz IS NULL OR r.visible_at
    + ($dyingMs::bigint[])[least(r.attempt::int + 1, cardinality($dyingMs::bigint[]))] * interval '1 ms' <= $diesBefore)
  AND ($throughEpoch::bigint IS NULL OR r.epoch <= $throughEpoch)
  AND ($offs::bigint[] IS NULL OR (r.queue_id, r.off) IN (
    SELECT w.queue_id, w.off FROM unnest($queueIds::int[], $offs::bigint[]) w (queue_id, off)))`;

/** Ends of deliveries after which a message waits. */
const FAILURES = `'nack', 'timeout', 'consumption-timeout', 'client-gone', 'reply-lost', 'suspended', 'released',
  'forwarded'`;

/** Why the last delivery of a message `r` failed: what the application reported, or how the broker saw it end. */
export const LAST_FAILURE = `
  LEFT JOIN LATERAL (
    SELECT f.error_type, f.message, f.fingerprint FROM failure_report f
     WHERE f.group_id = r.group_id AND f.queue_id = r.queue_id AND f.off = r.off AND f.generation = r.generation
       AND f.attempt = r.attempt LIMIT 1) f ON true
  LEFT JOIN LATERAL (
    SELECT e.cause FROM delivery_event e
     WHERE e.group_id = r.group_id AND e.queue_id = r.queue_id AND e.off = r.off AND e.generation = r.generation
       AND e.cause IN (${FAILURES}) ORDER BY e.event_id DESC LIMIT 1) e ON f.fingerprint IS NULL`;

/** What takes other rows to decide: for few rows, or a statement that may take its time. */
export const RETRY_DEEP_WHERE = `
  ($fingerprints::text[] IS NULL OR coalesce(f.fingerprint, 'unreported:' || e.cause) = ANY ($fingerprints))
  AND (($key::text IS NULL AND $storedBefore::timestamptz IS NULL) OR EXISTS (
    SELECT 1 FROM any_message m WHERE m.queue_id = r.queue_id AND m.off = r.off AND m.seg = r.seg
      AND ($key::text IS NULL OR $key = ANY (m.keys) OR m.mgroup = $key)
      AND ($storedBefore::timestamptz IS NULL OR m.stored_at < $storedBefore)))`;

export function isDeep({ fingerprints, key, storedBefore }: RetryMatch): boolean {
  return fingerprints !== undefined || key !== undefined || storedBefore !== undefined;
}

export function matchValues(match: RetryMatch) {
  return {
    ...rowValues(match),
    fingerprints: match.fingerprints ?? null,
    key: match.key ?? null,
    storedBefore: match.storedBefore ?? null,
  };
}

/** Of RETRY_WHERE alone. */
export function rowValues(match: RetryMatch) {
  return {
    groupId: match.groupId ?? null,
    queueIds: match.places?.queueIds ?? null,
    offs: match.places?.offs ?? null,
    attemptsFrom: match.attemptsFrom ?? null,
    attemptsTo: match.attemptsTo ?? null,
    lastTry: match.lastTry ?? null,
    held: match.held ?? null,
    dueFrom: match.dueFrom ?? null,
    dueTo: match.dueTo ?? null,
    diesBefore: match.dies?.before ?? null,
    dyingMs: match.dies?.afterMs ?? null,
    throughEpoch: match.throughEpoch ?? null,
  };
}
