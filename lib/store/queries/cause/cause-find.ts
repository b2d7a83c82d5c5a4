import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { CAUSE_COLUMNS, type CauseColumns, type KnownCause, toKnownCause } from './cause-columns';

export interface CauseRow extends KnownCause {
  readonly groupId: number;
  readonly group: string;
  readonly letters: number;
  /** First and last death of the ones that are there; null: none is left. */
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
  /** Better rules gave its failures this fingerprint. */
  readonly became: string | null;
}

interface FoundRow extends CauseColumns, Omit<CauseRow, keyof KnownCause> {}

/** In every group, or in one; most dead letters first. */
export async function causeFind(db: Queryable, fingerprint: string, groupId: number | null): Promise<CauseRow[]> {
  const { rows } = await db.query<FoundRow>(
    sql(
      `SELECT g.group_id AS "groupId", g.name AS "group", n.letters, n.first_at AS "firstAt", n.last_at AS "lastAt",
              c.became, ${CAUSE_COLUMNS}
         FROM consumer_group g
         LEFT JOIN failure_cause c ON c.group_id = g.group_id AND c.fingerprint = $fingerprint
        CROSS JOIN LATERAL (SELECT count(*) AS letters, min(d.dead_at) AS first_at, max(d.dead_at) AS last_at
          FROM dead_letter d WHERE d.group_id = g.group_id AND d.fingerprint = $fingerprint) n
        WHERE ($groupId::int IS NULL OR g.group_id = $groupId) AND (n.letters > 0 OR c.group_id IS NOT NULL)
        ORDER BY n.letters DESC, g.name LIMIT 100`,
      { fingerprint, groupId },
    ),
  );
  return rows.map(({ groupId: id, group, letters, firstAt, lastAt, became, ...known }) => ({
    ...{ groupId: id, group, letters, firstAt, lastAt, became },
    ...toKnownCause(known),
  }));
}
