import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface AuditLink {
  readonly position: number;
  readonly auditId: number;
  readonly previous: Buffer;
  readonly hash: Buffer;
  readonly linkedAt: Date;
  /** What of the row is hashed, written here a second time on purpose (audit_text); null: the row has gone. */
  readonly text: string | null;
}

/** The links after a position, in their order. */
export async function auditLinks(db: Queryable, after: number, limit: number): Promise<AuditLink[]> {
  const { rows } = await db.query<AuditLink>(
    sql(
      `SELECT c.position, c.audit_id AS "auditId", c.previous, c.hash, c.linked_at AS "linkedAt",
         CASE WHEN a.audit_id IS NOT NULL THEN jsonb_build_array(a.audit_id,
           to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.actor_kind, a.actor, a.address, a.action,
           a.target, a.reason, a.before, a.after, a.counts, a.workspace)::text END AS text
         FROM audit_chain c LEFT JOIN audit a ON a.audit_id = c.audit_id
        WHERE c.position > $after ORDER BY c.position LIMIT $limit`,
      { after, limit },
    ),
  );
  return rows;
}

/** The first row without a link: it came past the trigger. Null: every row has one. */
export async function firstUnlinked(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ auditId: number }>(
    `SELECT a.audit_id AS "auditId" FROM audit a
      WHERE NOT EXISTS (SELECT FROM audit_chain c WHERE c.audit_id = a.audit_id) ORDER BY a.audit_id LIMIT 1`,
  );
  return rows[0]?.auditId ?? null;
}

export interface AuditCheckRow {
  readonly position: number;
  readonly hash: Buffer;
  readonly checkedAt: Date;
  readonly brokenAuditId: number | null;
  readonly brokenWhy: string | null;
}

/** Null: it was never checked. */
export async function auditCheckRead(db: Queryable): Promise<AuditCheckRow | null> {
  const { rows } = await db.query<AuditCheckRow>(
    `SELECT position, hash, checked_at AS "checkedAt", broken_audit_id AS "brokenAuditId", broken_why AS "brokenWhy"
       FROM audit_check`,
  );
  return rows[0] ?? null;
}

/** Of two processes that check at once the one that began later wins; what fitted once is not forgotten. */
export async function auditCheckWrite(db: Queryable, check: AuditCheckRow): Promise<void> {
  await db.query(
    sql(
      `INSERT INTO audit_check (position, hash, checked_at, broken_audit_id, broken_why)
       VALUES ($position, $hash, $checkedAt, $brokenAuditId, $brokenWhy)
       ON CONFLICT (single) DO UPDATE SET position = excluded.position, hash = excluded.hash,
         checked_at = excluded.checked_at, broken_audit_id = excluded.broken_audit_id,
         broken_why = excluded.broken_why
        WHERE audit_check.checked_at < excluded.checked_at`,
      { ...check },
    ),
  );
}
