import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface PackedLetter {
  readonly id: number;
  readonly topic: string;
  readonly properties: Readonly<Record<string, string>> | null;
  readonly encoding: string;
  readonly body: Buffer;
}

/** Due letters that are read at a time: as many as letterIndex takes. */
const LOOKED_AT = 500;

/** Dead letters due for the search that PostgreSQL cannot read: packed, or of a topic with a decoder. */
export async function packedLettersDue(db: Queryable, limit: number): Promise<PackedLetter[]> {
  const { rows } = await db.query<PackedLetter>(
    sql(
      `SELECT d.dead_letter_id AS id, t.name AS topic, d.props AS properties, d.body_encoding AS encoding,
              d.body
       FROM (SELECT t.dead_letter_id FROM letter_text_due t ORDER BY t.dead_letter_id LIMIT ${LOOKED_AT}) n
      CROSS JOIN LATERAL (SELECT * FROM dead_letter a WHERE a.dead_letter_id = n.dead_letter_id LIMIT 1) d
      JOIN topic t ON t.topic_id = d.topic_id
      WHERE (d.body_encoding <> 'IDENTITY' OR EXISTS (SELECT 1 FROM topic_decoder c
              WHERE left(c.topic, 100) = decoder_name(t.name, d.props)))
        AND NOT EXISTS (SELECT 1 FROM letter_unpacked u WHERE u.dead_letter_id = n.dead_letter_id)
      ORDER BY n.dead_letter_id LIMIT $limit`,
      { limit },
    ),
  );
  return rows;
}

/** @param body null: it cannot be unpacked, or decoded and was not packed */
export async function letterUnpacked(db: Queryable, id: number, body: Buffer | null): Promise<void> {
  await db.query(
    sql(
      'INSERT INTO letter_unpacked (dead_letter_id, body) VALUES ($id, $body) ON CONFLICT (dead_letter_id) DO NOTHING',
      { id, body },
    ),
  );
}

/** Forgets the unpacked bodies of letters that are gone. @returns how many */
export async function letterUnpackedPrune(db: Queryable, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `DELETE FROM letter_unpacked t WHERE t.dead_letter_id IN (
         SELECT n.dead_letter_id FROM letter_unpacked n
          WHERE NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.dead_letter_id = n.dead_letter_id) LIMIT $limit)`,
      { limit },
    ),
  );
  return rowCount ?? 0;
}
