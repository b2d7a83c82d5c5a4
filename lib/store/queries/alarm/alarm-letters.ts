import type { LettersBecame } from '../../../model/alarm/incident';
import { fingerprintOfSubject, groupOfSubject } from '../../../model/alarm/subject';
import type { EngineKind } from '../../../model/workspace';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Which dead letters of a group an alarm is about. */
export interface LetterScope {
  readonly groupId: number;
  /** Null: of every cause. */
  readonly fingerprint: string | null;
  /** What died later only counts when a re-drive of the alarm sent them. Null: whenever they died. */
  readonly diedBy: Date | null;
  /** What came of them before is not the alarm's. */
  readonly since: Date;
  readonly redriveIds: readonly number[];
}

/** What a re-drive sent, by the item that it was chosen as: `x` has its generation. */
const ITEM_OF = (x: 'r' | 'd' | 'e'): string => `
  JOIN redrive_item i ON i.redrive_id = ${x}.redrive_id AND i.group_id = ${x}.group_id AND i.queue_id = ${x}.queue_id
    AND i.off = ${x}.off AND i.generation = ${x}.generation - 1 AND i.state <> 'excluded'`;

/**
 * Of the cause of the alarm: by its own fingerprint, or because a re-drive of the alarm sent it when it had that one. What
 * died again of another cause is still the alarm's, and so is what becomes of it.
 */
const OF_CAUSE = (x: 'i' | 'd' | 'w'): string => `
  (${x}.fingerprint = $fingerprint OR (${x}.queue_id, ${x}.off) IN (SELECT o.queue_id, o.off FROM redrive_item o
    WHERE o.redrive_id = ANY ($redriveIds) AND o.group_id = $groupId AND o.fingerprint = $fingerprint
      AND o.state = 'moved'))`;

/** Dead letters that are not accepted, and what a re-drive sent that is neither consumed nor dead again. */
export async function lettersLeft(db: Queryable, scope: LetterScope): Promise<number> {
  if (scope.fingerprint !== null) return await leftOfCause(db, scope, scope.fingerprint);
  if (scope.diedBy !== null) return await leftOfOld(db, scope, scope.diedBy);
  const { rows } = await db.query<{ n: number }>(
    // All less the accepted ones: both are counted by an index.
    `SELECT (SELECT count(*) FROM dead_letter d WHERE d.group_id = $1)
          - (SELECT count(*) FROM dead_letter d WHERE d.group_id = $1 AND d.accepted_at IS NOT NULL)
          + (SELECT count(*) FROM retry r WHERE r.group_id = $1 AND r.redrive_id IS NOT NULL) AS n`,
    [scope.groupId],
  );
  return rows[0]?.n ?? 0;
}

/** What died of another cause in a re-drive is still a dead letter of the alarm. */
async function leftOfCause(db: Queryable, { groupId, redriveIds }: LetterScope, fingerprint: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    sql(
      `SELECT (SELECT count(*) FROM dead_letter d WHERE d.group_id = $groupId AND d.fingerprint = $fingerprint)
            - (SELECT count(*) FROM dead_letter d WHERE d.group_id = $groupId AND d.fingerprint = $fingerprint
                AND d.accepted_at IS NOT NULL)
            + (SELECT count(*) FROM retry r ${ITEM_OF('r')} WHERE r.group_id = $groupId AND ${OF_CAUSE('i')})
            + (SELECT count(*) FROM dead_letter d ${ITEM_OF('d')}
                WHERE d.group_id = $groupId AND d.redrive_id = ANY ($redriveIds) AND d.accepted_at IS NULL
                  AND d.fingerprint <> $fingerprint AND ${OF_CAUSE('i')}) AS n`,
      { groupId, fingerprint, redriveIds },
    ),
  );
  return rows[0]?.n ?? 0;
}

