import { REDIRECT_LIMITS, type RedirectEdge } from '../../../model/redirect/redirect';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { DEAD_LETTER_TAKEN } from '../dead-letter/dead-letter-match';

/** What a redirect is about. Several fingerprints: a cause whose grouping has changed. */
export interface RedirectScope {
  /** 0: one that is only planned. */
  readonly redirectId: number;
  readonly groupId: number;
  readonly fingerprints: readonly string[] | null;
  readonly since: Date;
}

const MATCHES = `d.group_id = $groupId AND d.dead_at >= $since
  AND ($fingerprints::text[] IS NULL OR d.fingerprint = ANY ($fingerprints))`;
const PASSED = `string_to_array(d.props ->> 'REDRIVE_REDIRECTED_BY', ',')`;
/** Its own batch has them, or another re-drive. */
export const IN_A_REDRIVE = 'in a re-drive';
/** Why the dead letter `d` is not redirected; null: it is. An operator decided about the first two. */
const WHY = `CASE WHEN d.held_at IS NOT NULL THEN 'held by an operator'
  WHEN d.accepted_at IS NOT NULL THEN 'accepted by an operator'
  WHEN $redirectId::int::text = ANY (${PASSED}) THEN 'redirected by this redirect before'
  WHEN cardinality(${PASSED}) >= ${REDIRECT_LIMITS.hops}
    THEN 'passed ${REDIRECT_LIMITS.hops} redirects, which is the limit'
  WHEN x.redrive_id IS NOT NULL THEN '${IN_A_REDRIVE}' END`;
const COUNTED = 10_000;
/** Of one look. Letters that stay are read as well, however many they are. */
const LOOKED = 10_000;

interface RedirectLook {
  /** The oldest that can go now. Of letters that an open re-drive has, none. */
  readonly ids: readonly number[];
  /** The next look goes on behind this one, which stays; null: there was nothing more to look at. */
  readonly lookedTo: number | null;
}

interface Looking {
  /** Of the look before; null, or of a letter that is gone since: it begins with the oldest. */
  readonly lookedTo: number | null;
  readonly limit: number;
  readonly most?: number;
}

const OLDEST = `SELECT d.dead_letter_id, d.dead_at, d.group_id, d.queue_id, d.off, d.generation, d.held_at,
    d.accepted_at, d.props FROM dead_letter d
  WHERE d.group_id = $groupId AND d.dead_at >= $since
    AND (d.dead_at, d.dead_letter_id) > ((SELECT c.at FROM looked c), (SELECT c.id FROM looked c))`;
const IN_ORDER = `ORDER BY d.dead_at, d.dead_letter_id LIMIT $most`;

