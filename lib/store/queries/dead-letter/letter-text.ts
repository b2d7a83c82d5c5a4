import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Reads the words of the next dead letters that are due. @returns how many were */
export async function letterIndex(db: Queryable, limit: number): Promise<number> {
  const { rows } = await db.query<{ indexed: number }>('SELECT letter_index($1) AS indexed', [limit]);
  return rows[0]?.indexed ?? 0;
}

/**
 * The dead letters that have all these words: null when there are more than `most`, which are better looked for one by
 * one in the order of the page.
 */
export async function letterTextFew(db: Queryable, text: string, most: number): Promise<number[] | null> {
  const { rows } = await db.query<{ id: number }>(
    sql('SELECT t.dead_letter_id AS id FROM letter_text t WHERE t.words @@ words_query($text) LIMIT $most::int + 1', {
      text,
      most,
    }),
  );
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/** How many dead letters a search does not find yet, up to `most`. */
export async function letterTextDue(db: Queryable, most: number): Promise<number> {
  const { rows } = await db.query<{ due: number }>(
    sql('SELECT count(*)::int AS due FROM (SELECT 1 FROM letter_text_due LIMIT $most) n', { most }),
  );
  return rows[0]?.due ?? 0;
}

/** Forgets the words of letters that are gone. @returns how many */
export async function letterTextPrune(db: Queryable, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `DELETE FROM letter_text t WHERE t.dead_letter_id IN (
         SELECT n.dead_letter_id FROM letter_text n
          WHERE NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.dead_letter_id = n.dead_letter_id) LIMIT $limit)`,
      { limit },
    ),
  );
  return rowCount ?? 0;
}

export interface CheckedPath {
  readonly path: string;
  /** It says whether something holds; any other path names something that must be there. */
  readonly isPredicate: boolean;
}

/** The path as PostgreSQL reads it. Fails with a syntax error. */
export async function jsonPathCheck(db: Queryable, path: string): Promise<CheckedPath> {
  const { rows } = await db.query<{ path: string }>('SELECT $1::text::jsonpath::text AS path', [path]);
  const read = rows[0]?.path ?? path;
  return { path: read, isPredicate: /^(strict )?(\(|!|exists )/.test(read) };
}
