import type { Queryable } from '../../queryable';

interface RedriveCauseRow {
  readonly redriveId: number;
  readonly errorType: string;
  /** @neverNull a report always has a message */
  readonly text: string;
}

/** Every message of such a re-drive had the cause when it was chosen, so a few of them tell its text. */
const LOOKED_AT = 20;

/** What the causes that re-drives were chosen by say; one whose failure reports are gone is not in it. */
export async function redriveCauses(db: Queryable, redriveIds: readonly number[]): Promise<RedriveCauseRow[]> {
  const { rows } = await db.query<RedriveCauseRow>(
    `SELECT r.redrive_id AS "redriveId", f.error_type AS "errorType", f.text
       FROM redrive r CROSS JOIN LATERAL (
         SELECT e.error_type, cause_text(e.message) AS text
           FROM (SELECT i.* FROM redrive_item i WHERE i.redrive_id = r.redrive_id ORDER BY i.ord LIMIT ${LOOKED_AT}) i
           JOIN failure_report e ON e.group_id = i.group_id AND e.queue_id = i.queue_id AND e.off = i.off
             AND e.generation <= i.generation
          WHERE cause_key(e.error_type, cause_text(e.message), '') = r.selection -> 'filter' ->> 'cause' LIMIT 1) f
      WHERE r.redrive_id = ANY ($1) AND r.selection -> 'filter' ->> 'cause' IS NOT NULL`,
    [redriveIds],
  );
  return rows;
}
