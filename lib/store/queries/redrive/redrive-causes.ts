import type { Queryable } from '../../queryable';

interface RedriveCauseRow {
  readonly redriveId: number;
  readonly errorType: string;
  readonly text: string;
}

/** What the causes that re-drives were chosen by say; one that is not known any more is not in it. */
export async function redriveCauses(db: Queryable, redriveIds: readonly number[]): Promise<RedriveCauseRow[]> {
  const { rows } = await db.query<RedriveCauseRow>(
    `SELECT r.redrive_id AS "redriveId", c.error_type AS "errorType", coalesce(c.text, '') AS text
       FROM redrive r
       JOIN failure_cause c ON c.group_id = r.group_id AND c.fingerprint = r.selection -> 'filter' ->> 'cause'
      WHERE r.redrive_id = ANY ($1) AND c.error_type IS NOT NULL`,
    [redriveIds],
  );
  return rows;
}
