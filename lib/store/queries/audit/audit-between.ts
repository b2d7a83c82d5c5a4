import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface AuditSpan {
  readonly from: Date;
  readonly to: Date;
  /** What actions begin with, and actions that are left out all the same. */
  readonly prefixes: readonly string[];
  readonly without: readonly string[];
  /** The attached cluster that it was done in, or to; null: this installation. */
  readonly workspace: string | null;
  /** Of this group, with the names of its re-drives; null: of anything. */
  readonly group: string | null;
  readonly runs: readonly string[];
}

export interface AuditSpanRow {
  readonly auditId: number;
  readonly at: Date;
  readonly actorKind: string;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly reason: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly counts: unknown;
}

/** A row is linked when its transaction commits: no transaction that writes audit rows runs for longer. */
const COMMITTED_WITHIN = "interval '1 hour'";

/**
 * A row is linked when it is committed, and links have a number each without a gap: where the span begins and where it
 * ends are found in a few steps, and nothing older or newer is read.
 */
const IN_SPAN = `
  WITH RECURSIVE step AS (
    SELECT e.moment, 0::bigint AS low, coalesce((SELECT max(t.position) FROM audit_chain t), 0) + 1 AS high
      FROM unnest(ARRAY[$from::timestamptz, $to::timestamptz + ${COMMITTED_WITHIN}]) e (moment)
     UNION ALL
    SELECT s.moment, CASE WHEN m.linked_at < s.moment THEN m.position + 1 ELSE s.low END,
           CASE WHEN m.linked_at < s.moment THEN s.high ELSE m.position END
      FROM step s JOIN audit_chain m ON m.position = (s.low + s.high) / 2
     WHERE s.low < s.high
  ), found AS (
    SELECT a.* FROM audit_chain c JOIN audit a ON a.audit_id = c.audit_id
     WHERE c.position >= (SELECT max(s.low) FROM step s WHERE s.moment = $from)
       AND c.position < (SELECT max(s.low) FROM step s WHERE s.moment > $from)
       AND a.at >= $from AND a.at < $to
       AND a.action ^@ ANY($prefixes::text[]) AND a.action <> ALL($without::text[])
       AND (a.workspace IS NOT DISTINCT FROM $workspace::text OR a.action ^@ 'cluster.' AND a.target = $workspace)
       AND ($group::text IS NULL OR a.target = $group AND NOT a.action ^@ 'topic.'
         OR a.action ^@ 'cause.' AND split_part(a.target, ' ', 1) = $group
         OR a.action ^@ 'problem.' AND split_part(a.target, ' ', 2) = $group
         OR a.action ^@ 'redrive.' AND a.target = ANY($runs::text[])))`;

/** Changes of a span, the newest first. */
export async function auditBetween(db: Queryable, span: AuditSpan, limit: number): Promise<AuditSpanRow[]> {
  const { rows } = await db.query<AuditSpanRow>(
    sql(
      `${IN_SPAN}
       SELECT a.audit_id AS "auditId", a.at, a.actor_kind AS "actorKind", a.actor, a.action, a.target, a.reason,
              a.before, a.after, a.counts
         FROM found a ORDER BY a.audit_id DESC LIMIT $limit`,
      { ...span, limit },
    ),
  );
  return rows;
}

/** How many changes of a span there are, counted up to the limit. */
export async function auditBetweenCount(db: Queryable, span: AuditSpan, limit: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    sql(`${IN_SPAN} SELECT count(*)::int AS n FROM (SELECT 1 FROM found LIMIT $limit) f`, { ...span, limit }),
  );
  return rows[0]?.n ?? 0;
}
