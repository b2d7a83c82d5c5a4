import type { LeaveOut } from '../../../model/redrive/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { DeadLetterMatch } from '../dead-letter/dead-letter-match';
import { chosenValues, type ExclusionKind, REDRIVE_CHOSEN } from './redrive-chosen';

export interface PlannedPart {
  /** Null: they go. */
  readonly kind: ExclusionKind | null;
  readonly why: string | null;
  readonly count: number;
  readonly bodyBytes: number;
  /** @neverNull a part has at least one */
  readonly firstAt: Date;
  /** @neverNull a part has at least one */
  readonly lastAt: Date;
  /** Some of letters that stay behind, the oldest first. */
  readonly sampleIds: string[];
}

const SAMPLES = 20;

/** What a re-drive of these would take, and what stays behind for which reason, without touching anything. */
export async function redrivePlan(
  db: Queryable,
  match: DeadLetterMatch,
  leaveOut: LeaveOut | undefined,
): Promise<PlannedPart[]> {
  const { rows } = await db.query<PlannedPart>(
    sql(
      `WITH ${REDRIVE_CHOSEN}, stays AS (
       SELECT c.why, c.msg_id, row_number() OVER (PARTITION BY c.why ORDER BY c.dead_letter_id) AS nth FROM chosen c
        WHERE c.why IS NOT NULL)
     SELECT c.kind, c.why, count(*) AS count, coalesce(sum(c.bytes), 0)::bigint AS "bodyBytes",
            min(c.dead_at) AS "firstAt", max(c.dead_at) AS "lastAt",
            ARRAY(SELECT s.msg_id FROM stays s WHERE s.why = c.why AND s.nth <= ${SAMPLES}
              ORDER BY s.nth) AS "sampleIds"
       FROM chosen c GROUP BY c.kind, c.why ORDER BY c.why IS NOT NULL, count DESC, c.why`,
      chosenValues(match, leaveOut),
    ),
  );
  return rows;
}

export interface PlanBreakdownRow {
  readonly part: 'time' | 'earlier' | 'key' | 'topic' | 'tag';
  /** time: the number of the bucket; earlier: the re-drive it died in; key: none, alone, shared or shared-keys. */
  readonly label: string | null;
  readonly count: number;
}

const TIME_BUCKETS = 24;
const LAST_BUCKET = 23;
const MOST_LABELS = 8;

/** What the set consists of: by time of death between `first` and `last`, by key, earlier re-drive, topic and tag. */
export async function redriveBreakdown(
  db: Queryable,
  match: DeadLetterMatch,
  leaveOut: LeaveOut | undefined,
  { first, last }: { readonly first: Date; readonly last: Date },
): Promise<PlanBreakdownRow[]> {
  const { rows } = await db.query<PlanBreakdownRow>(
    sql(
      `WITH ${REDRIVE_CHOSEN}, goes AS MATERIALIZED (
       SELECT c.topic_id, c.key, c.tag, c.redrive_id,
              least(${LAST_BUCKET}, floor(extract(epoch FROM c.dead_at - $first::timestamptz) * ${TIME_BUCKETS}
                / greatest(0.001, extract(epoch FROM $last::timestamptz - $first))))::int AS bucket
         FROM chosen c WHERE c.why IS NULL
     ), same AS (
       SELECT g.key, count(*) AS n FROM goes g GROUP BY g.topic_id, g.key
     ), earlier AS (
       SELECT g.redrive_id AS label, count(*) AS n FROM goes g GROUP BY 1 ORDER BY 2 DESC LIMIT ${MOST_LABELS}
     ), sent AS (
       SELECT g.topic_id, count(*) AS n FROM goes g GROUP BY 1 ORDER BY 2 DESC LIMIT ${MOST_LABELS}
     ), tag AS (
       SELECT g.tag AS label, count(*) AS n FROM goes g GROUP BY 1 ORDER BY 2 DESC LIMIT ${MOST_LABELS}
     )
     SELECT 'time' AS part, g.bucket::text AS label, count(*)::bigint AS count FROM goes g GROUP BY g.bucket
     UNION ALL SELECT 'earlier', e.label::text, e.n FROM earlier e
     UNION ALL
     SELECT 'key', CASE WHEN s.key IS NULL THEN 'none' WHEN s.n = 1 THEN 'alone' ELSE 'shared' END, sum(s.n)::bigint
       FROM same s GROUP BY 2
     UNION ALL SELECT 'key', 'shared-keys', count(*) FROM same s WHERE s.key IS NOT NULL AND s.n > 1
     UNION ALL SELECT 'topic', t.name, s.n FROM sent s JOIN topic t USING (topic_id)
     UNION ALL SELECT 'tag', t.label, t.n FROM tag t`,
      { ...chosenValues(match, leaveOut), first, last },
    ),
  );
  return rows;
}

/** The bound that freezes a set. */
export async function deadLetterNewest(db: Queryable, groupId: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT coalesce(max(dead_letter_id), 0) AS id FROM dead_letter WHERE group_id = $1',
    [groupId],
  );
  return rows[0]?.id ?? 0;
}