async function leftOfOld(db: Queryable, { groupId, redriveIds }: LetterScope, diedBy: Date): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    sql(
      `SELECT (SELECT count(*) FROM dead_letter d WHERE d.group_id = $groupId AND d.dead_at <= $diedBy)
            - (SELECT count(*) FROM dead_letter d WHERE d.group_id = $groupId AND d.dead_at <= $diedBy
                AND d.accepted_at IS NOT NULL)
            + (SELECT count(*) FROM retry r WHERE r.group_id = $groupId AND r.redrive_id = ANY ($redriveIds))
            + (SELECT count(*) FROM dead_letter d WHERE d.group_id = $groupId AND d.dead_at > $diedBy
                AND d.redrive_id = ANY ($redriveIds) AND d.accepted_at IS NULL) AS n`,
      { groupId, diedBy, redriveIds },
    ),
  );
  return rows[0]?.n ?? 0;
}

/** What was consumed in re-drives of the alarm, and what the filter of the group left out. */
function endedIn(engine: EngineKind, isOfCause: boolean): string {
  if (engine === 'cluster')
    return `SELECT count(*)::int AS consumed, 0 AS filtered FROM cluster_redrive_item c
             WHERE c.redrive_id = ANY ($redriveIds) AND c.state = 'consumed' AND c.decided_at >= $since
               AND ($fingerprint::text IS NULL OR c.fingerprint = $fingerprint)`;
  return `SELECT count(*) FILTER (WHERE e.cause <> 'filtered')::int AS consumed,
                count(*) FILTER (WHERE e.cause = 'filtered')::int AS filtered
           FROM delivery_event e ${isOfCause ? ITEM_OF('e') : ''}
          WHERE e.redrive_id = ANY ($redriveIds) AND e.state = 'Commit' AND e.at >= $since
            AND ${isOfCause ? OF_CAUSE('i') : '$fingerprint::text IS NULL'}`;
}

/** Their outcomes since the alarm fired. */
export async function lettersBecame(
  db: Queryable,
  { groupId, fingerprint, since, redriveIds }: LetterScope,
  engine: EngineKind = 'embedded',
): Promise<LettersBecame> {
  const { rows } = await db.query<LettersBecame>(
    sql(
      `WITH ended AS (
         ${endedIn(engine, fingerprint !== null)}
       ), gone AS (
         SELECT count(*) FILTER (WHERE x.discard_job IS NOT NULL)::int AS discarded,
                count(*) FILTER (WHERE x.discard_job IS NULL AND x.accepted_at IS NOT NULL)::int AS accepted,
                count(*) FILTER (WHERE x.discard_job IS NULL AND x.accepted_at IS NULL)::int AS expired,
                array_agg(DISTINCT x.accepted_by) FILTER (WHERE x.accepted_by IS NOT NULL) AS accepted_by,
                array_agg(DISTINCT x.discard_job) FILTER (WHERE x.discard_job IS NOT NULL) AS jobs
           FROM expired_letter x
          WHERE x.group_id = $groupId AND x.expired_at >= $since
            AND ($fingerprint::text IS NULL OR x.fingerprint = $fingerprint
              OR (x.queue_id, x.msg_id) IN (SELECT o.queue_id, o.msg_id FROM redrive_item o
                WHERE o.redrive_id = ANY ($redriveIds) AND o.group_id = $groupId AND o.fingerprint = $fingerprint
                  AND o.state = 'moved'))
       ), discarded AS (
         SELECT count(*)::int AS n, array_agg(DISTINCT w.discard_job) AS jobs FROM discarded_letter w
          WHERE w.group_id = $groupId AND w.discarded_at >= $since
            AND ($fingerprint::text IS NULL OR ${OF_CAUSE('w')})
       ), accepted AS (
         SELECT count(*)::int AS n, array_agg(DISTINCT d.accepted_by) AS by FROM dead_letter d
          WHERE d.group_id = $groupId AND d.accepted_at >= $since
            AND ($fingerprint::text IS NULL OR ${OF_CAUSE('d')})
       )
       SELECT e.consumed, g.expired, g.discarded + w.n AS discarded, g.accepted + a.n AS accepted,
              e.filtered + (SELECT count(*)::int FROM redrive_item i WHERE i.redrive_id = ANY ($redriveIds) AND i.state = 'sent'
                  AND ($fingerprint::text IS NULL OR ${OF_CAUSE('i')})) AS elsewhere,
              ARRAY(SELECT DISTINCT j.actor FROM letter_job j WHERE j.job_id = ANY (g.jobs || w.jobs)
                ORDER BY j.actor) AS "discardedBy",
              ARRAY(SELECT DISTINCT b FROM unnest(g.accepted_by || a.by) b ORDER BY b) AS "acceptedBy"
         FROM ended e, gone g, discarded w, accepted a`,
      { groupId, fingerprint, since, redriveIds },
    ),
  );
  const row = rows[0];
  if (row === undefined) throw new Error('what became of the dead letters was not counted');
  return row;
}

