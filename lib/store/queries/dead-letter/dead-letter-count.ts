import type { Queryable } from '../../queryable';

/** How many dead letters a group has, as `n`: few rows are read, however many there are. */
export const deadLettersOf = (groupId: string): string =>
  `SELECT coalesce(sum(c.letters), 0)::bigint AS n FROM dead_letter_count c WHERE c.group_id = ${groupId}`;

/** How many dead letters a group has, or all groups have. */
export async function deadLettersCounted(db: Queryable, groupId: number | null): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT coalesce(sum(c.letters), 0)::bigint AS n FROM dead_letter_count c
      WHERE $1::int IS NULL OR c.group_id = $1`,
    [groupId],
  );
  return rows[0]?.n ?? 0;
}

/** Makes few rows of many. @returns how many it took away */
export async function deadLetterCountFold(db: Queryable, limit: number): Promise<number> {
  const { rows } = await db.query<{ folded: number }>('SELECT dead_letter_count_fold(p_limit => $1) AS folded', [
    limit,
  ]);
  return rows[0]?.folded ?? 0;
}

/** Compares the counts with the dead letters. @returns how many groups differed and are right again */
export async function deadLetterCountMend(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ mended: number }>('SELECT dead_letter_count_mend() AS mended');
  return rows[0]?.mended ?? 0;
}
