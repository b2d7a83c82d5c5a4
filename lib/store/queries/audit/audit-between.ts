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

/**
 * Changes of a span, the newest first. A row is linked when it is committed, and links have a number each without a
 * gap: where the span begins is found in a few steps, and nothing older is read.
 */
export async function auditBetween(db: Queryable, span: AuditSpan, limit: number): Promise<AuditSpanRow[]> {
  const { rows } = await db.query<AuditSpanRow>(
    sql(
      `WITH RECURSIVE step AS (
         SELECT 0::bigint AS low, coalesce((SELECT max(c.position) FROM audit_chain c), 0) + 1 AS high
         UNION ALL
         SELECT CASE WHEN m.linked_at < $from THEN m.position + 1 ELSE s.low END,
                CASE WHEN m.linked_at < $from THEN s.high ELSE m.position END
           FROM step s JOIN audit_chain m ON m.position = (s.low + s.high) / 2
          WHERE s.low < s.high
       )
       SELECT a.audit_id AS "auditId", a.at, a.actor_kind AS "actorKind", a.actor, a.action, a.target, a.reason,
              a.before, a.after, a.counts
         FROM audit_chain c JOIN audit a ON a.audit_id = c.audit_id
        WHERE c.position >= (SELECT max(s.low) FROM step s) AND a.at >= $from AND a.at < $to
          AND a.action ^@ ANY($prefixes::text[]) AND a.action <> ALL($without::text[])
          AND (a.workspace IS NOT DISTINCT FROM $workspace::text OR a.action ^@ 'cluster.' AND a.target = $workspace)
          AND ($group::text IS NULL OR a.target = $group AND NOT a.action ^@ 'topic.'
            OR a.action ^@ 'cause.' AND split_part(a.target, ' ', 1) = $group
            OR a.action ^@ 'problem.' AND split_part(a.target, ' ', 2) = $group
            OR a.action ^@ 'redrive.' AND a.target = ANY($runs::text[]))
        ORDER BY a.audit_id DESC LIMIT $limit`,
      { ...span, limit },
    ),
  );
  return rows;
}