export async function redirectLook(
  db: Queryable,
  scope: RedirectScope,
  { lookedTo, limit, most = LOOKED }: Looking,
): Promise<RedirectLook> {
  const { rows } = await db.query<{ ids: number[]; found: number; last: number | null }>(
    sql(
      `WITH looked AS MATERIALIZED (
         SELECT coalesce(max(l.dead_at), $since) AS at, coalesce(max(l.dead_letter_id), 0) AS id
           FROM dead_letter l WHERE l.dead_letter_id = $lookedTo::bigint
       ), found AS MATERIALIZED (
         SELECT d.dead_letter_id AS id, d.dead_at, ${WHY} AS why
           FROM ((${OLDEST} AND $fingerprints::text[] IS NULL ${IN_ORDER})
             UNION ALL (SELECT o.* FROM unnest($fingerprints::text[]) f (fingerprint)
               CROSS JOIN LATERAL (${OLDEST} AND d.fingerprint = f.fingerprint ${IN_ORDER}) o)) d
           ${DEAD_LETTER_TAKEN} ${IN_ORDER}
       )
       SELECT ARRAY(SELECT f.id FROM found f WHERE f.why IS NULL ORDER BY f.dead_at, f.id LIMIT $limit) AS ids,
              (SELECT count(*) FROM found) AS found,
              (SELECT f.id FROM found f WHERE f.why IS NOT NULL ORDER BY f.dead_at DESC, f.id DESC LIMIT 1) AS last`,
      { ...scope, lookedTo, limit, most },
    ),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a look has an answer');
  return { ids: row.ids, lookedTo: row.found < most ? null : row.last };
}

export interface RedirectPart {
  /** Null: they can go. */
  readonly why: string | null;
  readonly count: number;
}

/** The first that match, in no order, by why they stay. @param most read of them at most */
export async function redirectParts(
  db: Queryable,
  scope: RedirectScope,
  most = COUNTED,
): Promise<{ readonly parts: readonly RedirectPart[]; readonly atLeast: boolean }> {
  const { rows } = await db.query<RedirectPart>(
    sql(
      `SELECT s.why, count(*) AS count FROM (
         SELECT ${WHY} AS why FROM dead_letter d ${DEAD_LETTER_TAKEN} WHERE ${MATCHES} LIMIT $most) s
        GROUP BY s.why ORDER BY count DESC, s.why`,
      { ...scope, most },
    ),
  );
  return { parts: rows, atLeast: rows.reduce((sum, { count }) => sum + count, 0) >= most };
}

export interface CanaryCopyRow {
  readonly copy: number;
  /** Null: the copy is not in the log any more. */
  readonly queueId: number | null;
  readonly off: number | null;
  readonly messageGroup: string | null;
  readonly storedAt: Date | null;
}

/** The first copies that the redirect sent after that run. A copy has the number that redrive_send gave it. */
export async function canaryCopies(
  db: Queryable,
  {
    redirectId,
    roundAfter,
    canary,
  }: { readonly redirectId: number; readonly roundAfter: number; readonly canary: number },
): Promise<CanaryCopyRow[]> {
  const { rows } = await db.query<CanaryCopyRow>(
    sql(
      `SELECT n.copy, m.queue_id AS "queueId", m.off, m.mgroup AS "messageGroup", m.stored_at AS "storedAt"
         FROM redrive v JOIN redrive_item i ON i.redrive_id = v.redrive_id AND i.state = 'sent'
        CROSS JOIN LATERAL (SELECT (1 + (v.redrive_id::bigint * 1000003 + i.ord) % 2147483646)::int AS copy) n
         LEFT JOIN LATERAL (SELECT c.queue_id, c.off, c.mgroup, c.stored_at FROM message c
           WHERE c.msg_id = i.msg_id AND c.topic_id = v.target_topic_id
             AND c.copy = n.copy LIMIT 1) m ON true
        WHERE v.redirect_id = $redirectId AND v.redrive_id > $roundAfter
        ORDER BY v.redrive_id, i.ord LIMIT $canary`,
      { redirectId, roundAfter, canary },
    ),
  );
  return rows;
}

interface OpenRedirect extends RedirectEdge {
  readonly redirectId: number;
  readonly cause: string | null;
}

/** All that can send, or can be resumed, with who reads their topics now. */
export async function openRedirects(db: Queryable): Promise<OpenRedirect[]> {
  const { rows } = await db.query<OpenRedirect>(
    `SELECT r.redirect_id AS "redirectId", r.cause, g.name AS "group", t.name AS topic,
            ARRAY(SELECT DISTINCT coalesce(b.name, m.name) FROM queue q JOIN group_queue gq USING (queue_id)
              JOIN consumer_group m ON m.group_id = gq.group_id
              LEFT JOIN consumer_group b ON b.group_id = m.broadcast_of
             WHERE q.topic_id = r.target_topic_id) AS readers
       FROM redirect r JOIN consumer_group g ON g.group_id = r.group_id JOIN topic t ON t.topic_id = r.target_topic_id
      WHERE r.state <> 'ended' ORDER BY r.redirect_id`,
  );
  return rows;
}

/** The topics that a group reads, where its dead letters come from. */
export async function topicsOfGroup(db: Queryable, groupId: number): Promise<string[]> {
  const { rows } = await db.query<{ topic: string }>(
    sql(
      `SELECT DISTINCT t.name AS topic FROM group_queue gq JOIN queue q USING (queue_id) JOIN topic t USING (topic_id)
        WHERE gq.group_id = $groupId ORDER BY t.name`,
      { groupId },
    ),
  );
  return rows.map(({ topic }) => topic);
}
