import type { Reason } from '../../../model/language/t';
import { fromKept } from '../../../model/language/retell';
import type { StopRule } from '../../../model/redrive/redrive';
import type { Queryable } from '../../queryable';

export interface StoppedRedriveRow {
  readonly redriveId: number;
  readonly group: string;
  readonly stoppedAt: Date;
  readonly rule: StopRule;
  readonly failed: number;
  readonly of: number;
  /** Dead letters that it has not released. */
  readonly left: number;
}

/** Re-drives that their rule has stopped, until an operator decides. */
export async function stoppedRedrives(db: Queryable): Promise<StoppedRedriveRow[]> {
  const { rows } = await db.query<{ [Key in keyof StoppedRedriveRow]: StoppedRedriveRow[Key] | null }>(
    `SELECT v.redrive_id AS "redriveId", g.name AS "group", v.stopped_at AS "stoppedAt", v.stopped_why AS rule,
            coalesce(v.stopped_failed, 0) AS failed, coalesce(v.stopped_of, 0) AS of, i.n AS "left"
       FROM redrive v JOIN consumer_group g ON g.group_id = v.group_id
      CROSS JOIN LATERAL (SELECT count(*) AS n FROM redrive_item s WHERE s.redrive_id = v.redrive_id
        AND s.state = 'selected') i
      WHERE v.finished_at IS NULL AND v.state = 'stopped' ORDER BY v.stopped_at`,
  );
  return rows.filter((row): row is StoppedRedriveRow => row.stoppedAt !== null && row.rule !== null);
}

export interface FailingRedriveRow {
  readonly redriveId: number;
  readonly group: string;
  readonly why: Reason;
  readonly since: Date;
  readonly lastAt: Date;
  /** Dead letters that it has not released. */
  readonly left: number;
}

type StoredFailing = Omit<FailingRedriveRow, 'why'> & { readonly why: string };

/** Running re-drives that cannot release: each step fails. */
export async function failingRedrives(db: Queryable): Promise<FailingRedriveRow[]> {
  const { rows } = await db.query<{ [Key in keyof StoredFailing]: StoredFailing[Key] | null }>(
    `SELECT v.redrive_id AS "redriveId", g.name AS "group", v.failed_why AS why, v.failing_since AS since,
            v.failed_at AS "lastAt", i.n AS "left"
       FROM redrive v JOIN consumer_group g ON g.group_id = v.group_id
      CROSS JOIN LATERAL (SELECT count(*) AS n FROM redrive_item s WHERE s.redrive_id = v.redrive_id
        AND s.state = 'selected') i
      WHERE v.finished_at IS NULL AND v.state = 'running' AND v.failing_since IS NOT NULL ORDER BY v.failing_since`,
  );
  return rows
    .filter((row): row is StoredFailing => row.since !== null && row.lastAt !== null && row.why !== null)
    .map(({ why, ...row }) => ({ ...row, why: fromKept(why) }));
}

/** How many re-drives release messages now. */
export async function runningRedrives(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM redrive WHERE finished_at IS NULL AND state = 'running'`,
  );
  return rows[0]?.n ?? 0;
}