export interface CauseNumber {
  readonly group: string;
  readonly fingerprint: string;
  readonly value: number;
  readonly firstAt: Date;
}

/**
 * Causes with at least so many dead letters that are not accepted, except causes that operators ignore.
 * @param known read as well, however few there are: each a group and a fingerprint
 */
export async function causeNumbers(
  db: Queryable,
  now: Date | null,
  atLeast: number,
  known: readonly { readonly group: string; readonly fingerprint: string }[],
): Promise<CauseNumber[]> {
  const { rows } = await db.query<CauseNumber>(
    sql(
      `WITH present AS MATERIALIZED (
         SELECT d.group_id, d.fingerprint, count(*) AS n, min(d.dead_at) AS first_at
           FROM dead_letter d GROUP BY d.group_id, d.fingerprint)
       SELECT g.name AS "group", p.fingerprint, (p.n - a.n)::float8 AS value, p.first_at AS "firstAt"
         FROM present p JOIN consumer_group g USING (group_id)
         CROSS JOIN LATERAL (SELECT count(*) AS n FROM dead_letter d WHERE d.group_id = p.group_id
           AND d.fingerprint = p.fingerprint AND d.accepted_at IS NOT NULL) a
        WHERE p.fingerprint <> '' AND (p.n - a.n >= $atLeast OR (g.name, p.fingerprint) IN (
            SELECT k.name, k.fingerprint FROM unnest($groups::text[], $fingerprints::text[]) k (name, fingerprint)))
          AND NOT EXISTS (SELECT FROM failure_cause c WHERE c.group_id = p.group_id AND c.fingerprint = p.fingerprint
            AND c.state = 'ignored' AND coalesce(c.ignore_until > coalesce($now, clock_timestamp()), true)
            AND (c.ignore_per_hour IS NULL OR (SELECT count(*) FROM dead_letter d WHERE d.group_id = p.group_id
              AND d.fingerprint = p.fingerprint
              AND d.dead_at > coalesce($now, clock_timestamp()) - interval '1 hour') < c.ignore_per_hour))`,
      {
        now,
        atLeast,
        groups: known.map(({ group }) => group),
        fingerprints: known.map(({ fingerprint }) => fingerprint),
      },
    ),
  );
  return rows;
}

/** "PaymentGatewayTimeout: northpay did not answer within {n} ms"; null: not reported. */
export async function causeSentence(db: Queryable, subject: string): Promise<string | null> {
  const [group, fingerprint] = [groupOfSubject(subject), fingerprintOfSubject(subject)];
  const { rows } = await db.query<{ text: string | null }>(
    sql(
      `SELECT nullif(concat_ws(': ', c.error_type, nullif(c.text, '')), '') AS text FROM failure_cause c
         JOIN consumer_group g USING (group_id) WHERE g.name = $group AND c.fingerprint = $fingerprint`,
      { group, fingerprint },
    ),
  );
  return rows[0]?.text ?? null;
}

/** New messages that were delivered since a moment, from the stored history; retries are not. */
export async function firstDeliveriesSince(db: Queryable, group: string, since: Date): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    sql(
      `SELECT coalesce(sum(greatest(s.delivered - s.redelivered, 0)), 0)::bigint AS n
         FROM group_sample s JOIN consumer_group g USING (group_id)
        WHERE g.name = $group AND s.step_s = 10 AND s.at > $since`,
      { group, since },
    ),
  );
  return rows[0]?.n ?? 0;
}
