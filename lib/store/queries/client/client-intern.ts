import type { Queryable } from '../../queryable';

/** The small integer that stands for a client id in hot rows. */
export async function clientIntern(db: Queryable, name: string): Promise<number> {
  const { rows } = await db.query<{ client_id: number }>(
    `WITH made AS (INSERT INTO client (name) VALUES ($1) ON CONFLICT (name) DO NOTHING RETURNING client_id)
     SELECT client_id FROM made UNION ALL SELECT client_id FROM client WHERE name = $1 LIMIT 1`,
    [name],
  );
  const row = rows[0];
  return row === undefined ? await clientIntern(db, name) : row.client_id;
}
