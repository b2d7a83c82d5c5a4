import type { ApprovalState } from '../../../model/approval/approval';
import { fromKept, kept } from '../../../model/language/retell';
import type { Reason } from '../../../model/language/t';
import type { MetadataTransaction } from '../../metadata';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface ApprovalRow {
  readonly approvalId: number;
  readonly workspace: string | null;
  readonly operation: string;
  readonly group: string;
  readonly messages: number | null;
  readonly reason: string;
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly state: ApprovalState;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly outcome: Reason | null;
}

type Stored = Omit<ApprovalRow, 'outcome'> & { readonly outcome: string | null };

export interface NewApproval extends Pick<
  ApprovalRow,
  'workspace' | 'operation' | 'group' | 'messages' | 'reason' | 'askedBy'
> {
  readonly input: string;
  readonly askedKind: 'operator' | 'token';
  readonly hours: number;
}

const NOW = 'coalesce($now, clock_timestamp())';
const STATE = `CASE WHEN state = 'open' AND expires_at <= ${NOW} THEN 'expired' ELSE state END`;
const COLUMNS = `approval_id AS "approvalId", workspace, operation, group_name AS "group", messages, reason,
  asked_by AS "askedBy", asked_at AS "askedAt", expires_at AS "expiresAt", ${STATE} AS state,
  decided_by AS "decidedBy", decided_at AS "decidedAt", outcome`;

function toApproval<Row extends Stored>({ outcome, ...row }: Row): Omit<Row, 'outcome'> & Pick<ApprovalRow, 'outcome'> {
  return { ...row, outcome: outcome === null ? null : fromKept(outcome) };
}

/** Requests come one after the other: each looks whether the same one waits already. */
export async function approvalLock(db: MetadataTransaction): Promise<void> {
  await db.query(`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('approvals', 7))`);
}

/** @returns null: as many as may wait do already */
export async function approvalInsert(
  db: Queryable,
  now: Date | null,
  asked: NewApproval,
  most: number,
): Promise<ApprovalRow | null> {
  const { rows } = await db.query<Stored>(
    sql(
      `INSERT INTO approval (workspace, operation, group_name, input, messages, reason, asked_kind, asked_by, asked_at,
                             expires_at)
       SELECT $workspace, $operation, $group, $input::jsonb, $messages, $reason, $askedKind, $askedBy, ${NOW},
              ${NOW} + make_interval(hours => $hours)
        WHERE (SELECT count(*) FROM approval WHERE state = 'open' AND expires_at > ${NOW}) < $most
       RETURNING ${COLUMNS}`,
      { ...asked, now, most },
    ),
  );
  return rows[0] === undefined ? null : toApproval(rows[0]);
}

/** The one that asks for the same and waits still; null: none. */
export async function approvalSame(
  db: Queryable,
  now: Date | null,
  { workspace, operation, askedBy, input }: NewApproval,
): Promise<ApprovalRow | null> {
  const { rows } = await db.query<Stored>(
    sql(
      `SELECT ${COLUMNS} FROM approval
        WHERE state = 'open' AND expires_at > ${NOW} AND operation = $operation AND asked_by = $askedBy
          AND workspace IS NOT DISTINCT FROM $workspace::text AND input - 'requestId' = $input::jsonb - 'requestId'
        ORDER BY approval_id DESC LIMIT 1`,
      { workspace, operation, askedBy, input, now },
    ),
  );
  return rows[0] === undefined ? null : toApproval(rows[0]);
}

/** The open ones first, then the newest. */
export async function approvalList(db: Queryable, now: Date | null, limit: number): Promise<ApprovalRow[]> {
  const { rows } = await db.query<Stored>(
    sql(
      `(SELECT ${COLUMNS} FROM approval WHERE state = 'open' AND expires_at > ${NOW} ORDER BY approval_id LIMIT $limit)
       UNION ALL
       (SELECT ${COLUMNS} FROM approval WHERE NOT (state = 'open' AND expires_at > ${NOW})
         ORDER BY approval_id DESC LIMIT $limit)`,
      { now, limit },
    ),
  );
  return rows.map(toApproval);
}

export async function approvalGet(
  db: Queryable,
  now: Date | null,
  approvalId: number,
): Promise<(ApprovalRow & { readonly input: unknown }) | null> {
  const { rows } = await db.query<Stored & { input: unknown }>(
    sql(`SELECT ${COLUMNS}, input FROM approval WHERE approval_id = $approvalId`, { now, approvalId }),
  );
  return rows[0] === undefined ? null : toApproval(rows[0]);
}

interface Decision {
  readonly approvalId: number;
  readonly state: 'running' | 'refused' | 'withdrawn';
  readonly decidedBy: string;
  readonly outcome: Reason | null;
  /** Null: it must be another person; else the name of who asked. */
  readonly askedBy: string | null;
}

/**
 * Of an open one that has not expired. Another person is someone who neither asked nor made the API token that asked.
 * @returns whether it was decided now
 */
export async function approvalDecide(db: Queryable, now: Date | null, decision: Decision): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `UPDATE approval SET state = $state, decided_by = $decidedBy, decided_at = ${NOW}, outcome = $outcome
        WHERE approval_id = $approvalId AND state = 'open' AND expires_at > ${NOW}
          AND CASE WHEN $askedBy::text IS NOT NULL THEN asked_by = $askedBy
                   ELSE asked_by <> $decidedBy AND NOT EXISTS (
                     SELECT FROM api_token t
                      WHERE asked_kind = 'token' AND t.name = asked_by AND t.created_by = $decidedBy)
              END`,
      { ...decision, outcome: decision.outcome === null ? null : kept(decision.outcome), now },
    ),
  );
  return rowCount === 1;
}

export async function approvalFinish(
  db: Queryable,
  approvalId: number,
  state: 'done' | 'failed',
  outcome: Reason,
): Promise<void> {
  await db.query(
    sql(
      `UPDATE approval SET state = $state, outcome = $outcome WHERE approval_id = $approvalId AND state = 'running'`,
      {
        ...{ approvalId, state, outcome: kept(outcome) },
      },
    ),
  );
}

/** How long the oldest open one has waited; 0: none waits. */
export async function approvalWaitSeconds(db: Queryable, now: Date | null): Promise<number> {
  const { rows } = await db.query<{ value: number }>(
    sql(
      `SELECT (CASE WHEN count(*) = 0 THEN 0
                    ELSE greatest(1, extract(epoch FROM ${NOW} - min(asked_at))) END)::float8 AS value
         FROM approval WHERE state = 'open' AND expires_at > ${NOW}`,
      { now },
    ),
  );
  return rows[0]?.value ?? 0;
}

/** Of long ago. */
export async function approvalPrune(db: Queryable, now: Date | null): Promise<void> {
  const old = `SELECT approval_id FROM approval WHERE expires_at < ${NOW} - interval '90 days' LIMIT 100`;
  await db.query(sql(`DELETE FROM approval WHERE approval_id IN (${old})`, { now }));
}
